import { execFileSync } from "node:child_process";
import { expect, test, vi } from "vitest";
import { type ProcessOutcome, type ProcessRequest, runProcess } from "../../src/platform/run-process.ts";

interface Run {
	outcome: Promise<ProcessOutcome>;
	abort: () => void;
	/** Settles with the first whole line of output. */
	firstLine: Promise<string>;
	output: () => string;
}

function run(script: string, options: Partial<ProcessRequest> = {}): Run {
	const controller = new AbortController();
	let output = "";
	let announce: (line: string) => void;
	const firstLine = new Promise<string>((resolve) => {
		announce = resolve;
	});
	const onStdout = (chunk: Buffer): void => {
		output += chunk.toString();
		const end = output.indexOf("\n");
		if (end !== -1) announce(output.slice(0, end));
	};
	const outcome = runProcess({ command: "sh", args: ["-c", script], onStdout, ...options }, controller.signal);
	return { outcome, firstLine, abort: () => controller.abort(), output: () => output };
}

/** A process whose parent has not yet asked for its end is no longer running. */
function isRunning(pid: string): boolean {
	try {
		return !/^$|^Z/.test(execFileSync("ps", ["-o", "stat=", "-p", pid], { encoding: "utf8" }).trim());
	} catch {
		// `ps` fails when there is no such process.
		return false;
	}
}

test("a program runs with its output, its exit code and stdin at its end", async () => {
	const { outcome, output } = run('cat; read x; echo "[$x]"; exit 3');
	expect([await outcome, output()]).toEqual([{ exitCode: 3, endedBy: "itself" }, "[]\n"]);
});

test("input is written to stdin, also when the program does not read it", async () => {
	const { outcome, output } = run("head -c 5", { input: "hello".repeat(100_000) });
	expect([await outcome, output()]).toEqual([{ exitCode: 0, endedBy: "itself" }, "hello"]);
});

test("a signal is reported as 128 and its number", async () => {
	expect(await run("kill -9 $$").outcome).toEqual({ exitCode: 137, endedBy: "itself" });
});

test("abort ends everything the program started", async () => {
	const { outcome, firstLine, abort } = run("sleep 300 & echo $!; wait");
	const descendant = await firstLine;
	abort();
	expect(await outcome).toEqual({ exitCode: 143, endedBy: "abort" });
	await vi.waitFor(() => expect(isRunning(descendant)).toBe(false));
});

test("what ignores the polite signal is killed after the grace period", async () => {
	const script = "trap '' TERM; sh -c \"trap '' TERM; echo \\$\\$; while :; do sleep 1; done\"; sleep 300";
	const { outcome, firstLine, abort } = run(script, { killGraceMilliseconds: 50 });
	const descendant = await firstLine;
	abort();
	expect(await outcome).toEqual({ exitCode: 137, endedBy: "abort" });
	await vi.waitFor(() => expect(isRunning(descendant)).toBe(false));
});

test("a stopped program may clean up and say so", async () => {
	const { outcome, firstLine, abort, output } = run(
		"trap 'echo cleaned; exit 7' TERM; echo ready; while :; do sleep 0.01; done",
	);
	await firstLine;
	abort();
	expect([await outcome, output()]).toEqual([{ exitCode: 7, endedBy: "abort" }, "ready\ncleaned\n"]);
});

test("a time limit ends the program", async () => {
	expect(await run("sleep 300", { timeoutMilliseconds: 50 }).outcome).toEqual({ exitCode: 143, endedBy: "timeout" });
});

test("a time limit longer than timers can be does not end the program at once", async () => {
	expect(await run("exit 0", { timeoutMilliseconds: 1e12 }).outcome).toEqual({ exitCode: 0, endedBy: "itself" });
});

test("a descendant that holds the pipes open does not hold up the result, and lives on", async () => {
	const { outcome, output } = run("sleep 300 & echo $!");
	expect(await outcome).toEqual({ exitCode: 0, endedBy: "itself" });
	const descendant = output().trim();
	expect(isRunning(descendant)).toBe(true);
	process.kill(Number(descendant));
});

test("a descendant that keeps writing does not hold up the result, and can go on writing", async () => {
	const { outcome, output } = run("sh -c 'while echo tick; do sleep 0.02; done' & echo pid $!");
	expect(await outcome).toEqual({ exitCode: 0, endedBy: "itself" });
	const descendant = /pid (\d+)/.exec(output())![1]!;
	expect(isRunning(descendant)).toBe(true);
	process.kill(Number(descendant));
});

test("output written just before the end arrives whole", async () => {
	const { outcome, output } = run("seq 1 200000");
	await outcome;
	expect([output().length, output().endsWith("\n200000\n")]).toEqual([1_288_895, true]);
});

test("a signal that has fired already starts nothing", async () => {
	const signal = AbortSignal.abort();
	const onStdout = vi.fn<(chunk: Buffer) => void>();
	expect(await runProcess({ command: "echo", args: ["hi"], onStdout }, signal)).toEqual({
		exitCode: 143,
		endedBy: "abort",
	});
	expect(onStdout).not.toHaveBeenCalled();
});

test("a program that does not exist rejects", async () => {
	await expect(runProcess({ command: "no-such-program", args: [] }, undefined)).rejects.toThrow("ENOENT");
});

test("a run leaves no listener at the signal", async () => {
	const signal = new AbortController().signal;
	const added = vi.spyOn(signal, "addEventListener");
	const removed = vi.spyOn(signal, "removeEventListener");
	await runProcess({ command: "true", args: [] }, signal);
	expect(removed.mock.calls[0]?.slice(0, 2)).toEqual(added.mock.calls[0]?.slice(0, 2));
});
