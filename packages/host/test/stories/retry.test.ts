import type { ScriptedTurn } from "@tau/ai";
import { expect, test } from "vitest";
import type { RuntimeEvent } from "../../src/runtime/runtime-event.ts";
import { callTool, say, startTestHost, type TestHost } from "../harness.ts";

const overloaded: ScriptedTurn = { error: { message: "Overloaded", status: 529 } };
const failing = (error: Partial<NonNullable<ScriptedTurn["error"]>>): ScriptedTurn => ({
	error: { message: "failed", ...error },
});

/** What a face is told, without the events of single messages. */
function told(events: readonly RuntimeEvent[]): string[] {
	return events.flatMap((event) => {
		if (event.type === "agent_end") return [`agent_end retry=${event.willRetry}`];
		if (event.type === "auto_retry_start") return [`wait ${event.delayMs} for ${event.attempt}/${event.maxAttempts}`];
		if (event.type === "auto_retry_end") return [`retried ${event.success} ${event.attempt} ${event.finalError ?? ""}`];
		if (event.type === "entry_appended") return [event.entry.type];
		return event.type === "agent_start" || event.type === "agent_settled" ? [event.type] : [];
	});
}

function entryTypes({ session }: TestHost): string[] {
	return session
		.getBranch()
		.slice(3)
		.map((entry) => (entry.type === "message" ? entry.message.role : entry.type));
}

test("a failure that passes by itself is retried, each time as a run of its own (M10, S18, TRAP74)", async () => {
	const host = await startTestHost({ model: [overloaded, overloaded, say("ok")] });
	const heard: string[] = [];
	host.extension((pi) => {
		pi.on("before_agent_start", () => void heard.push("prepare"));
		pi.on("agent_start", () => void heard.push("start"));
		pi.on("context", ({ messages }) => void heard.push(messages.map(({ role }) => role).join()));
		pi.on("agent_before_settle", ({ outcome }) => void heard.push(`settle ${outcome}`));
	});

	await host.prompt("hi");

	expect([host.transcript(), entryTypes(host), host.waits, told(host.events), heard]).toEqual([
		["user: hi", "assistant: ok"],
		["user", "assistant", "context_edit", "assistant", "context_edit", "assistant"],
		[2000, 4000],
		[
			"agent_start",
			"agent_end retry=true",
			"wait 2000 for 1/3",
			"context_edit",
			"agent_start",
			"agent_end retry=true",
			"wait 4000 for 2/3",
			"context_edit",
			"agent_start",
			"retried true 2 ",
			"agent_end retry=false",
			"agent_settled",
		],
		["prepare", "start", "user", "start", "user", "start", "user", "settle completed"],
	]);
});

test("when all retries are used up the last failure stays in the context and is the run's outcome (M10)", async () => {
	const host = await startTestHost({
		model: [overloaded, overloaded, overloaded, say("later")],
		settings: { retry: { maxRetries: 2, baseDelayMs: 10, maxAgentDelayMs: 15 } },
	});
	host.extension((pi) => void pi.on("agent_before_settle", ({ outcome }) => pi.appendEntry("outcome", outcome)));

	await host.prompt("hi");

	expect([host.waits, entryTypes(host), told(host.events).slice(-4), host.stored("outcome")]).toEqual([
		[10, 15],
		["user", "assistant", "context_edit", "assistant", "context_edit", "assistant", "custom"],
		["agent_end retry=false", "retried false 2 Overloaded", "custom", "agent_settled"],
		["error"],
	]);
});

test("the retries are counted from the last answer", async () => {
	const host = await startTestHost({
		model: [overloaded, callTool("bash", { command: "true" }), overloaded, say("ok")],
		settings: { retry: { maxRetries: 1 } },
	});

	await host.prompt("hi");

	expect([host.waits, host.transcript().at(-1)]).toEqual([[2000, 2000], "assistant: ok"]);
});

test.each<[string, ScriptedTurn, number[]]>([
	["a server that asks for a longer wait gets it", failing({ status: 429, retryAfterMs: 7000 }), [7000]],
	["a server that asks for a shorter wait does not shorten it", failing({ status: 503, retryAfterMs: 10 }), [2000]],
	["a server that asks for more than is allowed is not waited for", failing({ status: 429, retryAfterMs: 61_000 }), []],
	["a lost connection is retried", { text: "half an answer", cut: true }, [2000]],
	["a refused request is not retried", failing({ status: 400 }), []],
	["a wrong key is not retried", failing({ status: 401 }), []],
])("%s", async (_what, turn, waits) => {
	const host = await startTestHost({ model: [turn, say("ok")] });

	await host.prompt("hi");

	expect([host.waits, host.requests.length]).toEqual([waits, waits.length + 1]);
});

test("the words of a failure do not matter, its class does", async () => {
	const host = await startTestHost({ model: [failing({ message: "overloaded, 529, rate limit", status: 400 })] });

	await host.prompt("hi");

	expect(host.waits).toEqual([]);
});

test("retries can be turned off", async () => {
	const host = await startTestHost({ model: [overloaded, say("ok")], settings: { retry: { enabled: false } } });

	await host.prompt("hi");

	expect([host.waits, told(host.events).at(-2)]).toEqual([[], "agent_end retry=false"]);
});

test("an abort ends the wait at once, and nothing runs any more", async () => {
	const waiting: AbortSignal[] = [];
	const host = await startTestHost({
		model: [overloaded, say("never")],
		wait: (_milliseconds, signal) => {
			waiting.push(signal);
			return new Promise((resolve) => signal.addEventListener("abort", () => resolve()));
		},
	});
	const agent = await host.start();
	agent.subscribe((event) => {
		// The wait begins right behind the omission.
		if (event.type === "entry_appended") setImmediate(() => agent.abort());
	});

	await host.prompt("hi");

	expect([host.requests.length, waiting.length, told(host.events).slice(-3), agent.isIdle]).toEqual([
		1,
		1,
		["context_edit", "retried false 1 Retry cancelled", "agent_settled"],
		true,
	]);
});

test("what was queued meanwhile goes with the retry, and follow-ups come after it", async () => {
	const host = await startTestHost({ model: [overloaded, say("ok"), say("and more")] });
	host.extension((pi) => {
		let sent = false;
		pi.on("agent_end", () => {
			if (sent) return;
			sent = true;
			pi.sendUserMessage("later", { deliverAs: "followUp" });
			pi.sendUserMessage("now", { deliverAs: "steer" });
		});
	});

	await host.prompt("hi");

	expect(host.transcript()).toEqual(["user: hi", "user: now", "assistant: ok", "user: later", "assistant: and more"]);
});

test("a message that a handler replaced keeps the class of its failure", async () => {
	const host = await startTestHost({ model: [overloaded, say("ok")] });
	host.extension(
		(pi) =>
			void pi.on("message_end", ({ message }) =>
				message.role === "assistant" ? { message: { ...message, rawStopReason: "noted" } } : undefined,
			),
	);

	await host.prompt("hi");

	expect([host.waits, host.transcript()]).toEqual([[2000], ["user: hi", "assistant: ok"]]);
});

test("continue never turns a failed run into a continuation, but its entries are stored (AD6)", async () => {
	const host = await startTestHost({ model: [failing({ status: 400 }), say("never")] });
	host.extension(
		(pi) =>
			void pi.on("agent_before_settle", () => ({
				entries: [{ type: "custom_message" as const, customType: "note", content: "go on", display: true }],
				continue: true,
			})),
	);

	await host.prompt("hi");

	expect([host.requests.length, host.entries("custom_message").length]).toEqual([1, 1]);
});
