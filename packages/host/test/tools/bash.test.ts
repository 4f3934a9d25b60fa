import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import type { AgentToolResult } from "@tau/agent";
import { afterEach, expect, test, vi } from "vitest";
import type { Clock } from "../../src/base/clock.ts";
import type { ExtensionToolContext } from "../../src/extension-api/context.ts";
import type { BashOperations } from "../../src/extension-api/tool-operations.ts";
import { createBashTool, createBashToolDefinition, createLocalBashOperations } from "../../src/tools/bash/bash-tool.ts";
import { OutputLog } from "../../src/tools/shell/output-log.ts";
import { runCommand, type ShellCommand } from "../../src/tools/shell/run-command.ts";
import { endedResult } from "../../src/tools/shell/shell-result.ts";
import type { BashToolOptions } from "../../src/tools/shell/shell-tool-options.ts";
import { scratchFolder } from "./scratch-folder.ts";
import { textOf } from "./tool-outcome.ts";

const spilled: string[] = [];

afterEach(() => {
	for (const path of spilled.splice(0)) rmSync(path, { force: true });
	vi.unstubAllEnvs();
});

function bash(command: string, options: BashToolOptions & { timeout?: number } = {}): Promise<string> {
	const { timeout, ...rest } = options;
	const tool = createBashTool(scratchFolder().path, rest);
	return textOf(tool.execute("call", { command, ...(timeout === undefined ? {} : { timeout }) }));
}

function textIn(result: AgentToolResult<unknown>): string {
	return result.content.map((part) => (part.type === "text" ? part.text : "")).join("");
}

test("both outputs come back together, with data for scripts", async () => {
	const result = await createBashTool(scratchFolder().path).execute("call", { command: "echo out; echo err >&2" });
	expect(result).toEqual({
		content: [{ type: "text", text: "out\nerr\n" }],
		details: undefined,
		structuredContent: { output: "out\nerr\n", truncated: false, exit_code: 0, wall_time_seconds: expect.any(Number) },
	});
});

test("a code other than 0 is an error that keeps the output and the data", async () => {
	const result = await createBashTool(scratchFolder().path).execute("call", { command: "echo out; exit 3" });
	expect(result).toMatchObject({
		content: [{ type: "text", text: "out\n\n\nCommand exited with code 3" }],
		structuredContent: { output: "out\n", exit_code: 3 },
		isError: true,
	});
});

test("no output is said, and a signal is 128 and its number", async () => {
	expect([await bash("true"), await bash("exit 2"), await bash("kill -9 $$")]).toEqual([
		"(no output)",
		"(no output)\n\nCommand exited with code 2",
		"(no output)\n\nCommand exited with code 137",
	]);
});

test("long output keeps its end; the whole is in a file for the user alone", async () => {
	const result = await createBashTool(scratchFolder().path).execute("call", { command: "seq 1 3000; exit 4" });
	const path = result.details!.fullOutputPath!;
	spilled.push(path);
	const text = textIn(result);
	expect(text.slice(0, 10)).toBe("1001\n1002\n");
	expect(text.slice(text.indexOf("\n3000"))).toBe(
		`\n3000\n\n[Showing lines 1001-3000 of 3000. Full output: ${path}]\n\nCommand exited with code 4`,
	);
	expect(result.details!.truncation).toMatchObject({
		totalLines: 3000,
		totalBytes: 13893,
		outputLines: 2000,
		truncatedBy: "lines",
	});
	const whole = Array.from({ length: 3000 }, (_, index) => `${index + 1}\n`).join("");
	expect([readFileSync(path, "utf8"), statSync(path).mode & 0o777]).toEqual([whole, 0o600]);
	expect(result.structuredContent).toMatchObject({ output: whole, truncated: false });
});

test("output of one long line keeps its end", async () => {
	const result = await createBashTool(scratchFolder().path).execute("call", {
		command: "head -c 70000 /dev/zero | tr '\\0' x",
	});
	const path = result.details!.fullOutputPath!;
	spilled.push(path);
	expect(textIn(result)).toBe(
		`${"x".repeat(51200)}\n\n[Showing last 50.0KB of line 1 (line is 68.4KB). Full output: ${path}]`,
	);
});

test("wide output is cut by bytes", async () => {
	const command = "for i in $(seq 1 1000); do printf '%099d\\n' $i; done";
	const result = await createBashTool(scratchFolder().path).execute("call", { command });
	const path = result.details!.fullOutputPath!;
	spilled.push(path);
	expect(textIn(result).slice(-100)).toContain(
		`\n\n[Showing lines 489-1000 of 1000 (50.0KB limit). Full output: ${path}]`,
	);
});

test("scripts get the first and the last half megabyte of very long output", async () => {
	const result = await createBashTool(scratchFolder().path).execute("call", { command: "seq 1 400000" });
	const path = result.details!.fullOutputPath!;
	spilled.push(path);
	const { output, truncated, full_output_path } = result.structuredContent as Record<string, string>;
	const whole = readFileSync(path, "utf8");
	const half = 512 * 1024;
	expect([whole.length, truncated, full_output_path]).toEqual([2_688_895, true, path]);
	expect(output).toBe(
		`${whole.slice(0, half)}\n[… ${whole.length - 2 * half} bytes left out …]\n${whole.slice(whole.length - half)}`,
	);
});

test("a command that takes too long is stopped and throws what it wrote", async () => {
	expect([
		await bash("sleep 300", { timeout: 0.05 }),
		await bash("echo pre; sleep 300", { timeout: 0.2 }),
		await bash("true", { timeout: 0 }),
		await bash("true", { timeout: Number.NaN }),
	]).toEqual([
		"throws: Command timed out after 0.05 seconds",
		"throws: pre\n\n\nCommand timed out after 0.2 seconds",
		"throws: Invalid timeout: must be a finite number of seconds above 0",
		"throws: Invalid timeout: must be a finite number of seconds above 0",
	]);
});

test("an aborted command throws what it wrote, one that never began throws at once", async () => {
	const controller = new AbortController();
	const tool = createBashTool(scratchFolder().path);
	const call = tool.execute("call", { command: "echo pre; sleep 300" }, controller.signal, ({ content }) => {
		if (content.length > 0) controller.abort();
	});
	expect([await textOf(call), await textOf(tool.execute("call", { command: "echo" }, controller.signal))]).toEqual([
		"throws: pre\n\n\nCommand aborted",
		"throws: Command aborted",
	]);
});

test("PC-81: commands that read input or search without a path return at once", async () => {
	const folder = scratchFolder();
	folder.write("a.txt", "needle\n");
	const tool = createBashTool(folder.path);
	const { findRipgrep } = await import("../../src/platform/ripgrep.ts");
	const commands = ["cat", 'read x; echo "[$x]"', "grep needle", `${await findRipgrep()} needle`];
	const results = await Promise.all(commands.map((command) => textOf(tool.execute("call", { command }))));
	expect(results).toEqual(["(no output)", "[]\n", "(no output)\n\nCommand exited with code 1", "a.txt:needle\n"]);
});

test("a background job does not hold up the result", async () => {
	const text = await bash("sleep 300 & echo $!");
	process.kill(Number(text));
	expect(Number(text)).toBeGreaterThan(0);
});

test("output is shown while the command runs, and no timer is left behind", async () => {
	const setTimer = vi.spyOn(globalThis, "setTimeout");
	const clearTimer = vi.spyOn(globalThis, "clearTimeout");
	const folder = scratchFolder();
	const seen: string[] = [];
	// The command goes on only when its output was seen.
	const command = "echo one; while [ ! -e go ]; do sleep 0.01; done; echo two";
	const result = await createBashTool(folder.path).execute("call", { command }, undefined, (partial) => {
		seen.push(textIn(partial));
		if (textIn(partial) === "one\n" && !existsSync(`${folder.path}/go`)) folder.write("go", "");
	});
	expect([seen.slice(0, 2), textIn(result)]).toEqual([["", "one\n"], "one\ntwo\n"]);
	const cleared = new Set(clearTimer.mock.calls.map(([timer]) => timer));
	const created = setTimer.mock.calls
		.map(([callback, delay], index) => ({ callback, delay, timer: setTimer.mock.results[index]!.value }))
		.filter(({ delay }) => delay === 100);
	expect(
		created.filter(
			({ timer }) => !cleared.has(timer) && (timer as NodeJS.Timeout & { _destroyed?: boolean })._destroyed !== true,
		),
	).toEqual([]);
});

test("commands learn about the session of the moment, never about an inherited one", async () => {
	vi.stubEnv("PI_SESSION_ID", "stale");
	vi.stubEnv("PI_MODEL", "stale");
	const show = 'echo "$PI_SESSION_ID|${PI_SESSION_FILE-unset}|$PI_PROVIDER|$PI_MODEL|$PI_REASONING_LEVEL"';
	const ctx = {
		sessionManager: { getSessionId: () => "s1", getSessionFile: () => undefined },
		model: { provider: "acme", id: "m1" },
		thinkingLevel: "high",
	} as unknown as ExtensionToolContext;
	const { path } = scratchFolder();
	const definition = createBashToolDefinition(path);
	// A tool that an extension spread into a definition is called with the context as well.
	const spread = { ...createBashTool(path) } as typeof definition;
	const hidden = createBashToolDefinition(path, { exposeSessionEnvironment: false });
	const run = (tool: typeof definition, given?: ExtensionToolContext): Promise<string> =>
		textOf(tool.execute("call", { command: show }, undefined, undefined, given));
	expect([await run(definition, ctx), await run(spread, ctx), await run(hidden, ctx), await run(definition)]).toEqual([
		"s1|unset|acme|m1|high\n",
		"s1|unset|acme|m1|high\n",
		"|unset|||\n",
		"|unset|||\n",
	]);
});

test("the prefix comes first, and the hook sees and changes what is run", async () => {
	const folder = scratchFolder();
	folder.write("sub/x", "");
	const text = await bash("echo $GREETING $TAU_TEST; pwd", {
		commandPrefix: "GREETING=hello",
		spawnHook: ({ command, env }) => ({
			command: `${command}; ls`,
			cwd: `${folder.path}/sub`,
			env: { ...env, TAU_TEST: "1" },
		}),
	});
	expect(text).toBe(`hello 1\n${folder.path}/sub\nx\n`);
});

test("a shell of one's own is used, and one that is missing is named", async () => {
	expect([await bash("echo $0", { shellPath: "/bin/sh" }), await bash("echo", { shellPath: "/nope/bash" })]).toEqual([
		"/bin/sh\n",
		"throws: Custom shell path not found: /nope/bash",
	]);
});

test("a working directory that is missing is named", async () => {
	expect(await textOf(createBashTool("/no/such/folder").execute("call", { command: "pwd" }))).toBe(
		"throws: Working directory does not exist: /no/such/folder",
	);
});

test("operations run the command elsewhere", async () => {
	const exec = vi.fn<BashOperations["exec"]>(async (command, cwd, options) => {
		options.onData(Buffer.from(`${cwd}$ ${command}\n`));
		return { exitCode: command === "lost" ? null : 143 };
	});
	const timedOut = { exec: async () => Promise.reject(new Error("timeout:5")) };
	const broken = { exec: async () => Promise.reject(new Error("no connection")) };
	const at = (operations: BashToolOptions["operations"], command: string): Promise<string> =>
		textOf(createBashTool("/remote", { operations: operations! }).execute("call", { command, timeout: 5 }));
	expect([
		await at({ exec }, "make"),
		await at({ exec }, "lost"),
		await at(timedOut, "x"),
		await at(broken, "x"),
	]).toEqual([
		"/remote$ make\n\n\nCommand exited with code 143",
		"throws: /remote$ lost\n\n\nCommand terminated without an exit code",
		"throws: Command timed out after 5 seconds",
		"throws: no connection",
	]);
	expect(exec.mock.calls[0]?.[2]).toMatchObject({ timeout: 5 });
});

test("the local shell can be had by itself and rejects with the published messages", async () => {
	const operations = createLocalBashOperations();
	const { path } = scratchFolder();
	const onData = vi.fn<(data: Buffer) => void>();
	const signal = AbortSignal.timeout(50);
	expect(await operations.exec("printf x", path, { onData })).toEqual({ exitCode: 0 });
	expect(onData.mock.calls).toEqual([[Buffer.from("x")]]);
	await expect(operations.exec("sleep 300", path, { onData, timeout: 0.05 })).rejects.toThrow("timeout:0.05");
	await expect(operations.exec("sleep 300", path, { onData, signal })).rejects.toThrow("aborted");
});

/** A command that never ends and hears nothing, and a clock that stands still until it is told. */
function deafCommand(): { command: ShellCommand; pass: () => void; waits: number[]; settle: () => void } {
	const waits: number[] = [];
	let pass = (): void => {};
	let settle = (): void => {};
	const exec: BashOperations["exec"] = async (_command, _cwd, { onData }) => {
		onData(Buffer.from("begun\n"));
		await new Promise<void>((resolve) => (settle = resolve));
		onData(Buffer.from("too late\n"));
		return { exitCode: 0 };
	};
	const clock: Clock = {
		after: (milliseconds, run) => {
			waits.push(milliseconds);
			pass = run;
			return () => void waits.push(-milliseconds);
		},
	};
	const command: ShellCommand = {
		input: { command: "deaf" },
		cwd: "/",
		operations: { exec },
		options: {},
		session: undefined,
		spillPrefix: "tau-test",
		onUpdate: undefined,
		clock,
	};
	return { command, waits, pass: () => pass(), settle: () => settle() };
}

test("operations that take no notice of an abort are waited for a short while only", async () => {
	const { command, pass, waits } = deafCommand();
	const controller = new AbortController();
	const call = textOf(runCommand(command, controller.signal));
	const before = [...waits];
	controller.abort();
	pass();
	expect([await call, before, waits]).toEqual([
		"throws: begun\n\n\nCommand aborted, but it may still be running",
		[],
		[3000, -3000],
	]);
});

test("operations that end within the while are taken at their word", async () => {
	const { command, settle, waits } = deafCommand();
	const controller = new AbortController();
	const call = textOf(runCommand(command, controller.signal));
	controller.abort();
	settle();
	expect([await call, waits]).toEqual(["begun\ntoo late\n", [3000, -3000]]);
});

test("output that never ends does not fill the disk, and the note says so", () => {
	const log = new OutputLog("tau-test", 100_000);
	for (let line = 0; line < 20_000; line++) log.append(Buffer.from(`${line}`.padStart(9, "0").concat("\n")));
	log.finish();
	const { path } = log.spill!;
	spilled.push(path);
	const [part] = endedResult(log, 0, 1).content;
	expect([
		statSync(path).size,
		readFileSync(path, "utf8").slice(-10),
		(part as { text: string }).text.slice(-160),
	]).toEqual([
		100_000,
		"000009999\n",
		expect.stringContaining(`\n\n[Showing lines 18001-20000 of 20000. First 97.7KB of the output: ${path}]`),
	]);
});
