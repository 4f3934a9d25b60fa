// Milliseconds of one exchange with a program in RPC mode.
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** A program that hangs must not hang the benchmark. */
const LIMIT_MS = 120_000;

/** The name sorts behind the generated ones, so that it is told last of a start that is complete. */
const RELOADER = `export default function (pi) {
	pi.registerCommand("reload-now", { handler: async (_args, ctx) => { await ctx.reload(); } });
	pi.on("session_start", (event, ctx) => ctx.ui.notify("started: " + event.reason));
}
`;

const isAnswer = (id) => (record) => record.type === "response" && record.id === id;
const isStarted = (reason) => (record) =>
	record.type === "extension_ui_request" && record.message === `started: ${reason}`;

/** From the start of the process to the first answer. */
async function firstAnswer(talk) {
	talk.send({ id: "1", type: "get_state" });
	await talk.until(isAnswer("1"));
	return performance.now() - talk.started;
}

/** From the command that reloads all extensions to the start they are told of. */
async function reload(talk) {
	await talk.until(isStarted("startup"));
	const since = performance.now();
	talk.send({ id: "1", type: "prompt", message: "/reload-now" });
	await talk.until(isStarted("reload"));
	return performance.now() - since;
}

const EXCHANGES = { firstAnswer, reload };

/** Runs one exchange by name and ends the program. Rejects when it ends before. */
export async function measureRpc({ node, file, home, exchange }) {
	if (exchange === "reload")
		writeFileSync(join(home.env.PI_CODING_AGENT_DIR, "extensions", "zz-reloader.ts"), RELOADER);
	const started = performance.now();
	const child = spawn(node, [file, "--mode", "rpc", "--model", "fake/fake"], {
		cwd: home.cwd,
		env: home.env,
		stdio: "pipe",
	});
	const timer = setTimeout(() => child.kill("SIGKILL"), LIMIT_MS);
	let stderr = "";
	child.stderr.on("data", (data) => (stderr += data));
	const closed = new Promise((resolve) => child.on("close", resolve));
	const records = [];
	let look = () => {};
	createInterface({ input: child.stdout }).on("line", (line) => {
		records.push(JSON.parse(line));
		look();
	});
	const until = (fits) =>
		new Promise((resolve, reject) => {
			look = () => records.some(fits) && resolve();
			look();
			void closed.then((code) => reject(new Error(`ended with ${code}: ${stderr.trim().slice(-500)}`)));
		});
	const send = (record) => child.stdin.write(`${JSON.stringify(record)}\n`);
	try {
		return { wall: await EXCHANGES[exchange]({ started, send, until }) };
	} finally {
		child.stdin.end();
		await closed;
		clearTimeout(timer);
	}
}
