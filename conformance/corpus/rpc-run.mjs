// One run over the protocol: sends a step, waits for what it must show, answers dialogs by cancelling them.
import { spawn } from "node:child_process";
import { NODE_24, PROGRAMS } from "../programs.mjs";

/** Milliseconds that a step may take before it counts as not shown. */
const PATIENCE = 20_000;

export function startRpc(program, { cwd, env, extensions, args = [] }) {
	const argv = [
		PROGRAMS[program],
		"--mode",
		"rpc",
		"-ne",
		"--model",
		"fake/fake",
		...extensions.flatMap((path) => ["-e", path]),
		...args,
	];
	const child = spawn(NODE_24, argv, { cwd, env, stdio: "pipe" });
	const seen = { lines: [], stderr: "", code: undefined, changed: () => {} };
	let rest = "";
	child.stdin.on("error", () => {}); // The program may end by itself.
	child.stderr.on("data", (data) => (seen.stderr += data));
	child.stdout.on("data", (data) => {
		const lines = (rest + data).split("\n");
		rest = lines.pop();
		for (const line of lines) take(line);
		seen.changed();
	});
	const take = (line) => {
		seen.lines.push(line);
		const { type, method, id } = JSON.parse(line);
		if (type !== "extension_ui_request" || !["select", "confirm", "input", "editor"].includes(method)) return;
		send({ type: "extension_ui_response", id, cancelled: true });
	};
	const ended = new Promise((resolve) =>
		child.on("close", (code) => {
			seen.code = code;
			seen.changed();
			resolve(code);
		}),
	);
	const send = (record) => child.stdin.write(`${JSON.stringify(record)}\n`);
	/** Whether `test` became true in time. */
	const until = (test) =>
		new Promise((resolve) => {
			const timer = setTimeout(() => finish(false), PATIENCE);
			const finish = (answer) => {
				clearTimeout(timer);
				seen.changed = () => {};
				resolve(answer);
			};
			seen.changed = () => (test() ? finish(true) : seen.code !== undefined && finish(false));
			seen.changed();
		});
	const close = () => {
		const timer = setTimeout(() => child.kill("SIGKILL"), PATIENCE);
		child.stdin.end();
		return ended.finally(() => clearTimeout(timer));
	};
	return { seen, send, until, close };
}
