import type { AgentMessage } from "@tau/agent";
import { emptyUsage } from "@tau/ai";
import { expect, test } from "vitest";
import { createMemorySession } from "../open-session.ts";
import type { Session } from "../session.ts";
import { estimateContext, isCompactedSinceAnswer, recentCompaction } from "./context-estimate.ts";

const user = (content: string): AgentMessage => ({ role: "user", content, timestamp: 0 });
const counted = (totalTokens: number): AgentMessage => ({
	role: "assistant",
	content: [{ type: "text", text: "x".repeat(40) }],
	api: "a",
	provider: "p",
	model: "m",
	usage: { ...emptyUsage(), totalTokens },
	stopReason: "stop",
	timestamp: 0,
});

type Step = AgentMessage | "omit" | "compact" | "label";

function sessionOf(steps: readonly Step[]): Session {
	const session = createMemorySession("/work");
	let last = "";
	for (const step of steps) {
		if (step === "omit") session.append({ type: "context_edit", targetId: last, replacement: null });
		else if (step === "compact")
			session.append({ type: "compaction", summary: "x".repeat(8), firstKeptEntryId: last, tokensBefore: 1 });
		else if (step === "label") session.append({ type: "label", targetId: last, label: "l" });
		else last = session.append({ type: "message", message: step }).id;
	}
	return session;
}

const TEN = user("x".repeat(40));

test.each<[string, Step[], number]>([
	["an empty session has nothing", [], 0],
	["without a count everything is estimated", [TEN, TEN], 20],
	["the last count and what followed", [TEN, counted(500), "label", TEN], 510],
	["a count before a context edit is not trusted", [TEN, counted(500), TEN, "omit"], 20],
	["nor one before a compaction", [TEN, counted(500), TEN, "compact"], 12],
	["the next count is", [TEN, counted(500), "compact", TEN, counted(300)], 300],
])("%s", (_what, steps, tokens) => {
	expect(estimateContext(sessionOf(steps))).toBe(tokens);
});

test.each<[Step[], boolean]>([
	[[], false],
	[[TEN, counted(5)], false],
	[[TEN, counted(5), "compact"], true],
	[[TEN, counted(5), "compact", TEN], true],
	[[TEN, counted(5), "compact", TEN, counted(5)], false],
])("a compaction is recent until the next answer (%#)", (steps, recent) => {
	expect(isCompactedSinceAnswer(sessionOf(steps))).toBe(recent);
});

test.each<[Step[], boolean]>([
	[[], false],
	[[TEN], false],
	[[TEN, "compact"], true],
	[[TEN, "compact", "label", TEN], true],
	[[TEN, "compact", TEN, TEN], false],
])("a compaction that hardly anything followed is the recent one (%#)", (steps, recent) => {
	const session = sessionOf(steps);
	const compaction = session.getBranch().find(({ type }) => type === "compaction");
	expect(recentCompaction(session, 20)).toBe(recent ? compaction?.id : undefined);
});
