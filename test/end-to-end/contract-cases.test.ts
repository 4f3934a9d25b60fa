import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { LAUNCHER } from "./support/built-program.ts";
import { createHome } from "./support/home.ts";
import { startModel } from "./support/model-server.ts";
import { startTau } from "./support/run-tau.ts";

/** Starts an interval and a child process with the session, and stops both with it when `stop` says so. */
const companion = (stop: string): string => `import { spawn } from "node:child_process";
import { appendFileSync, writeFileSync } from "node:fs";
let timer, child;
export default (pi) => {
	pi.on("session_start", () => {
		timer = setInterval(() => {}, 50);
		child = spawn("sleep", ["30"], { stdio: "ignore" });
		writeFileSync("pid", String(child.pid));
	});
	pi.on("session_shutdown", () => { appendFileSync("shutdown", "told"); ${stop} });
};`;

test.concurrent.each([
	["stops both at the shutdown", "clearInterval(timer); child.kill();"],
	["ignores the shutdown", ""],
])(
	"PC-67: print mode ends with the answer when an extension with an interval and a child process %s",
	async (_, stop) => {
		const model = await startModel({ text: "Fine." });
		const home = createHome({ ...model, extensions: { "companion.ts": companion(stop) } });
		const { code, stdout } = await (await startTau(home, ["-p", "hi"])).ended;
		const pid = Number(readFileSync(join(home.cwd, "pid"), "utf8"));
		try {
			process.kill(pid);
		} catch {
			// It was stopped with the program.
		}

		expect([code, stdout, readFileSync(join(home.cwd, "shutdown"), "utf8")]).toEqual([0, "Fine.\n", "told"]);
	},
);

const HANGING_GATE = `export default (pi) => pi.on("tool_call", () => new Promise(() => {}));`;

test("PC-14: an abort frees a run from a gate that never answers; the command never ran and the next prompt is answered", async () => {
	const model = await startModel({ calls: [{ name: "bash", args: { command: "touch ran" } }] }, { text: "Again." });
	const home = createHome({ ...model, extensions: { "hanging.ts": HANGING_GATE } });
	const child = spawn(process.execPath, [LAUNCHER, "--mode", "rpc"], {
		cwd: home.cwd,
		env: { PATH: process.env["PATH"], HOME: home.home },
	});
	const ended = new Promise<number | null>((resolve, reject) => child.on("close", resolve).on("error", reject));
	onTestFinished(() => void child.kill("SIGKILL"));
	const send = (record: object): void => void child.stdin.write(`${JSON.stringify(record)}\n`);
	let rest = "";
	let settled = 0;
	const transcript: string[] = [];
	child.stdout.on("data", (data: Buffer) => {
		const lines = (rest + String(data)).split("\n");
		rest = lines.pop() ?? "";
		for (const line of lines) {
			transcript.push(line);
			const { type } = JSON.parse(line) as { type: string };
			if (type === "tool_execution_start") send({ type: "abort", id: "a" });
			if (type !== "agent_settled") continue;
			settled += 1;
			if (settled === 1) send({ type: "prompt", id: "p2", message: "again" });
			else child.stdin.end();
		}
	});
	send({ type: "prompt", id: "p1", message: "hi" });
	const code = await ended;

	expect([code, settled, existsSync(join(home.cwd, "ran"))]).toEqual([0, 2, false]);
	expect(transcript.some((line) => line.includes("Again."))).toBe(true);
});
