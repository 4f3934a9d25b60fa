import { readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { withFileMutationQueue } from "@tau/host";
import { callTool, callTools, say, startTestHost, type TestHost } from "../harness.ts";
import { textTool } from "../harness/text-tool.ts";

const ALL = ["read", "bash", "edit", "write", "grep", "find", "ls"];

/** A host whose model makes each call in a turn of its own, and every tool active. */
async function call(
	calls: [name: string, args: Parameters<typeof callTool>[1]][],
	files: Record<string, string> = {},
): Promise<TestHost> {
	const host = await startTestHost({
		model: [...calls.map(([name, args]) => callTool(name, args)), say("done")],
		files,
		toolFlags: { tools: ALL },
	});
	await host.prompt("go");
	return host;
}

const answers = (host: TestHost): string[] => host.transcript().slice(1, -1);

const results = (host: TestHost) =>
	host.session.buildSessionContext().messages.flatMap((message) => (message.role === "toolResult" ? [message] : []));

const lines = (count: number): string => Array.from({ length: count }, (_, index) => `l${index + 1}`).join("\n");

test("a plain session declares read, bash, edit and write (BT01)", async () => {
	const host = await startTestHost({ model: [say("a")] });
	await host.prompt("go");

	expect(host.requests[0]?.tools.map(({ name }) => name)).toEqual(["read", "bash", "edit", "write"]);
});

test("read shows a part of a file and says how to go on, and refuses to start past its end (BT02)", async () => {
	const host = await call(
		[
			["read", { path: "n.txt", offset: 5, limit: 2 }],
			["read", { path: "n.txt", offset: 29 }],
			["read", { path: "n.txt", offset: 31 }],
			["read", { path: "gone.txt" }],
		],
		{ "n.txt": lines(30) },
	);

	expect(answers(host)).toEqual([
		"read: l5\nl6\n\n[24 more lines in file. Use offset=7 to continue.]",
		"read: l29\nl30",
		"read: Offset 31 is beyond end of file (30 lines total) (error)",
		expect.stringMatching(/^read: .*gone\.txt.* \(error\)$/),
	]);
});

test("read cuts after 2000 lines or 50 KB and tells what it cut (BT02)", async () => {
	const host = await call(
		[
			["read", { path: "long.txt" }],
			["read", { path: "wide.txt" }],
			["read", { path: "one-line.txt" }],
		],
		{ "long.txt": lines(3000), "wide.txt": `${"x".repeat(999)}\n`.repeat(100), "one-line.txt": "x".repeat(60_000) },
	);

	const cuts = results(host).map(({ details }) => (details as { truncation: object }).truncation);
	expect([cuts, answers(host).map((answer) => answer.slice(answer.lastIndexOf("[")))]).toMatchObject([
		[
			{ truncatedBy: "lines", outputLines: 2000, totalLines: 3000 },
			{ truncatedBy: "bytes", outputLines: 51 },
			{ firstLineExceedsLimit: true, outputLines: 0 },
		],
		[
			"[Showing lines 1-2000 of 3000. Use offset=2001 to continue.]",
			expect.stringContaining("(50.0KB limit). Use offset=52 to continue.]"),
			expect.stringMatching(/^\[Line 1 is 58\.6KB, exceeds 50\.0KB limit\. Use bash: /),
		],
	]);
});

test("read attaches an image (BT02)", async () => {
	const host = await startTestHost({ model: [callTool("read", { path: "dot.png" }), say("done")] });
	const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
	host.write("dot.png", Buffer.from(png, "base64"));

	await host.prompt("go");

	expect(results(host)[0]?.content.map((block) => [block.type, block.type === "image" && block.mimeType])).toEqual([
		["text", false],
		["image", "image/png"],
	]);
});

test("edit changes several places at once, keeps CRLF and the byte order mark, and shows the change (BT03)", async () => {
	const host = await call(
		[
			[
				"edit",
				{
					path: "a.txt",
					edits: [
						{ oldText: "one\ntwo", newText: "1\n2" },
						{ oldText: "four", newText: "4" },
					],
				},
			],
		],
		{ "a.txt": "\uFEFFone\r\ntwo\r\nthree\r\nfour\r\n" },
	);

	const details = results(host)[0]?.details as Record<string, unknown>;
	expect([host.read("a.txt"), Object.keys(details).sort(), details["firstChangedLine"]]).toEqual([
		"\uFEFF1\r\n2\r\nthree\r\n4\r\n",
		["diff", "firstChangedLine", "patch"],
		1,
	]);
});

test.each<[what: string, file: string, input: object, left: string]>([
	[
		"odd quotes, dashes and blanks",
		"say “hi” – now  \n",
		{ edits: [{ oldText: 'say "hi" - now\n', newText: "x\n" }] },
		"x\n",
	],
	["the older fields", "a\n", { oldText: "a", newText: "b" }, "b\n"],
	["edits written as text", "a\n", { edits: JSON.stringify([{ oldText: "a", newText: "b" }]) }, "b\n"],
	["a mention of the path", "a\n", { path: "@f.txt", edits: [{ oldText: "a", newText: "b" }] }, "b\n"],
])("edit accepts %s (BT03)", async (_what, file, input, left) => {
	const host = await call([["edit", { path: "f.txt", ...input } as never]], { "f.txt": file });

	expect([host.read("f.txt"), results(host)[0]?.isError]).toEqual([left, false]);
});

test.each<[what: string, edits: object[]]>([
	["text that is not there", [{ oldText: "z", newText: "y" }]],
	["text that is there twice", [{ oldText: "a", newText: "y" }]],
	["empty text", [{ oldText: "", newText: "y" }]],
	["a change of nothing", [{ oldText: "b", newText: "b" }]],
	[
		"edits that overlap",
		[
			{ oldText: "b\nc", newText: "1" },
			{ oldText: "c\nd", newText: "2" },
		],
	],
])("edit refuses %s and leaves the file (BT03)", async (_what, edits) => {
	const host = await call([["edit", { path: "f.txt", edits } as never]], { "f.txt": "a\na\nb\nc\nd\n" });

	expect([host.read("f.txt"), results(host)[0]?.isError]).toEqual(["a\na\nb\nc\nd\n", true]);
});

test("edits that need each other's output fail, because all match the original (TRAP45)", async () => {
	const edits = [
		{ oldText: "one", newText: "two" },
		{ oldText: "two", newText: "three" },
	];
	const host = await call([["edit", { path: "f.txt", edits }]], { "f.txt": "one\n" });

	expect([host.read("f.txt"), results(host)[0]?.isError]).toEqual(["one\n", true]);
});

test("three edits of one file in one message are all kept, also through a link (TRAP44, TL20)", async () => {
	const change = (path: string, word: string): Parameters<typeof callTools>[number] => [
		"edit",
		{ path, edits: [{ oldText: word, newText: word.toUpperCase() }] },
	];
	const host = await startTestHost({
		model: [callTools(change("a.txt", "one"), change("link.txt", "two"), change("./a.txt", "three")), say("done")],
		files: { "a.txt": "one\ntwo\nthree\n" },
	});
	symlinkSync(join(host.cwd, "a.txt"), join(host.cwd, "link.txt"));

	await host.prompt("go");

	expect(host.read("a.txt")).toBe("ONE\nTWO\nTHREE\n");
});

test("an extension's own file work waits in the same queue as edit, by real path (TL20)", async () => {
	const host = await startTestHost({
		model: [callTools(["append"], ["edit", { path: "a.txt", edits: [{ oldText: "a", newText: "b" }] }]), say("done")],
		files: { "a.txt": "a\n" },
	});
	symlinkSync(join(host.cwd, "a.txt"), join(host.cwd, "link.txt"));
	host.extension((pi) =>
		pi.registerTool(
			textTool("append", {
				run: () =>
					withFileMutationQueue(join(host.cwd, "link.txt"), async () => {
						const before = host.read("a.txt");
						// The edit is under way by now; without the queue its change would be lost.
						for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
						host.write("a.txt", `${before}more\n`);
						return "appended";
					}),
			}),
		),
	);

	await host.prompt("go");

	expect(host.read("a.txt")).toBe("b\nmore\n");
});

test("write makes folders and replaces what is there (BT04)", async () => {
	const host = await call([
		["write", { path: "d/e/f.txt", content: "first\n" }],
		["write", { path: "d/e/f.txt", content: "second\n" }],
	]);

	expect([answers(host), host.read("d/e/f.txt")]).toEqual([
		["write: Successfully wrote to d/e/f.txt", "write: Successfully wrote to d/e/f.txt"],
		"second\n",
	]);
});

test("a mention's @ is taken off the path by every file tool (TL21)", async () => {
	const host = await call(
		[
			["read", { path: "@d/a.txt" }],
			["ls", { path: "@d" }],
			["grep", { pattern: "hel", path: "@d" }],
			["find", { pattern: "*.txt", path: "@d" }],
		],
		{ "d/a.txt": "hello" },
	);

	expect(answers(host)).toEqual(["read: hello", "ls: a.txt", "grep: a.txt:1: hello", "find: a.txt"]);
});

test("bash gives merged output, the code of a failure, and a word where there is no output (BT05)", async () => {
	const host = await call([
		["bash", { command: "echo out; echo err >&2" }],
		["bash", { command: "echo out; exit 3" }],
		["bash", { command: "true" }],
		["bash", { command: "kill -9 $$" }],
		["bash", { command: "echo begun; sleep 60", timeout: 0.2 }],
	]);

	expect(answers(host)).toEqual([
		"bash: out\nerr\n",
		"bash: out\n\n\nCommand exited with code 3 (error)",
		"bash: (no output)",
		"bash: (no output)\n\nCommand exited with code 137 (error)",
		"bash: begun\n\n\nCommand timed out after 0.2 seconds (error)",
	]);
});

test("bash keeps the end of long output and the whole in a file (BT05)", async () => {
	const host = await call([["bash", { command: "seq 3000" }]]);

	const details = results(host)[0]?.details as { fullOutputPath: string; truncation: object } | undefined;
	const file = details?.fullOutputPath ?? "";
	onTestFinished(() => rmSync(file, { force: true }));
	expect([
		details?.truncation,
		answers(host)[0]?.startsWith("bash: 1001\n1002\n"),
		answers(host)[0]?.includes(file),
		readFileSync(file, "utf8").split("\n").length,
	]).toMatchObject([{ truncatedBy: "lines", outputLines: 2000, totalLines: 3000 }, true, true, 3001]);
});

test("programs get the structured output of bash (BT05, TL15)", async () => {
	const host = await startTestHost({ model: [callTool("run"), say("done")] });
	const got: unknown[] = [];
	host.extension((pi) =>
		pi.registerTool(
			textTool("run", {
				run: async (_params, { ctx }) => {
					got.push((await ctx.executeTool("bash", { command: "echo out; exit 3" })).result.structuredContent);
					return "ran";
				},
			}),
		),
	);

	await host.prompt("go");

	expect(got).toEqual([{ output: "out\n", truncated: false, exit_code: 3, wall_time_seconds: expect.any(Number) }]);
});

const SEARCHED = {
	"src/a.ts": "const foo = 1;\nFOO\n",
	"src/deep/b.ts": "a.b\nfoo\n",
	"skipped/c.ts": "foo\n",
	".gitignore": "skipped\n",
	"long.txt": `foo ${"x".repeat(600)}\n`,
};

test("grep names files and lines, knows its options, and leaves out what is ignored (BT06)", async () => {
	const host = await call(
		[
			["grep", { pattern: "foo", path: "src" }],
			["grep", { pattern: "foo", path: "src", ignoreCase: true, glob: "a.*" }],
			["grep", { pattern: "a.b", literal: true, context: 1 }],
			["grep", { pattern: "foo", path: "src/a.ts", ignoreCase: true, limit: 1 }],
			["grep", { pattern: "nothing at all" }],
		],
		SEARCHED,
	);

	expect([answers(host), results(host)[3]?.details]).toEqual([
		[
			"grep: a.ts:1: const foo = 1;\ndeep/b.ts:2: foo",
			"grep: a.ts:1: const foo = 1;\na.ts:2: FOO",
			"grep: src/deep/b.ts:1: a.b\nsrc/deep/b.ts-2- foo",
			expect.stringMatching(/^grep: a\.ts:1: const foo = 1;\n\n\[.*limit.*\]$/),
			"grep: No matches found",
		],
		{ matchLimitReached: 1 },
	]);
});

test("grep cuts lines after 500 characters and says so (BT06)", async () => {
	const host = await call([["grep", { pattern: "foo", path: "long.txt" }]], SEARCHED);

	const [line = ""] = answers(host)[0]?.replace("grep: long.txt:1: ", "").split("\n") ?? [];
	expect([line, results(host)[0]?.details]).toMatchObject([
		`foo ${"x".repeat(496)}... [truncated]`,
		{ linesTruncated: true },
	]);
});

test("find takes patterns with a slash from its folder on, honours ignore files and stops at its limit (BT07)", async () => {
	const host = await call(
		[
			["find", { pattern: "*.ts" }],
			["find", { pattern: "src/*.ts" }],
			["find", { pattern: "*.ts", limit: 1 }],
			["find", { pattern: "*.nothing" }],
		],
		SEARCHED,
	);

	expect([answers(host), results(host)[2]?.details]).toEqual([
		[
			"find: src/a.ts\nsrc/deep/b.ts",
			"find: src/a.ts",
			expect.stringMatching(/^find: src\/(a|deep\/b)\.ts\n\n\[.*limit.*\]$/),
			"find: No files found matching pattern",
		],
		{ resultLimitReached: 1 },
	]);
});

test("ls lists dotfiles and marks folders, in order, up to its limit (BT08)", async () => {
	const host = await call(
		[
			["ls", { path: "d" }],
			["ls", { path: "d", limit: 2 }],
		],
		{ "d/b.txt": "", "d/.hidden": "", "d/Sub/x": "" },
	);

	expect([answers(host), results(host)[1]?.details]).toEqual([
		["ls: .hidden\nb.txt\nSub/", expect.stringMatching(/^ls: \.hidden\nb\.txt\n\n\[.*limit.*\]$/)],
		{ entryLimitReached: 2 },
	]);
});

const PRINT_SESSION = 'echo "$PI_SESSION_ID|$PI_SESSION_FILE|$PI_PROVIDER|$PI_MODEL|$PI_REASONING_LEVEL|$PI_INHERITED"';

test.each([
	["told", undefined, (host: TestHost) => `${host.session.getSessionId()}||scripted|model|off|yes`],
	["kept from", { exposeSessionEnvironment: false }, () => "|||||yes"],
])("a command is %s the session of the moment, never an inherited one (BT09)", async (_what, bash, expected) => {
	for (const name of ["SESSION_ID", "SESSION_FILE", "PROVIDER", "MODEL", "REASONING_LEVEL"])
		vi.stubEnv(`PI_${name}`, "of another session");
	vi.stubEnv("PI_INHERITED", "yes");
	onTestFinished(() => void vi.unstubAllEnvs());
	const host = await startTestHost({
		model: [callTool("bash", { command: PRINT_SESSION }), say("done")],
		...(bash && { builtinOptions: { bash } }),
	});

	await host.prompt("go");

	expect(answers(host)).toEqual([`bash: ${expected(host)}\n`]);
});
