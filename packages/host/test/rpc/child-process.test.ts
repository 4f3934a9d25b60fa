import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { ensureBuilt, LAUNCHER, LONGEST_BUILD_MS } from "../../../../test/end-to-end/support/built-program.ts";
import { createHome, type Home } from "../../../../test/end-to-end/support/home.ts";
import { RpcClient } from "../../src/rpc/rpc-client.ts";

const SLOW = { text: "a b c d e f g h i j k l m n o p", chunkSize: 1, delayMs: 100 };

/** Says in a file how the session ended. */
const GOODBYE = `import { writeFileSync } from "node:fs";
export default (pi) => {
	console.log("noise that must not reach stdout");
	pi.on("session_shutdown", ({ reason }, ctx) => writeFileSync(ctx.cwd + "/goodbye", reason));
};`;

interface Child {
	readonly process: ChildProcessWithoutNullStreams;
	readonly ended: Promise<{ code: number | null; signal: string | null; stderr: string }>;
	send(text: string): void;
	/** Resolves when stdout has it. */
	output(text: string): Promise<string>;
}

beforeAll(ensureBuilt, LONGEST_BUILD_MS);

function homeWith(turns: object[]): Home {
	return createHome({ files: { "script.json": JSON.stringify({ turns }) }, extensions: { "goodbye.ts": GOODBYE } });
}

function start(home: Home): Child {
	const process_ = spawn(process.execPath, [LAUNCHER, "--mode", "rpc", "--model", "scripted/script.json"], {
		cwd: home.cwd,
		env: { PATH: process.env["PATH"], HOME: home.home },
		stdio: "pipe",
	});
	onTestFinished(() => void process_.kill("SIGKILL"));
	let stdout = "";
	let stderr = "";
	process_.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
	process_.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
	process_.stdin.on("error", () => {}); // A test may close the other end.
	return {
		process: process_,
		ended: new Promise((resolve) => process_.on("close", (code, signal) => resolve({ code, signal, stderr }))),
		send: (text) => void process_.stdin.write(text),
		output: (text) =>
			vi.waitFor(
				() => {
					if (!stdout.includes(text)) throw new Error(`no ${text} in ${stdout}; stderr: ${stderr}`);
					return stdout;
				},
				{ timeout: 15_000, interval: 10 },
			),
	};
}

const goodbye = (home: Home): string =>
	existsSync(join(home.cwd, "goodbye")) ? readFileSync(join(home.cwd, "goodbye"), "utf8") : "";

test("stdout holds records only, a broken line is survived, and the end of stdin is an orderly end (W01, PC-69)", async () => {
	const home = homeWith([{ text: "x\u2028y" }]);
	const child = start(home);
	child.send('{broken\n{"id":"1","type":"prompt","message":"a\u2028b"}\r\n');
	await child.output('"agent_settled"');
	child.send('{"id":"2","type":"get_last_assistant_text"}\n');
	const stdout = await child.output('"id":"2"');
	child.process.stdin.end();
	const { code, stderr } = await child.ended;
	const records = stdout
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line) as Record<string, unknown>);
	const responses = records.filter(({ type }) => type === "response").map(({ id, success }) => [id, success]);
	expect([responses, records.at(-1)?.["data"], code, goodbye(home), stderr.includes("noise")]).toEqual([
		[
			[undefined, false],
			["1", true],
			["2", true],
		],
		{ text: "x\u2028y" },
		0,
		"quit",
		true,
	]);
});

test.each([
	["SIGTERM", 143],
	["SIGHUP", 129],
] as const)("%s during a run is an orderly end (O09)", async (signal, expected) => {
	const home = homeWith([SLOW]);
	const child = start(home);
	child.send('{"id":"1","type":"prompt","message":"go"}\n');
	await child.output("text_delta");
	child.process.kill(signal);
	const { code } = await child.ended;
	await child.output('{"type":"agent_settled","aborted":true}');
	expect([code, goodbye(home)]).toEqual([expected, "quit"]);
});

test("a reader of stdout that went away ends the program quietly", async () => {
	const home = homeWith([SLOW]);
	const child = start(home);
	child.send('{"id":"1","type":"prompt","message":"go"}\n');
	await child.output("text_delta");
	child.process.stdout.destroy();
	const { code, stderr } = await child.ended;
	expect([code, goodbye(home), /EPIPE/.test(stderr)]).toEqual([0, "quit", false]);
});

test("@file arguments are refused", async () => {
	const home = homeWith([]);
	const child = spawn(process.execPath, [LAUNCHER, "--mode", "rpc", "@script.json"], {
		cwd: home.cwd,
		env: { PATH: process.env["PATH"], HOME: home.home },
	});
	let stderr = "";
	child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
	const code = await new Promise((resolve) => child.on("close", resolve));
	expect([code, stderr]).toEqual([1, expect.stringContaining("@file arguments cannot be used in RPC mode")]);
});

function clientFor(home: Home, args: string[] = ["--model", "scripted/script.json"]): RpcClient {
	const client = new RpcClient({ cliPath: LAUNCHER, cwd: home.cwd, env: { HOME: home.home }, args });
	onTestFinished(() => client.stop());
	return client;
}

test("RpcClient starts, asks, waits and stops (W07)", async () => {
	const home = homeWith([{ text: "first" }, { text: "second" }]);
	const client = clientFor(home);
	await client.start();
	const seen: string[] = [];
	const unsubscribe = client.onEvent(({ type }) => void seen.push(type));
	const events = await client.promptAndWait("one");
	unsubscribe();
	const idle = client.waitForIdle();
	const disposition = await client.prompt("two");
	await idle;
	const last = await client.getLastAssistantText();
	const bash = await client.bash("printf hi");
	await client.stop();
	expect([seen.length === events.length, events.at(-1), disposition, last, bash.output, goodbye(home)]).toEqual([
		true,
		{ type: "agent_settled", aborted: false },
		"started",
		"second",
		"hi",
		"quit",
	]);
	await expect(async () => client.getState()).rejects.toThrow("The client is not started");
});

test("RpcClient rejects with what a refused command says, and with stderr when the agent does not start", async () => {
	const home = homeWith([]);
	const client = clientFor(home);
	await client.start();
	await expect(client.setModel("x", "y")).rejects.toThrow("Model not found: x/y");
	await expect(clientFor(home, ["--no-such-option"]).start()).rejects.toThrow(/ended with code 1: .*no-such-option/s);
});
