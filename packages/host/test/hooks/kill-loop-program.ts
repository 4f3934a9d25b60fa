import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { HookName } from "../../src/extension-api/hook-table.ts";
import { HookRuntime } from "../../src/extensions/hooks/hook-runtime.ts";
import type { ExtensionFault } from "../../src/extensions/hooks/extension-fault.ts";

/*
 * Run by kill-loop.test.ts in a process of its own. A worker, as the later monitor thread, ends looping handlers of the
 * main thread through the inspector; what the host made of it is printed as JSON.
 */

const LOOPING = 0;
/** Set by a handler right before it loops, so that the worker never ends anything else. */
const signal = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

const monitor = new Worker(
	`
	const { Session } = require("node:inspector");
	const { parentPort, workerData } = require("node:worker_threads");
	const session = new Session();
	session.connectToMainThread();
	parentPort.on("message", (message) => {
		if (message === "end") { session.disconnect(); parentPort.close(); return; }
		Atomics.wait(workerData, 0, 0);
		Atomics.store(workerData, 0, 0);
		session.post("Runtime.terminateExecution");
		parentPort.postMessage("killed");
	});
	parentPort.postMessage("ready");
	`,
	{ eval: true, workerData: signal },
);

function loopForever(): never {
	Atomics.store(signal, LOOPING, 1);
	Atomics.notify(signal, LOOPING);
	for (;;);
}

const faults: ExtensionFault[] = [];
const runtime = new HookRuntime({ report: (fault) => faults.push(fault) });
const generation = runtime.beginGeneration(() => ({}) as never);
const asleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

function extension(path: string, event: HookName, handler: () => unknown): void {
	runtime.handlers.on(runtime.owners.add(path, generation), { event, handler: handler as never });
}

/** Arms the monitor, runs the dispatch into its loop, and resumes after the kill. */
async function killDuring<T>(dispatch: () => T): Promise<{ outcome: Awaited<T>; resumed: boolean; owner: unknown }> {
	monitor.postMessage("watch");
	const running = dispatch();
	await once(monitor, "message");
	const { owner, resumed } = runtime.resumeAfterKill();
	return { outcome: await running, resumed, owner: owner?.path };
}

async function withTenSiblings(): Promise<unknown> {
	const log: string[] = [];
	let siblings = 0;
	let wake!: () => void;
	const woken = new Promise<void>((resolve) => (wake = resolve));
	// Five wait for a timer. Five wait for a promise that is settled right before the loop: the kill drops the
	// microtasks that would tell them.
	extension("sleeper", "turn_start", () => asleep(5));
	extension("waiter", "agent_start", () => woken);
	const running: Promise<unknown>[] = [];
	for (let index = 0; index < 5; index++) {
		running.push(
			Promise.resolve(runtime.dispatcher.notify("turn_start", { type: "turn_start", turnIndex: index, timestamp: 0 })),
			Promise.resolve(runtime.dispatcher.notify("agent_start", { type: "agent_start" })),
		);
	}
	for (const each of running) void each.then(() => (siblings += 1));
	extension("first", "session_start", () => log.push("first"));
	extension("looper", "session_start", () => {
		wake();
		loopForever();
	});
	extension("last", "session_start", () => log.push("last"));
	const killed = await killDuring(() =>
		runtime.dispatcher.notify("session_start", { type: "session_start", reason: "startup" }),
	);
	await Promise.all(running);
	return { log, siblings, resumed: killed.resumed, owner: killed.owner };
}

async function afterAnotherHandlerWaited(): Promise<unknown> {
	const log: string[] = [];
	let bystanders = 0;
	extension("timer", "agent_settled", () => {
		const woken = asleep(1);
		// Work of the host that is no dispatch, told by the same timer right behind this handler.
		void Promise.resolve().then(() => {
			for (let index = 0; index < 10; index++) void woken.then(() => (bystanders += 1));
		});
		return woken;
	});
	extension("looper after timer", "agent_settled", loopForever);
	extension("last", "agent_settled", async () => {
		await asleep(1);
		log.push("last");
	});
	const killed = await killDuring(() =>
		runtime.dispatcher.notify("agent_settled", { type: "agent_settled", aborted: false }),
	);
	return { log, bystanders, resumed: killed.resumed, owner: killed.owner };
}

async function inAGuard(): Promise<unknown> {
	let later = 0;
	extension("guard", "tool_call", loopForever);
	extension("later guard", "tool_call", () => (later += 1));
	const killed = await killDuring(() =>
		runtime.dispatcher.veto("tool_call", { type: "tool_call", toolName: "x", toolCallId: "1", input: {} }),
	);
	const { outcome } = killed;
	return { outcome: outcome?.type === "refused" ? outcome.refusal.message : outcome, later };
}

await once(monitor, "message");
const report = {
	withTenSiblings: await withTenSiblings(),
	afterAnotherHandlerWaited: await afterAnotherHandlerWaited(),
	inAGuard: await inAGuard(),
	faults,
};
monitor.postMessage("end");
await once(monitor, "exit");
console.log(JSON.stringify(report));
