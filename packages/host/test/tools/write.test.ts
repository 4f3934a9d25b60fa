import { readlinkSync, symlinkSync } from "node:fs";
import { expect, test } from "vitest";
import { createWriteTool } from "../../src/tools/write/write-tool.ts";
import { scratchFolder } from "./scratch-folder.ts";
import { textOf } from "./tool-outcome.ts";

test("a nested file is created with its folders, and replaced by a second write", async () => {
	const folder = scratchFolder();
	const tool = createWriteTool(folder.path);
	const first = await tool.execute("call", { path: "n/a/b.txt", content: "héllo\n" });
	expect([first, folder.read("n/a/b.txt")]).toEqual([
		{ content: [{ type: "text", text: "Successfully wrote to n/a/b.txt" }], details: undefined },
		"héllo\n",
	]);
	await tool.execute("call", { path: "n/a/b.txt", content: "" });
	expect(folder.read("n/a/b.txt")).toBe("");
});

test("a mention loses its @, a folder with an @ keeps it", async () => {
	const folder = scratchFolder();
	folder.write("@types/old.d.ts", "");
	folder.write("@exact.txt", "");
	const tool = createWriteTool(folder.path);
	for (const path of ["@new.txt", "@types/new.d.ts", "@exact.txt"]) await tool.execute("call", { path, content: path });
	expect([folder.read("new.txt"), folder.read("@types/new.d.ts"), folder.read("@exact.txt")]).toEqual([
		"@new.txt",
		"@types/new.d.ts",
		"@exact.txt",
	]);
});

test("a link is written through", async () => {
	const folder = scratchFolder();
	folder.write("target.txt", "old");
	symlinkSync("target.txt", `${folder.path}/link.txt`);
	await createWriteTool(folder.path).execute("call", { path: "link.txt", content: "new" });
	expect([readlinkSync(`${folder.path}/link.txt`), folder.read("target.txt")]).toEqual(["target.txt", "new"]);
});

test("what cannot be written is named in one line", async () => {
	const folder = scratchFolder();
	folder.write("file", "");
	folder.write("folder/x", "");
	const tool = createWriteTool(folder.path);
	expect([
		await textOf(tool.execute("call", { path: "file/x", content: "" })),
		await textOf(tool.execute("call", { path: "folder", content: "" })),
		await textOf(tool.execute("call", { path: "/dev/null/x/y", content: "" })),
	]).toEqual([
		`throws: Cannot write ${folder.path}/file/x: a part of the path is a file (EEXIST)`,
		`throws: Cannot write ${folder.path}/folder: it is a directory (EISDIR)`,
		"throws: Cannot write /dev/null/x/y: a part of the path is not a directory (ENOTDIR)",
	]);
});

test("operations stand in for the disk", async () => {
	const calls: unknown[] = [];
	const operations = {
		mkdir: async (path: string) => void calls.push(["mkdir", path]),
		writeFile: async (path: string, content: string) => void calls.push(["write", path, content]),
	};
	await createWriteTool("/remote", { operations }).execute("call", { path: "@a/b.txt", content: "x" });
	expect(calls).toEqual([
		["mkdir", "/remote/a"],
		["write", "/remote/a/b.txt", "x"],
	]);
});

test.runIf(process.platform === "linux")(
	"a folder that cannot be created is refused instead of tried forever",
	async () => {
		const call = createWriteTool("/").execute("call", { path: "/proc/no/such/file", content: "" });
		expect(await textOf(call)).toBe("throws: Cannot write /proc/no/such/file: no such file or directory (ENOENT)");
	},
);
