import { expect, test } from "vitest";
import type { ExecOptions, ExecResult } from "../../src/platform/exec-command.ts";
import { startTestHost } from "../harness.ts";

test("the bus reaches all extensions in order, and a handler that throws stops nobody (API19)", async () => {
	const host = await startTestHost({ model: [] });
	const heard: unknown[] = [];
	let off = (): void => {};
	host.extension((pi) => {
		pi.events.on("news", (data) => void heard.push(["first", data]));
		pi.events.on("news", () => {
			throw new Error("bad ear");
		});
		pi.events.on("news", async () => {
			await Promise.resolve();
			throw new Error("late bad ear");
		});
	}, "broken.ts");
	host.extension((pi) => {
		off = pi.events.on("news", (data) => void heard.push(["second", data]));
		// During loading as well.
		pi.events.emit("news", "early");
		pi.on("session_start", () => {
			pi.events.emit("news", { n: 1 });
			off();
			pi.events.emit("news", { n: 2 });
			pi.events.emit("silence", "nobody hears");
		});
	});

	await host.start();

	expect([
		heard,
		host.faults.map(({ extensionPath, event, error }) => `${extensionPath} ${event} ${error}`).sort(),
	]).toEqual([
		[
			["first", "early"],
			["second", "early"],
			["first", { n: 1 }],
			["second", { n: 1 }],
			["first", { n: 2 }],
		],
		[
			...Array<string>(3).fill("broken.ts events:news bad ear"),
			...Array<string>(3).fill("broken.ts events:news late bad ear"),
		],
	]);
});

test("subscriptions of the bus end with the session (API19)", async () => {
	const host = await startTestHost({ model: [] });
	const heard: unknown[] = [];
	let emit: (channel: string, data: unknown) => void = () => {};
	host.extension((pi) => {
		emit = pi.events.emit;
		pi.events.on("news", (data) => void heard.push(data));
	});

	const agent = await host.start();
	emit("news", "alive");
	await agent.dispose();
	emit("news", "dead");

	expect(heard).toEqual(["alive"]);
});

/** What `pi.exec` gives when a handler calls it. */
async function exec(command: string, args: string[], options?: ExecOptions): Promise<ExecResult> {
	const host = await startTestHost({ model: [], files: { "here.txt": "" } });
	const results: ExecResult[] = [];
	host.extension(
		(pi) => void pi.on("session_start", async () => void results.push(await pi.exec(command, args, options))),
	);
	await host.start();
	return results[0]!;
}

test.each<
	[what: string, command: string, args: string[], options: ExecOptions | undefined, result: Partial<ExecResult>]
>([
	[
		"both outputs and the code",
		"sh",
		["-c", "echo out; echo err >&2; exit 4"],
		undefined,
		{ stdout: "out\n", stderr: "err\n", code: 4, killed: false, truncated: false },
	],
	[
		"arguments as they are, because no shell reads them",
		"echo",
		["$HOME", "a  b"],
		undefined,
		{ stdout: "$HOME a  b\n" },
	],
	["the session's folder", "ls", [], undefined, { stdout: "here.txt\n" }],
	["another folder", "pwd", [], { cwd: "/" }, { stdout: "/\n" }],
	["128 and the number of a signal", "sh", ["-c", "kill -9 $$"], undefined, { code: 137, killed: false }],
	["143 after a timeout", "sleep", ["60"], { timeout: 1 }, { code: 143, killed: true }],
	["what fits when there is too much", "echo", ["abcdef"], { maxBuffer: 3 }, { stdout: "abc", truncated: true }],
])("a program gives %s (API15)", async (_what, command, args, options, result) => {
	expect(await exec(command, args, options)).toMatchObject(result);
});

test("a program that does not exist is code 1 with the reason, not a rejection (API15)", async () => {
	expect(await exec("no-such-program", [])).toEqual({
		stdout: "",
		stderr: expect.stringContaining("no-such-program"),
		code: 1,
		killed: false,
		truncated: false,
	});
});

test("a program is killed by its signal (API15)", async () => {
	const { code, killed } = await exec("sleep", ["60"], { signal: AbortSignal.abort() });

	expect([code !== 0, killed]).toEqual([true, true]);
});
