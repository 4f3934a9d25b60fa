import { mkdirSync, symlinkSync } from "node:fs";
import { expect, test } from "vitest";
import { createFindTool } from "../../src/tools/find/find-tool.ts";
import { createGrepTool } from "../../src/tools/grep/grep-tool.ts";
import { createLsTool } from "../../src/tools/ls/ls-tool.ts";
import { type ScratchFolder, scratchFolder } from "./scratch-folder.ts";
import { textOf } from "./tool-outcome.ts";

/** A project that is no repository, with an ignore file. */
function project(): ScratchFolder {
	const folder = scratchFolder();
	folder.write(".gitignore", "ignored\n*.log\n");
	folder.write("src/a.ts", "const foo = 1;\nfoo bar\nFoo\n");
	folder.write("src/deep/b.ts", "x\r\nfoo\r\ny\r\n");
	folder.write("ignored/c.ts", "foo\n");
	folder.write("z.log", "foo\n");
	folder.write(".hidden/h.ts", "foo\n");
	folder.write("binary", "foo\0bar\n");
	return folder;
}

type GrepInput = Parameters<ReturnType<typeof createGrepTool>["execute"]>[1];

function grepper(folder: ScratchFolder): (pattern: string, options?: Omit<GrepInput, "pattern">) => Promise<string> {
	const tool = createGrepTool(folder.path);
	return (pattern, options = {}) => textOf(tool.execute("call", { pattern, ...options }));
}

function finder(
	folder: ScratchFolder,
): (pattern: string, options?: { path?: string; limit?: number }) => Promise<string> {
	const tool = createFindTool(folder.path);
	return (pattern, options = {}) => textOf(tool.execute("call", { pattern, ...options }));
}

test("grep names path and line of matches and leaves out what is ignored, without a repository", async () => {
	const grep = grepper(project());
	expect(await grep("foo")).toBe(
		".hidden/h.ts:1: foo\nsrc/a.ts:1: const foo = 1;\nsrc/a.ts:2: foo bar\nsrc/deep/b.ts:2: foo",
	);
});

test("grep searches a folder or one file, and what it is told to even if ignored", async () => {
	const grep = grepper(project());
	expect([
		await grep("foo", { path: "src" }),
		await grep("foo", { path: "@src/a.ts" }),
		await grep("foo", { path: "z.log" }),
	]).toEqual([
		"a.ts:1: const foo = 1;\na.ts:2: foo bar\ndeep/b.ts:2: foo",
		"a.ts:1: const foo = 1;\na.ts:2: foo bar",
		"z.log:1: foo",
	]);
});

test("grep selects files without lifting the ignore rules", async () => {
	const folder = project();
	folder.write("ignored/d.log", "foo");
	folder.write("note.md", "foo");
	const grep = grepper(folder);
	expect([
		await grep("foo", { glob: "*.ts" }),
		await grep("foo", { glob: "src/*.ts" }),
		await grep("foo", { glob: "src/**/*.ts" }),
		await grep("foo", { glob: "*.{md,log}" }),
		await grep("foo", { glob: "{src,.hidden}/**" }),
		await grep("foo", { glob: "!*.ts" }),
	]).toEqual([
		".hidden/h.ts:1: foo\nsrc/a.ts:1: const foo = 1;\nsrc/a.ts:2: foo bar\nsrc/deep/b.ts:2: foo",
		"src/a.ts:1: const foo = 1;\nsrc/a.ts:2: foo bar",
		"src/a.ts:1: const foo = 1;\nsrc/a.ts:2: foo bar\nsrc/deep/b.ts:2: foo",
		"note.md:1: foo",
		".hidden/h.ts:1: foo\nsrc/a.ts:1: const foo = 1;\nsrc/a.ts:2: foo bar\nsrc/deep/b.ts:2: foo",
		"note.md:1: foo",
	]);
});

test("grep shows lines around matches once, and knows case and plain text", async () => {
	const folder = project();
	folder.write("s.txt", "alpha\nbeta\nfoo1\ngamma\ndelta\nfoo2\nfoo3\nend\n");
	const grep = grepper(folder);
	expect([
		await grep("foo", { path: "s.txt", context: 1 }),
		await grep("FOO1", { path: "s.txt", ignoreCase: true }),
		await grep("foo.*", { path: "s.txt", literal: true }),
		await grep("-foo", { path: "s.txt" }),
	]).toEqual([
		"s.txt-2- beta\ns.txt:3: foo1\ns.txt-4- gamma\ns.txt-5- delta\ns.txt:6: foo2\ns.txt:7: foo3\ns.txt-8- end",
		"s.txt:3: foo1",
		"No matches found",
		"No matches found",
	]);
});

test("grep stops at its limit and says so only when there is more", async () => {
	const folder = scratchFolder();
	folder.write("s.txt", "foo1\nfoo2\nx\nfoo3\n");
	const tool = createGrepTool(folder.path);
	const limited = await tool.execute("call", { pattern: "foo", limit: 2 });
	const note = "[2 matches limit reached. Use limit=4 for more, or refine pattern]";
	expect(limited).toEqual({
		content: [{ type: "text", text: `s.txt:1: foo1\ns.txt:2: foo2\n\n${note}` }],
		details: { matchLimitReached: 2 },
	});
	expect([
		await textOf(tool.execute("call", { pattern: "foo", limit: 3 })),
		await textOf(tool.execute("call", { pattern: "foo", limit: 1, context: 1 })),
		await textOf(tool.execute("call", { pattern: "foo", limit: 2, context: 1 })),
	]).toEqual([
		"s.txt:1: foo1\ns.txt:2: foo2\ns.txt:4: foo3",
		"s.txt:1: foo1\ns.txt-2- foo2\n\n[1 matches limit reached. Use limit=2 for more, or refine pattern]",
		`s.txt:1: foo1\ns.txt:2: foo2\ns.txt-3- x\n\n${note}`,
	]);
});

test("grep cuts long lines and long results", async () => {
	const folder = scratchFolder();
	folder.write("wide.txt", `${"q".repeat(600)}\n`.repeat(300));
	const tool = createGrepTool(folder.path);
	const result = await tool.execute("call", { pattern: "q", limit: 200 });
	const text = (result.content[0] as { text: string }).text;
	expect(text.split("\n")[0]).toBe(`wide.txt:1: ${"q".repeat(500)}... [truncated]`);
	expect(text.split("\n").at(-1)).toBe(
		"[200 matches limit reached. Use limit=400 for more, or refine pattern. 50.0KB limit reached. Some lines truncated to 500 chars. Use read tool to see full lines]",
	);
	expect(result.details).toMatchObject({
		matchLimitReached: 200,
		linesTruncated: true,
		truncation: { truncatedBy: "bytes", totalLines: 200 },
	});
});

test("grep explains what it cannot do in one line", async () => {
	const folder = project();
	const grep = grepper(folder);
	expect([await grep("(", { path: "src" }), await grep("foo", { path: "nope" })]).toEqual([
		'throws: Invalid search pattern "(": unclosed group',
		`throws: Path not found: ${folder.path}/nope`,
	]);
});

test("find compares names at any depth, and paths where the pattern has a slash", async () => {
	const folder = project();
	folder.write("node_modules/x/i.ts", "");
	folder.write(".git/config.ts", "");
	const find = finder(folder);
	expect([
		await find("*.ts"),
		await find("src/*.ts"),
		await find("./src/**/*.ts"),
		await find("deep/*.ts", { path: "src" }),
		await find(`${folder.path}/src/*.ts`),
		await find("*.{ts,log}", { path: "src/deep" }),
		await find("*.none"),
	]).toEqual([
		".hidden/h.ts\nsrc/a.ts\nsrc/deep/b.ts",
		"src/a.ts",
		"src/a.ts\nsrc/deep/b.ts",
		"deep/b.ts",
		"src/a.ts",
		"b.ts",
		"No files found matching pattern",
	]);
});

test("find finds folders too", async () => {
	const find = finder(project());
	expect([await find("deep"), await find("src/"), await find("s*")]).toEqual(["src/deep/", "src/", "src/"]);
});

test("find stops at its limit and says so only when there is more", async () => {
	const folder = project();
	const tool = createFindTool(folder.path);
	expect(await tool.execute("call", { pattern: "*.ts", limit: 1 })).toEqual({
		content: [{ type: "text", text: ".hidden/h.ts\n\n[1 results limit reached]" }],
		details: { resultLimitReached: 1 },
	});
	expect(await textOf(tool.execute("call", { pattern: "*.ts", limit: 3 }))).toBe(
		".hidden/h.ts\nsrc/a.ts\nsrc/deep/b.ts",
	);
});

test("PC-85: a parent that ignores everything hides nothing of a nested repository", async () => {
	const folder = scratchFolder();
	folder.write(".gitignore", "*\n!.gitignore\n");
	mkdirSync(`${folder.path}/.git`);
	folder.write("nested/.git/HEAD", "ref: refs/heads/main\n");
	folder.write("nested/AGENTS.md", "rules\n");
	folder.write("nested/docs/AGENTS.local.md", "rules\n");
	folder.write("nested/.gitignore", "build\n");
	folder.write("nested/build/AGENTS.md", "rules\n");
	const nested = { ...folder, path: `${folder.path}/nested` };
	expect([
		await finder(nested)("**/AGENTS*.md"),
		await finder(folder)("**/AGENTS*.md", { path: "nested" }),
		await grepper(nested)("rules"),
	]).toEqual([
		"AGENTS.md\ndocs/AGENTS.local.md",
		"AGENTS.md\ndocs/AGENTS.local.md",
		"AGENTS.md:1: rules\ndocs/AGENTS.local.md:1: rules",
	]);
});

test("find asks operations for one more than it shows and makes paths relative", async () => {
	const asked: unknown[] = [];
	const operations = {
		exists: () => true,
		glob: (...call: unknown[]) => {
			asked.push(call);
			return ["src/a.ts", "/remote/src/b.ts", "/remote/docs/"];
		},
	};
	const tool = createFindTool("/remote", { operations });
	expect([await textOf(tool.execute("call", { pattern: "*", limit: 3 })), asked]).toEqual([
		"src/a.ts\nsrc/b.ts\ndocs/",
		[["*", "/remote", { ignore: ["**/node_modules/**", "**/.git/**"], limit: 4 }]],
	]);
});

test("an aborted search throws the reason of the abort", async () => {
	const folder = project();
	const signal = AbortSignal.abort(new Error("stopped"));
	expect([
		await textOf(createGrepTool(folder.path).execute("call", { pattern: "foo" }, signal)),
		await textOf(createFindTool(folder.path).execute("call", { pattern: "*" }, signal)),
		await textOf(createLsTool(folder.path).execute("call", {}, signal)),
	]).toEqual(["throws: stopped", "throws: stopped", "throws: stopped"]);
});

test("ls sorts without regard to case, marks folders, and shows dotfiles and broken links", async () => {
	const folder = scratchFolder();
	for (const name of ["a", "B", ".dot", "_u", "sub/x"]) folder.write(name, "");
	symlinkSync("sub", `${folder.path}/link`);
	symlinkSync("/no/such", `${folder.path}/broken`);
	const tool = createLsTool(folder.path);
	expect(await textOf(tool.execute("call", {}))).toBe("_u\n.dot\na\nB\nbroken\nlink/\nsub/");
	expect(await tool.execute("call", { limit: 2 })).toEqual({
		content: [{ type: "text", text: "_u\n.dot\n\n[2 entries limit reached. Use limit=4 for more]" }],
		details: { entryLimitReached: 2 },
	});
});

test("ls says what it cannot list", async () => {
	const folder = project();
	mkdirSync(`${folder.path}/empty`);
	const tool = createLsTool(folder.path);
	const ls = (path: string): Promise<string> => textOf(tool.execute("call", { path }));
	expect([await ls("empty"), await ls("nope"), await ls("z.log")]).toEqual([
		"(empty directory)",
		`throws: Path not found: ${folder.path}/nope`,
		`throws: Cannot list ${folder.path}/z.log: it is not a directory`,
	]);
});
