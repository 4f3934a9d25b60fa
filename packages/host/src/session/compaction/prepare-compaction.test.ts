import { emptyUsage } from "@tau/ai";
import type { AgentMessage } from "@tau/agent";
import { expect, test } from "vitest";
import { createMemorySession } from "../open-session.ts";
import type { Session } from "../session.ts";
import { estimateContext } from "./context-estimate.ts";
import { estimateAfter, prepareCompaction } from "./prepare-compaction.ts";
import { estimateAll } from "./tokens.ts";

const settings = { enabled: true, reserveTokens: 1, keepRecentTokens: 100 };

function say(session: Session, role: "user" | "assistant", tokens: number, letter = "x"): string {
	const content = [{ type: "text" as const, text: letter.repeat(tokens * 4) }];
	const message: AgentMessage =
		role === "user"
			? { role, content, timestamp: 0 }
			: { role, content, api: "", provider: "", model: "", usage: emptyUsage(), stopReason: "stop", timestamp: 0 };
	return session.append({ type: "message", message }).id;
}

function prepare(session: Session) {
	const preparation = prepareCompaction(session.buildSessionProjection(), estimateContext(session), settings);
	const roles = (messages: readonly AgentMessage[] = []) => messages.map(({ role }) => role).join();
	return preparation
		? [roles(preparation.messagesToSummarize), roles(preparation.turnPrefixMessages), preparation.firstKeptEntryId]
		: undefined;
}

test("a context that is recent altogether is not prepared", () => {
	const session = createMemorySession("/w");
	say(session, "user", 50);
	say(session, "assistant", 49);

	expect(prepare(session)).toBeUndefined();
});

test("the first message alone is nothing to summarise", () => {
	const session = createMemorySession("/w");
	say(session, "user", 500);
	say(session, "assistant", 10);

	expect(prepare(session)).toBeUndefined();
});

test("the span of the next compaction begins with what the last one kept (M06)", () => {
	const session = createMemorySession("/w");
	say(session, "user", 60);
	const kept = say(session, "assistant", 100);
	session.append({
		type: "compaction",
		summary: "before",
		firstKeptEntryId: kept,
		tokensBefore: 1,
		details: { readFiles: ["a"], modifiedFiles: ["b"] },
	});
	const again = prepare(session);
	say(session, "user", 50);
	say(session, "assistant", 50);
	const third = say(session, "user", 100);
	const { previousSummary, fileOps } = prepareCompaction(session.buildSessionProjection(), 0, settings)!;

	expect([again, prepare(session), previousSummary, fileOps.read, fileOps.edited]).toEqual([
		undefined,
		["assistant,user,assistant", "", third],
		"before",
		new Set(["a"]),
		new Set(["b"]),
	]);
});

test("after a compaction that kept nothing the span begins behind it, without the details of an extension", () => {
	const session = createMemorySession("/w");
	say(session, "user", 60);
	session.append({
		type: "compaction",
		summary: "all",
		firstKeptEntryId: null,
		tokensBefore: 1,
		details: { readFiles: ["a"] },
		fromHook: true,
	});
	say(session, "user", 10);
	const answer = say(session, "assistant", 100);
	const { fileOps } = prepareCompaction(session.buildSessionProjection(), 0, settings)!;

	expect([prepare(session), fileOps.read]).toEqual([["", "user", answer], new Set()]);
});

test("the size after a compaction is foretold as it will be", () => {
	const session = createMemorySession("/w");
	const head: AgentMessage = { role: "system", content: "p".repeat(80), timestamp: 0 };
	session.append({ type: "message", message: head });
	say(session, "user", 60);
	const kept = say(session, "assistant", 100);
	say(session, "user", 7);
	const compaction = { summary: "s".repeat(40), firstKeptEntryId: kept };
	const foretold = estimateAfter(session.buildSessionProjection(), { ...compaction, head });
	session.append({ type: "compaction", ...compaction, tokensBefore: 1 });

	expect([foretold, estimateAll(session.buildSessionContext().messages)]).toEqual([137, 137]);
});
