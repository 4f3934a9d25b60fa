import { expect, test } from "vitest";
import type { ExtensionAPI } from "../../src/extension-api/extension-api.ts";
import type { HookName } from "../../src/extension-api/hook-table.ts";
import type { AgentSession } from "../../src/runtime/agent-session.ts";
import { callTool, say, startTestHost } from "../harness.ts";
import { HandClock, promised } from "../hooks/hook-harness.ts";

const never = (): Promise<never> => promised<never>().promise;
const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Lets virtual time pass until the promise settles; returns how many milliseconds that took. */
async function passUntil(clock: HandClock, done: Promise<unknown>, limit: number): Promise<number> {
	let isDone = false;
	void done.then(
		() => (isDone = true),
		() => (isDone = true),
	);
	for (let passed = 0; passed <= limit; passed += 50) {
		for (let turn = 0; turn < 20 && !isDone; turn++) await breathe();
		if (isDone) return passed;
		clock.advance(50);
	}
	throw new Error(`not done after ${limit} ms`);
}

/** Real turns of the event loop until a condition holds. */
async function until(holds: () => boolean): Promise<void> {
	for (let turn = 0; turn < 10_000 && !holds(); turn++) await breathe();
	if (!holds()) throw new Error("never came true");
}

test("Esc ends a run whose guard never answers: nothing ran, the transcript says who was asked (PC-14, L15)", async () => {
	const clock = new HandClock();
	const host = await startTestHost({ model: [callTool("bash", { command: "echo hi > ran" }), say("again")], clock });
	let asked = 0;
	host.extension((pi) => void pi.on("tool_call", () => (asked++ === 0 ? never() : undefined)), "guard.ts");
	const agent = await host.start();

	const run = agent.prompt("go");
	await until(() => asked === 1);
	agent.abort();
	const waited = await passUntil(clock, run, 1000);
	await agent.prompt("again");

	expect(waited).toBeLessThanOrEqual(500);
	expect(() => host.read("ran")).toThrow("ENOENT");
	expect(host.transcript().filter((line) => !line.startsWith("assistant: (aborted)"))).toEqual([
		"user: go",
		"bash: Operation aborted while guard.ts was asked (tool_call) (error)",
		"user: again",
		"assistant: again",
	]);
});

test("four dialogs in a row do not use up a guard's time (PC-16)", async () => {
	const clock = new HandClock();
	const answers: ((yes: boolean) => void)[] = [];
	const confirm = (): Promise<boolean> => new Promise((resolve) => answers.push(resolve));
	const host = await startTestHost({
		model: [callTool("count", {}), say("done")],
		clock,
		ui: { confirm },
	});
	let ran = 0;
	host.extension((pi) => {
		const guard = async (_event: unknown, ctx: { ui: { confirm(a: string, b: string): Promise<boolean> } }) => {
			for (let asked = 0; asked < 4; asked++) if (!(await ctx.ui.confirm("Allow?", "?"))) return { block: true };
			return undefined;
		};
		pi.on("tool_call", guard as never, { deadlineMs: 20_000 } as never);
		registerCounter(pi, () => ran++);
	});
	const agent = await host.start();

	const run = agent.prompt("go");
	for (let answered = 0; answered < 4; answered++) {
		await until(() => answers.length === answered + 1);
		clock.advance(15_000);
		answers[answered]?.(true);
	}
	await run;

	expect([ran, host.faults]).toEqual([1, []]);
});

function registerCounter(pi: ExtensionAPI, count: () => void): void {
	pi.registerTool({
		name: "count",
		label: "Count",
		description: "Counts",
		parameters: { type: "object", properties: {} } as never,
		execute: async () => {
			count();
			return { content: [{ type: "text", text: "counted" }], details: {} };
		},
	});
}

const DURING_A_RUN: HookName[] = [
	"before_agent_start",
	"agent_start",
	"turn_start",
	"message_start",
	"message_end",
	"context",
	"context_with_system",
	"tool_execution_start",
	"tool_call",
	"tool_result",
	"tool_execution_end",
	"turn_end",
	"agent_end",
	"agent_before_settle",
	"agent_settled",
];

test.each(DURING_A_RUN)("an abort does not depend on a handler of %s, and the session goes on", async (event) => {
	const clock = new HandClock();
	const host = await startTestHost({ model: [callTool("count"), say("one"), say("two"), say("three")], clock });
	let hangs = true;
	let asked = 0;
	host.extension((pi) => {
		pi.on(event as "input", () => {
			asked++;
			return hangs ? never() : undefined;
		});
		registerCounter(pi, () => {});
	}, "slow.ts");
	const agent = await host.start();

	const run = agent.prompt("go");
	await until(() => asked > 0);
	agent.abort();
	const waited = await passUntil(clock, run, 60_000);
	hangs = false;
	await agent.prompt("next");

	expect(waited).toBeLessThanOrEqual(10_000);
	expect(host.transcript().at(-1)).toMatch(/^assistant: (one|two|three)$/);
	expect(agent.isIdle).toBe(true);
});

test("a prompt that a handler of input is asked about goes nowhere after an abort", async () => {
	const host = await startTestHost({ model: [say("one")] });
	let asked = 0;
	host.extension((pi) => void pi.on("input", () => (asked++ === 0 ? never() : undefined)), "slow.ts");
	const agent = await host.start();

	const dropped = agent.prompt("dropped");
	await until(() => asked === 1);
	agent.abort();
	await expect(dropped).rejects.toThrow("Operation aborted");
	await agent.prompt("kept");

	expect(host.transcript()).toEqual(["user: kept", "assistant: one"]);
});

test("a tool that does not heed its signal is left behind, with a result that says so", async () => {
	const clock = new HandClock();
	const host = await startTestHost({ model: [callTool("stuck"), say("next")], clock });
	let began = false;
	host.extension((pi) => {
		pi.registerTool({
			name: "stuck",
			label: "Stuck",
			description: "Never ends",
			parameters: { type: "object", properties: {} } as never,
			execute: () => {
				began = true;
				return never();
			},
		});
	}, "stuck.ts");
	const agent = await host.start();

	const run = agent.prompt("go");
	await until(() => began);
	agent.abort();
	const waited = await passUntil(clock, run, 20_000);
	await agent.prompt("again");

	expect(waited).toBeLessThanOrEqual(6000);
	expect(host.transcript().filter((line) => line.startsWith("stuck"))).toEqual([
		"stuck: tool:stuck did not end after the abort and is no longer waited for (error)",
	]);
});

test("observers that never answer are left behind, what changes values keeps the old one, guards refuse", async () => {
	const clock = new HandClock();
	const settings = { extensionDeadlines: { observe: 1, transform: 2, gate: 3 } };
	const host = await startTestHost({ model: [callTool("count"), say("done")], clock, settings });
	let ran = 0;
	host.extension((pi) => {
		pi.on("agent_start", never);
		pi.on("input", never);
		pi.on("tool_call", never);
		registerCounter(pi, () => ran++);
	}, "slow.ts");

	const agent = await host.start();
	const waited = await passUntil(clock, agent.prompt("go"), 10_000);

	expect(host.transcript()).toEqual([
		"user: go",
		"count: slow.ts: tool_call was not answered within 3 s (error)",
		"assistant: done",
	]);
	expect(host.faults.map(({ extensionPath, event, error }) => [extensionPath, event, error])).toEqual([
		["slow.ts", "input", "input was not answered within 2 s"],
		["slow.ts", "agent_start", "agent_start was not answered within 1 s"],
		["slow.ts", "tool_call", "tool_call was not answered within 3 s"],
	]);
	expect([ran, waited]).toEqual([0, 6000]);
});

test("a guard is waited for without end where a user can end the wait", async () => {
	const clock = new HandClock();
	const host = await startTestHost({ model: [callTool("count"), say("done")], clock, ui: {} });
	const answer = promised<undefined>();
	let asked = false;
	host.extension((pi) => {
		pi.on("tool_call", () => {
			asked = true;
			return answer.promise;
		});
		registerCounter(pi, () => {});
	});
	const agent = await host.start();

	const run = agent.prompt("go");
	await until(() => asked);
	clock.advance(24 * 3_600_000);
	answer.resolve(undefined);
	await run;

	expect(host.transcript()).toEqual(["user: go", "count: counted", "assistant: done"]);
});

test("what is waited for is told as events of the session", async () => {
	const clock = new HandClock();
	const host = await startTestHost({ model: [say("done")], clock });
	const answer = promised<void>();
	let asked = false;
	host.extension((pi) => {
		pi.on("turn_end", () => {
			asked = true;
			return answer.promise;
		});
	}, "slow.ts");
	const agent = await host.start();

	const run = agent.prompt("go");
	await until(() => asked);
	clock.advance(2000);
	clock.advance(500);
	answer.resolve();
	await run;

	expect(host.events.filter(({ type }) => type.startsWith("extension_wait"))).toEqual([
		{ type: "extension_wait_start", extensionPath: "slow.ts", event: "turn_end", seconds: 2 },
		{ type: "extension_wait_end", extensionPath: "slow.ts", event: "turn_end", seconds: 2.5 },
	]);
});

test("the end of a session waits ten seconds for a handler and no longer (PC-67)", async () => {
	const clock = new HandClock();
	const host = await startTestHost({ model: [say("done")], clock });
	host.extension((pi) => void pi.on("session_shutdown", never), "slow.ts");
	await host.prompt("go");
	const agent = await host.start();

	const waited = await passUntil(clock, agent.dispose(), 60_000);

	expect([waited, host.faults.map(({ extensionPath, event }) => [extensionPath, event])]).toEqual([
		10_000,
		[["slow.ts", "session_shutdown"]],
	]);
});

test("programs started through the host end with their extensions", async () => {
	const host = await startTestHost({ model: [say("done")] });
	let code: Promise<number> | undefined;
	host.extension((pi) => {
		pi.on("session_start", () => {
			code = pi.exec("sleep", ["60"]).then((result) => result.code);
		});
	});
	await host.prompt("go");
	const agent: AgentSession = await host.start();

	await agent.dispose();

	expect(await code).toBe(143);
});
