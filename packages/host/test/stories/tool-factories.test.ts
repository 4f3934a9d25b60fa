import { Readable } from "node:stream";
import {
	createBashToolDefinition,
	createEditTool,
	createFindTool,
	createGrepTool,
	createLocalBashOperations,
	createLocalPowerShellOperations,
	createLsTool,
	createPowerShellTool,
	createReadTool,
	createWriteTool,
	DEFAULT_MAX_BYTES,
	DEFAULT_MAX_LINES,
	defineTool,
	formatSize,
	isBashToolResult,
	isReadToolResult,
	isToolCallEventType,
	truncateHead,
	truncateLine,
	truncateTail,
	type BashOperations,
} from "@tau/host";
import { expect, test } from "vitest";
import { callTool, callTools, say, startTestHost } from "../harness.ts";
import { textTool } from "../harness/text-tool.ts";

/** Operations on files that exist only here, as an extension for another machine brings them. */
function farAway(): { log: string[]; tools: object[] } {
	const log: string[] = [];
	const content = Buffer.from("far foo\n");
	const note =
		(what: string) =>
		(path: string, ...more: unknown[]): void =>
			void log.push([what, path, ...more.filter((part) => typeof part === "string")].join(" "));
	const files = {
		readFile: async (path: string) => (note("read")(path), content),
		access: async (path: string) => note("access")(path),
		writeFile: async (path: string, text: string) => note("write")(path, JSON.stringify(text)),
		mkdir: async (path: string) => note("mkdir")(path),
	};
	const bash: BashOperations = {
		exec: async (command, cwd, { onData }) => {
			note("exec")(command, cwd);
			onData(Buffer.from("far out\n"));
			return { exitCode: 0 };
		},
	};
	const folders = {
		exists: () => true,
		stat: (path: string) => ({ isDirectory: () => path === "/far" }),
		readdir: () => ["b", "a"],
	};
	const tools = [
		createReadTool("/far", { operations: files }),
		createWriteTool("/far", { operations: files }),
		createEditTool("/far", { operations: files }),
		createBashToolDefinition("/far", { operations: bash }),
		createLsTool("/far", { operations: folders }),
		createFindTool("/far", { operations: { exists: () => true, glob: () => ["/far/found.ts"] } }),
	];
	return { log, tools };
}

test("operations of an extension stand in for the machine, under the names of the built-in tools (BT10)", async () => {
	const { log, tools } = farAway();
	const host = await startTestHost({
		model: [
			callTool("read", { path: "a.txt" }),
			callTool("write", { path: "d/b.txt", content: "new" }),
			callTool("edit", { path: "a.txt", edits: [{ oldText: "foo", newText: "bar" }] }),
			callTool("bash", { command: "make" }),
			callTool("ls"),
			callTool("find", { pattern: "*.ts" }),
			say("done"),
		],
		toolFlags: { tools: ["*"] },
	});
	host.extension((pi) => {
		for (const tool of tools) pi.registerTool(tool as never);
	});

	await host.prompt("go");

	expect([host.transcript().slice(1, -1), host.problems]).toEqual([
		[
			"read: far foo\n",
			"write: Successfully wrote to d/b.txt",
			"edit: Successfully replaced 1 block(s) in a.txt.",
			"bash: far out\n",
			"ls: a\nb",
			"find: found.ts",
		],
		[],
	]);
	expect(log.filter((line) => !line.startsWith("access"))).toEqual([
		"read /far/a.txt",
		"mkdir /far/d",
		'write /far/d/b.txt "new"',
		"read /far/a.txt",
		'write /far/a.txt "far bar\\n"',
		"exec make /far",
	]);
});

test("a read may come as a stream, and grep asks only whether its path is a folder (BT10)", async () => {
	const asked: string[] = [];
	const host = await startTestHost({
		model: [callTool("read", { path: "a.txt" }), callTool("grep", { pattern: "hel", path: "x.txt" }), say("done")],
		files: { "x.txt": "hello\n" },
		toolFlags: { tools: ["*"] },
	});
	host.extension((pi) => {
		pi.registerTool(
			createReadTool("/far", {
				operations: {
					access: async () => {},
					readFile: () => Promise.reject(new Error("read as a whole")),
					detectImageMimeType: async () => null,
					createReadStream: (path) => Readable.from([Buffer.from(`stream of ${path}`)]),
				},
			}) as never,
		);
		const isDirectory = (path: string): boolean => {
			asked.push(path);
			return false;
		};
		pi.registerTool(createGrepTool(host.cwd, { operations: { isDirectory } }) as never);
	});

	await host.prompt("go");

	expect([host.transcript().slice(1, 3), [...new Set(asked)]]).toEqual([
		["read: stream of /far/a.txt", "grep: x.txt:1: hello"],
		[`${host.cwd}/x.txt`],
	]);
});

test("a shell tool runs behind a prefix, and its hook changes command, folder and environment (BT11)", async () => {
	const host = await startTestHost({
		model: [callTool("bash", { command: 'echo "$ADDED in $PWD after $PREFIXED"' }), say("done")],
	});
	host.extension((pi) =>
		pi.registerTool(
			createBashToolDefinition(host.cwd, {
				commandPrefix: "PREFIXED=prefix",
				spawnHook: ({ command, env }) => ({ command: `${command}; true`, cwd: "/", env: { ...env, ADDED: "added" } }),
			}),
		),
	);

	await host.prompt("go");

	expect(host.transcript()[1]).toBe("bash: added in / after prefix\n");
});

test("the local shell can be had by itself (BT11)", async () => {
	const chunks: string[] = [];
	const run = createLocalBashOperations().exec('echo "$X"; exit 3', "/", {
		onData: (data) => void chunks.push(String(data)),
		env: { ...process.env, X: "x" },
	});

	expect([await run, chunks]).toEqual([{ exitCode: 3 }, ["x\n"]]);
});

test("the PowerShell tool and its operations exist on every platform (AD16)", () => {
	const { name, parameters, execute } = createPowerShellTool("/");

	expect([
		name,
		Object.keys((parameters as unknown as { properties: object }).properties),
		typeof execute,
		typeof createLocalPowerShellOperations().exec,
	]).toEqual(["powershell", ["command", "timeout"], "function", "function"]);
});

test("output is cut to 2000 lines and 50 KB, from either end, and long lines to a number of characters (BT12)", () => {
	const lines = Array.from({ length: 3000 }, (_, index) => `l${index + 1}`).join("\n");
	const wide = `first ${"x".repeat(60_000)} last`;

	expect([
		[DEFAULT_MAX_LINES, DEFAULT_MAX_BYTES, formatSize(DEFAULT_MAX_BYTES)],
		[truncateHead(lines).content.endsWith("\nl2000"), truncateTail(lines).content.startsWith("l1001\n")],
		truncateHead(wide).firstLineExceedsLimit,
		[truncateTail(wide).content.endsWith("x last"), truncateTail(wide).lastLinePartial],
		truncateLine("x".repeat(600), 500),
		truncateLine("short", 500),
	]).toEqual([
		[2000, 51_200, "50.0KB"],
		[true, true],
		true,
		[true, true],
		{ text: `${"x".repeat(500)}... [truncated]`, wasTruncated: true },
		{ text: "short", wasTruncated: false },
	]);
});

test("a cut tells the limit that applied and the lines and bytes before and after (AD15)", () => {
	expect([truncateHead("a\nb\nc\n", { maxLines: 2 }), truncateTail("aa\nbb\ncc", { maxBytes: 5 })]).toMatchObject([
		{
			content: "a\nb",
			truncated: true,
			truncatedBy: "lines",
			totalLines: 3,
			outputLines: 2,
			totalBytes: 6,
			outputBytes: 3,
		},
		{
			content: "bb\ncc",
			truncated: true,
			truncatedBy: "bytes",
			totalLines: 3,
			outputLines: 2,
			totalBytes: 8,
			outputBytes: 5,
		},
	]);
});

test("guards narrow events by tool, for built-in tools and one's own (TL22)", async () => {
	const host = await startTestHost({
		model: [callTools(["bash", { command: "echo hi" }], ["mine", { n: 4 }], ["ls"]), say("done")],
		toolFlags: { tools: ["*"] },
	});
	const seen: unknown[] = [];
	host.extension((pi) => {
		pi.registerTool(textTool("mine"));
		pi.on("tool_call", (event) => {
			if (isToolCallEventType("bash", event)) seen.push(event.input.command.toUpperCase());
			if (isToolCallEventType<"mine", { n: number }>("mine", event)) seen.push(event.input.n + 1);
		});
		pi.on("tool_result", (event) => {
			if (isBashToolResult(event)) seen.push(["bash", event.details?.truncation]);
			if (isReadToolResult(event)) seen.push("never");
		});
	});

	await host.prompt("go");

	expect(seen).toEqual(["ECHO HI", 5, ["bash", undefined]]);
});

test("a tool that is defined first keeps the type of its parameters and is the same object (TL22)", () => {
	const plain = {
		name: "t",
		label: "T",
		description: "d",
		parameters: { type: "object" } as never,
		execute: async () => ({ content: [], details: {} }),
	};

	expect(defineTool(plain)).toBe(plain);
});
