import type { AgentMessage } from "@tau/agent";
import { emptyUsage, type Model, type StopReason } from "@tau/ai";
import { expect, test } from "vitest";
import { createMemorySession } from "../session/open-session.ts";
import type { Session } from "../session/session.ts";
import { contextUsage } from "./context-usage.ts";

const model = { contextWindow: 1000 } as Model;

const answer = (totalTokens: number, stopReason: StopReason = "stop"): AgentMessage => ({
	role: "assistant",
	content: [],
	api: "a",
	provider: "p",
	model: "m",
	usage: { ...emptyUsage(), totalTokens },
	stopReason,
	timestamp: 0,
});
const user = (content: string): AgentMessage => ({ role: "user", content, timestamp: 0 });
const TEN = user("x".repeat(40));
const COMPACTION = "compaction";

function sessionOf(steps: (AgentMessage | typeof COMPACTION)[]): Session {
	const session = createMemorySession("/work");
	for (const step of steps) {
		if (step === COMPACTION)
			session.append({ type: COMPACTION, summary: "s", firstKeptEntryId: null, tokensBefore: 1 });
		else session.append({ type: "message", message: step });
	}
	return session;
}

test.each<[what: string, steps: (AgentMessage | typeof COMPACTION)[], tokens: number | null]>([
	["nothing at all", [], 0],
	["only an estimate before the first answer", [TEN, TEN], 20],
	["the last answer's count and an estimate of what follows", [TEN, answer(500), TEN, TEN], 520],
	["the last answer that has a count", [answer(500), TEN, answer(0)], 510],
	["no failed or aborted answer", [answer(500), answer(700, "error"), answer(800, "aborted")], 500],
	["nothing right after a compaction", [answer(500), COMPACTION, TEN], null],
	["the count again after the next answer", [COMPACTION, TEN, answer(300)], 300],
])("usage is %s (C15)", (_what, steps, tokens) => {
	expect(contextUsage(model, sessionOf(steps))).toEqual({
		tokens,
		contextWindow: 1000,
		percent: tokens === null ? null : tokens / 10,
	});
});

test("without a model there is no usage, and without a window no percentage (C15)", () => {
	expect([undefined, { contextWindow: 0 } as Model].map((some) => contextUsage(some, sessionOf([TEN])))).toEqual([
		undefined,
		{ tokens: 10, contextWindow: 0, percent: null },
	]);
});
