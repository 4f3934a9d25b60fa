import { symlinkSync } from "node:fs";
import { applyPatch } from "diff";
import { expect, test, vi } from "vitest";
import type { EditOperations } from "../../src/extension-api/tool-operations.ts";
import { createEditTool } from "../../src/tools/edit/edit-tool.ts";
import { withFileMutationQueue } from "../../src/tools/file-mutation-queue.ts";
import { type ScratchFolder, scratchFolder } from "./scratch-folder.ts";
import { textOf } from "./tool-outcome.ts";

type Edit = { oldText: string; newText: string };

/** Edits `e.txt` with this content: what came out, and what was said. */
async function edited(content: string | Buffer, ...edits: Edit[]): Promise<{ text: string; file: string }> {
	const folder = scratchFolder();
	folder.write("e.txt", content);
	const text = await textOf(createEditTool(folder.path).execute("call", { path: "e.txt", edits }));
	return { text, file: folder.bytes("e.txt").toString("latin1") };
}

const done = (count: number): string => `Successfully replaced ${count} block(s) in e.txt.`;
const latin1 = (text: string): string => Buffer.from(text).toString("latin1");

test("several places change together, and the result tells what changed", async () => {
	const folder = scratchFolder();
	folder.write("e.txt", "a\nb\nc\n");
	const edits = [
		{ oldText: "c", newText: "C" },
		{ oldText: "b", newText: "B" },
	];
	expect(await createEditTool(folder.path).execute("call", { path: "e.txt", edits })).toEqual({
		content: [{ type: "text", text: done(2) }],
		details: {
			diff: " 1 a\n-2 b\n-3 c\n+2 B\n+3 C",
			patch: "--- e.txt\n+++ e.txt\n@@ -1,3 +1,3 @@\n a\n-b\n-c\n+B\n+C\n",
			firstChangedLine: 2,
		},
	});
	expect(folder.read("e.txt")).toBe("a\nB\nC\n");
});

test("a byte order mark and CRLF survive", async () => {
	expect(await edited("\uFEFFa\r\nb  \r\nc\r\n", { oldText: "a\nb", newText: "x\ny" })).toEqual({
		text: done(1),
		file: latin1("\uFEFFx\r\ny  \r\nc\r\n"),
	});
});

test("undecodable bytes survive", async () => {
	const content = Buffer.concat([
		Buffer.from([0xff, 0xfe, 0x80, 10]),
		Buffer.from("café old\r\n"),
		Buffer.from([0xe9, 10]),
	]);
	expect(await edited(content, { oldText: "café old", newText: "café new" })).toEqual({
		text: done(1),
		file: content.toString("latin1").replace("old", "new"),
	});
});

test("PC-75: a relaxed match leaves blanks, quotes, dashes and fractions elsewhere alone", async () => {
	const folder = scratchFolder();
	const before = "untouched   \nreplace me   \nafter\n— “q” ½  \n";
	folder.write("e.txt", before);
	const edits = [{ oldText: "replace me\nafter", newText: "A\nB" }];
	const { details } = await createEditTool(folder.path).execute("call", { path: "e.txt", edits });
	const after = "untouched   \nA\nB\n— “q” ½  \n";
	expect([folder.read("e.txt"), details?.diff]).toEqual([
		after,
		" 1 untouched   \n-2 replace me   \n-3 after\n+2 A\n+3 B\n 4 — “q” ½  ",
	]);
	expect(applyPatch(before, details!.patch)).toBe(after);
});

test("a patch of a CRLF file applies to its bytes", async () => {
	const folder = scratchFolder();
	folder.write("e.txt", "\uFEFFa\r\nb\r\nc");
	const edits = [{ oldText: "b\nc", newText: "B\nC" }];
	const { details } = await createEditTool(folder.path).execute("call", { path: "e.txt", edits });
	expect(applyPatch("\uFEFFa\r\nb\r\nc", details!.patch, { autoConvertLineEndings: false })).toBe("\uFEFFa\r\nB\r\nC");
	expect(details?.diff).toBe(" 1 a\n-2 b\n-3 c\n+2 B\n+3 C");
});

test.each<[name: string, edits: Edit[], message: string]>([
	[
		"a text that occurs twice",
		[{ oldText: "b", newText: "x" }],
		"Found 2 occurrences of oldText in e.txt. It must be unique: add lines around it.",
	],
	[
		"a text that is missing",
		[
			{ oldText: "a", newText: "x" },
			{ oldText: "zzz", newText: "" },
		],
		"Could not find edits[1].oldText in e.txt. It must match the file exactly, blanks and line breaks included.",
	],
	["an empty text", [{ oldText: "", newText: "x" }], "oldText must not be empty in e.txt."],
	[
		"a change that changes nothing",
		[{ oldText: "a", newText: "a" }],
		"No changes made to e.txt: the new text is identical to the old.",
	],
	[
		"edits that overlap",
		[
			{ oldText: "a\nb", newText: "" },
			{ oldText: "a", newText: "" },
		],
		"edits[0] and edits[1] overlap in e.txt. Merge them into one edit.",
	],
	["no edits", [], "No edits given for e.txt: edits must hold at least one replacement."],
])("%s is refused and the file stays", async (_name, edits, message) => {
	expect(await edited("a\nb\nb\n", ...edits)).toEqual({ text: `throws: ${message}`, file: "a\nb\nb\n" });
});

test("what cannot be edited is named in one line", async () => {
	const { path } = scratchFolder();
	const edits = [{ oldText: "a", newText: "b" }];
	const tool = createEditTool(path);
	expect([
		await textOf(tool.execute("call", { path: "nope.txt", edits })),
		await textOf(tool.execute("call", { path: ".", edits })),
	]).toEqual([
		`throws: Cannot edit ${path}/nope.txt: no such file or directory (ENOENT)`,
		`throws: Cannot edit ${path}: it is a directory (EISDIR)`,
	]);
});

test("older and sloppy arguments are put into shape", () => {
	const prepare = createEditTool("/").prepareArguments!;
	const edit = { oldText: "a", newText: "b" };
	const other = { oldText: "c", newText: "d" };
	expect([
		prepare({ path: "p", ...edit }),
		prepare({ path: "p", ...edit, edits: [other] }),
		prepare({ path: "p", edits: JSON.stringify([edit]) }),
		prepare({ path: "p", edits: edit }),
		prepare({ path: "p", edits: "no JSON" }),
		prepare({ path: "p" }),
		prepare(null),
	]).toEqual([
		{ path: "p", edits: [edit] },
		{ path: "p", edits: [other, edit] },
		{ path: "p", edits: [edit] },
		{ path: "p", edits: [edit] },
		{ path: "p", edits: "no JSON" },
		{ path: "p" },
		null,
	]);
});

test("PC-79: parallel edits of one file, one through a relative path and one through a link, are all kept", async () => {
	const folder = scratchFolder();
	folder.write("seq.txt", Array.from({ length: 100 }, (_, index) => `${index + 1}\n`).join(""));
	symlinkSync("seq.txt", `${folder.path}/link.txt`);
	const tool = createEditTool(folder.path);
	const change = (path: string, oldText: string, newText: string): Promise<unknown> =>
		tool.execute("call", { path, edits: [{ oldText, newText }] });
	await Promise.all([
		change(`${folder.path}/seq.txt`, "50\n", "FIFTY\n"),
		change("seq.txt", "75\n", "SEVENTY-FIVE\n"),
		change("link.txt", "25\n", "TWENTY-FIVE\n"),
	]);
	const lines = folder.read("seq.txt").split("\n");
	expect([lines[24], lines[49], lines[74], lines.length]).toEqual(["TWENTY-FIVE", "FIFTY", "SEVENTY-FIVE", 101]);
});

test("changes of one file wait for each other, also after a failure; other files do not wait", async () => {
	const folder = scratchFolder();
	const order: string[] = [];
	let open = (): void => {};
	const gate = new Promise<void>((resolve) => {
		open = resolve;
	});
	const first = withFileMutationQueue(`${folder.path}/a`, async () => {
		await gate;
		order.push("first");
		throw new Error("broken");
	});
	const second = withFileMutationQueue(`${folder.path}/x/../a`, async () => order.push("second"));
	await withFileMutationQueue(`${folder.path}/b`, async () => order.push("other"));
	open();
	await expect(first).rejects.toThrow("broken");
	await second;
	expect(order).toEqual(["other", "first", "second"]);
});

test("an abort before the write leaves the file as it is", async () => {
	const folder: ScratchFolder = scratchFolder();
	folder.write("e.txt", "a");
	const controller = new AbortController();
	const call = withFileMutationQueue(`${folder.path}/e.txt`, async () => controller.abort(new Error("stopped")));
	const edits = [{ oldText: "a", newText: "b" }];
	const text = textOf(createEditTool(folder.path).execute("call", { path: "e.txt", edits }, controller.signal));
	await call;
	expect([await text, folder.read("e.txt")]).toEqual(["throws: stopped", "a"]);
});

test("operations stand in for the disk, and are not given what is no text", async () => {
	const writeFile = vi.fn<EditOperations["writeFile"]>(async () => {});
	let content = Buffer.from("a\r\nb");
	const operations = { access: async () => {}, readFile: async () => content, writeFile };
	const tool = createEditTool("/remote", { operations });
	const edits = [{ oldText: "a", newText: "x" }];
	await tool.execute("call", { path: "e.txt", edits });
	content = Buffer.from([0xff, 0x61]);
	const refused = await textOf(tool.execute("call", { path: "e.txt", edits }));
	expect([writeFile.mock.calls, refused]).toEqual([
		[["/remote/e.txt", "x\r\nb"]],
		"throws: Cannot edit /remote/e.txt: it is not UTF-8 text, and these operations write only text",
	]);
});
