import { expect, test } from "vitest";
import { execCommand } from "../../src/platform/exec-command.ts";
import { scratchFolder } from "./scratch-folder.ts";

const ended = { killed: false, truncated: false };

test("both outputs and the exit code of a program are reported", async () => {
	const result = await execCommand("sh", ["-c", "echo o; echo e >&2; exit 7"]);
	expect(result).toEqual({ stdout: "o\n", stderr: "e\n", code: 7, ...ended });
});

test("a program that does not exist has code 1 and a message", async () => {
	const result = await execCommand("no-such-program", []);
	expect(result).toEqual({ stdout: "", stderr: "spawn no-such-program ENOENT", code: 1, ...ended });
});

test("a working directory that does not exist is named", async () => {
	const cwd = `${scratchFolder().path}/missing`;
	const result = await execCommand("pwd", [], { cwd });
	expect(result).toEqual({ stdout: "", stderr: `Working directory does not exist: ${cwd}`, code: 1, ...ended });
});

test("the working directory is used", async () => {
	const { path } = scratchFolder();
	expect((await execCommand("pwd", [], { cwd: path })).stdout).toBe(`${path}\n`);
});

test("a program that takes too long is killed", async () => {
	const result = await execCommand("sleep", ["300"], { timeout: 50 });
	expect(result).toEqual({ stdout: "", stderr: "", code: 143, killed: true, truncated: false });
});

test("an aborted program is killed", async () => {
	const result = await execCommand("sleep", ["300"], { signal: AbortSignal.timeout(50) });
	expect(result).toEqual({ stdout: "", stderr: "", code: 143, killed: true, truncated: false });
});

test("a program that ends by a foreign signal was not killed by the host", async () => {
	expect(await execCommand("sh", ["-c", "kill -9 $$"])).toEqual({ stdout: "", stderr: "", code: 137, ...ended });
});

test("too much output kills the program and keeps what fits, whole characters only", async () => {
	const result = await execCommand("sh", ["-c", "while :; do printf 'éé'; done"], { maxBuffer: 1001 });
	expect(result).toEqual({ stdout: "é".repeat(500), stderr: "", code: 143, killed: true, truncated: true });
});

test("output that exceeds the limit is never a success", async () => {
	const { code, truncated } = await execCommand("sh", ["-c", "trap '' TERM; echo 12345; exit 0"], { maxBuffer: 3 });
	expect([code > 0, truncated]).toEqual([true, true]);
});

test("a program that reads its input finds the end of it", async () => {
	expect(await execCommand("cat", [])).toEqual({ stdout: "", stderr: "", code: 0, ...ended });
});
