// One process from start to exit: wall time, processor time and the peak of its memory.
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const GNU_TIME = "/usr/bin/time";
const BASH = "/bin/bash";
/** A program that hangs must not hang the benchmark. */
const LIMIT_MS = 120_000;

/** bash counts milliseconds where GNU time counts hundredths; only GNU time knows the memory. */
const FROM_OUTSIDE = `TIMEFORMAT="%R %U %S"; { time ${GNU_TIME} -f %M -o "$1/memory" "\${@:2}" 2>&3; } 3>&2 2>"$1/times"`;
const canMeasureFromOutside = process.platform === "linux" && existsSync(GNU_TIME) && existsSync(BASH);
const FROM_INSIDE = new URL("report-usage.mjs", import.meta.url).href;

/**
 * Runs `node file ...args`. Resolves with milliseconds and megabytes, the exit code and what was printed. Where the
 * system has no means to ask from outside, the process reports itself, without the end of its exit.
 */
export async function measure({ node, file, args, home }) {
	const folder = home.env.TMPDIR;
	const command = canMeasureFromOutside
		? [BASH, "-c", FROM_OUTSIDE, "bash", folder, node, file, ...args]
		: [node, "--import", FROM_INSIDE, file, ...args];
	const env = canMeasureFromOutside ? home.env : { ...home.env, TAU_BENCH_USAGE: join(folder, "usage") };
	const started = performance.now();
	const { code, stdout, stderr } = await run(command, { cwd: home.cwd, env });
	const wall = performance.now() - started;
	const usage = canMeasureFromOutside ? readOutside(folder) : readInside(folder, wall);
	return { code, stdout, stderr, ...usage };
}

function run([program, ...args], { cwd, env }) {
	// A group of its own, because what hangs is the grandchild.
	const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], detached: canMeasureFromOutside });
	const timer = setTimeout(() => process.kill(canMeasureFromOutside ? -child.pid : child.pid, "SIGKILL"), LIMIT_MS);
	let stdout = "";
	let stderr = "";
	child.stdout.on("data", (data) => (stdout += data));
	child.stderr.on("data", (data) => (stderr += data));
	return new Promise((resolve, reject) => {
		child.on("error", reject);
		child.on("close", (code) => resolve({ code, stdout, stderr }));
	}).finally(() => clearTimeout(timer));
}

function readOutside(folder) {
	const lastLine = (name) => readFileSync(join(folder, name), "utf8").trim().split("\n").at(-1);
	const [wall, user, system] = lastLine("times").split(" ").map(Number);
	return { wall: wall * 1000, cpu: (user + system) * 1000, memory: Number(lastLine("memory")) / 1024 };
}

function readInside(folder, wall) {
	const { cpu, memory } = JSON.parse(readFileSync(join(folder, "usage"), "utf8"));
	return { wall, cpu, memory };
}
