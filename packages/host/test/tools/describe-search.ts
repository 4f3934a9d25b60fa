import { mkdirSync, symlinkSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { BackendSearch, ToolBackend } from "../../src/platform/backend.ts";
import { createLocalBackend } from "../../src/platform/local-backend.ts";
import { createFindTool } from "../../src/tools/find/find-tool.ts";
import { createGrepTool } from "../../src/tools/grep/grep-tool.ts";
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

function grepper(
	folder: ScratchFolder,
	backend: ToolBackend,
): (pattern: string, options?: Omit<GrepInput, "pattern">) => Promise<string> {
	const tool = createGrepTool(folder.path, { backend });
	return (pattern, options = {}) => textOf(tool.execute("call", { pattern, ...options }));
}

function finder(
	folder: ScratchFolder,
	backend: ToolBackend,
): (pattern: string, options?: { path?: string; limit?: number }) => Promise<string> {
	const tool = createFindTool(folder.path, { backend });
	return (pattern, options = {}) => textOf(tool.execute("call", { pattern, ...options }));
}

/** What the search tools promise, whatever does the searching. */
export function describeSearch(name: string, search: BackendSearch): void {
	const backend: ToolBackend = { ...createLocalBackend(), search };
	describe(`searching ${name}`, () => {
		test("grep names path and line of matches and leaves out what is ignored, without a repository", async () => {
			const grep = grepper(project(), backend);
			expect(await grep("foo")).toBe(
				".hidden/h.ts:1: foo\nsrc/a.ts:1: const foo = 1;\nsrc/a.ts:2: foo bar\nsrc/deep/b.ts:2: foo",
			);
		});

		test("grep searches a folder or one file, and what it is told to even if ignored", async () => {
			const grep = grepper(project(), backend);
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
			const grep = grepper(folder, backend);
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
			const grep = grepper(folder, backend);
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
			const tool = createGrepTool(folder.path, { backend });
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
			const tool = createGrepTool(folder.path, { backend });
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
			const grep = grepper(folder, backend);
			expect([await grep("(", { path: "src" }), await grep("foo", { path: "nope" })]).toEqual([
				expect.stringMatching(/^throws: Invalid search pattern "\(": un\w+ group$/),
				`throws: Path not found: ${folder.path}/nope`,
			]);
		});

		test("find compares names at any depth, and paths where the pattern has a slash", async () => {
			const folder = project();
			folder.write("node_modules/x/i.ts", "");
			folder.write(".git/config.ts", "");
			const find = finder(folder, backend);
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
			const find = finder(project(), backend);
			expect([await find("deep"), await find("src/"), await find("s*")]).toEqual(["src/deep/", "src/", "src/"]);
		});

		test("find stops at its limit and says so only when there is more", async () => {
			const folder = project();
			const tool = createFindTool(folder.path, { backend });
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
				await finder(nested, backend)("**/AGENTS*.md"),
				await finder(folder, backend)("**/AGENTS*.md", { path: "nested" }),
				await grepper(nested, backend)("rules"),
			]).toEqual([
				"AGENTS.md\ndocs/AGENTS.local.md",
				"AGENTS.md\ndocs/AGENTS.local.md",
				"AGENTS.md:1: rules\ndocs/AGENTS.local.md:1: rules",
			]);
		});

		test("nearer and stronger ignore files win, and what was taken back is found", async () => {
			const folder = scratchFolder();
			folder.write(".gitignore", "*.log\n/top\nsub/x.txt\n**/deep/skip\nKeep.txt\n");
			folder.write(".ignore", "!ok.log\n");
			folder.write("ok.log", "foo");
			folder.write("no.log", "foo");
			folder.write("top", "foo");
			folder.write("keep.txt", "foo");
			folder.write("sub/top", "foo");
			folder.write("sub/x.txt", "foo");
			folder.write("sub/.gitignore", "!special.log\nlocal/\n");
			folder.write("sub/special.log", "foo");
			folder.write("sub/local/a", "foo");
			folder.write("sub/local.txt", "foo");
			folder.write("a/deep/skip/b", "foo");
			folder.write("a/deep/kept", "foo");
			folder.write("r/.rgignore", "one\n");
			folder.write("r/.ignore", "!one\ntwo\n");
			folder.write("r/one", "foo");
			folder.write("r/two", "foo");
			const files =
				"a/deep/kept keep.txt ok.log r/.ignore r/.rgignore sub/.gitignore sub/local.txt sub/special.log sub/top";
			const found = (await finder(folder, backend)("*")).split("\n").filter((path) => !path.endsWith("/"));
			expect(found).toEqual([".gitignore", ".ignore", ...files.split(" ")]);
			expect((await grepper(folder, backend)("foo")).replaceAll(":1: foo", "").split("\n")).toEqual(
				files.split(" ").filter((path) => !path.includes("ignore")),
			);
		});

		test("an ignored folder that is searched itself shows what is in it", async () => {
			const folder = scratchFolder();
			folder.write(".gitignore", "build/\nnode_modules\n*.tmp\n");
			folder.write("build/out/a.js", "foo");
			folder.write("build/out/b.tmp", "foo");
			folder.write("node_modules/x/i.js", "foo");
			const find = finder(folder, backend);
			expect([
				await find("*.js"),
				await find("*", { path: "build" }),
				await find("*.js", { path: "node_modules/x" }),
				await grepper(folder, backend)("foo", { path: "build/out" }),
			]).toEqual(["No files found matching pattern", "out/\nout/a.js", "i.js", "a.js:1: foo"]);
		});

		test("a folder that a stronger file takes back shows what is in it", async () => {
			const folder = scratchFolder();
			folder.write(".gitignore", "gen/\n");
			folder.write(".ignore", "!gen/\n");
			folder.write("gen/sub/a.ts", "foo");
			expect([await finder(folder, backend)("*.ts"), await grepper(folder, backend)("foo")]).toEqual([
				"gen/sub/a.ts",
				"gen/sub/a.ts:1: foo",
			]);
		});

		test("a repository excludes for itself, and is not followed out of through links", async () => {
			const folder = scratchFolder();
			folder.write("outside/a.txt", "foo");
			folder.write("repo/.git/info/exclude", "secret\n");
			folder.write("repo/secret", "foo");
			folder.write("repo/open", "foo");
			symlinkSync("../outside", `${folder.path}/repo/link`);
			symlinkSync("../outside/a.txt", `${folder.path}/repo/file-link`);
			const repository = { ...folder, path: `${folder.path}/repo` };
			expect([await finder(repository, backend)("*"), await grepper(repository, backend)("foo")]).toEqual([
				"open",
				"open:1: foo",
			]);
		});

		test("results come in the order of paths", async () => {
			const folder = scratchFolder();
			for (const name of ["b/z", "b.txt", "B", "a-1", "a/x", "a.txt", "\u00E9", "z"]) folder.write(name, "foo\n");
			const inOrder = ["B", "a/x", "a-1", "a.txt", "b/z", "b.txt", "z", "\u00E9"];
			expect((await finder(folder, backend)("*")).split("\n").filter((path) => !path.endsWith("/"))).toEqual(inOrder);
			expect((await grepper(folder, backend)("foo")).split("\n")).toEqual(inOrder.map((path) => `${path}:1: foo`));
		});

		test("binary files are left out unless they are named, and other encodings are read", async () => {
			const folder = scratchFolder();
			folder.write("a.bin", "foo\0bar\nfoo2\n");
			folder.write("b.txt", Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from("foo bom\n")]));
			folder.write("c.txt", Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("foo \u00E9\n", "utf16le")]));
			folder.write("d.txt", Buffer.concat([Buffer.from("x"), Buffer.from([0xff]), Buffer.from(" foo")]));
			folder.write("e.txt", "");
			const grep = grepper(folder, backend);
			expect([await grep("^foo|x"), await grep("foo2", { path: "a.bin" })]).toEqual([
				"b.txt:1: foo bom\nc.txt:1: foo \u00E9\nd.txt:1: x\uFFFD foo",
				"a.bin:2: foo2",
			]);
		});

		test("lines that reach over the pieces a file is read in are whole", async () => {
			const folder = scratchFolder();
			folder.write("long.txt", `${`${"\u00E9".repeat(1000)}\n`.repeat(200)}needle\n${"y".repeat(100)}end`);
			const grep = grepper(folder, backend);
			expect([await grep("needle", { context: 1 }), await grep("\u00E9{1000}$", { limit: 1 })]).toEqual([
				`long.txt-200- ${"\u00E9".repeat(500)}... [truncated]\nlong.txt:201: needle\nlong.txt-202- ${"y".repeat(100)}end\n\n[Some lines truncated to 500 chars. Use read tool to see full lines]`,
				expect.stringMatching(/^long\.txt:1: \u00E9{500}/),
			]);
		});

		test.each([
			["(?i)FOO", "1 2"],
			["^foo", "1"],
			["foo$", "1"],
			["\\bbar\\b", "3"],
			["(?P<name>x)\\-y", "4"],
			["[[:digit:]]{2}", "5 8"],
			["a.c", "6"],
			["\\Aa\\tc\\z", "6"],
			["\\.", "7"],
			["\\p{Lu}", "2 8"],
			["caf\u00E9", "9"],
			["\\x41|\\s\\d+", "8"],
			["[^a-z ]oo", "2"],
		])("the pattern %s means the same", async (pattern, lines) => {
			const folder = scratchFolder();
			folder.write("f", "foo\nx Foo\na bar b\nx-y\nn12\na\tc\n.\nA 12 B\ncaf\u00E9\n");
			const text = await grepper(folder, backend)(pattern);
			expect(
				text
					.replace(/^f:(\d+):.*$/gm, "$1")
					.split("\n")
					.join(" "),
			).toBe(lines);
		});

		test("an aborted search throws the reason of the abort", async () => {
			const folder = project();
			const signal = AbortSignal.abort(new Error("stopped"));
			expect([
				await textOf(createGrepTool(folder.path, { backend }).execute("call", { pattern: "foo" }, signal)),
				await textOf(createFindTool(folder.path, { backend }).execute("call", { pattern: "*" }, signal)),
			]).toEqual(["throws: stopped", "throws: stopped"]);
		});
	});
}
