import type { AgentMessage } from "@tau/agent";
import { emptyUsage } from "@tau/ai";
import { expect, test } from "vitest";
import type { BoundaryDraft } from "../../extension-api/events/turn-events.ts";
import { createMemorySession } from "../../session/open-session.ts";
import type { Session } from "../../session/session.ts";
import { previewBoundary, toSessionDraft } from "./preview.ts";

const user = (text: string): AgentMessage => ({ role: "user", content: text, timestamp: 1 });
const answer: AgentMessage = {
	role: "assistant",
	content: [{ type: "text", text: "answer" }],
	api: "a",
	provider: "p",
	model: "m",
	usage: emptyUsage(),
	stopReason: "stop",
	timestamp: 2,
};

/** A session with a question and its answer, and the ids of both. */
function answered(): { session: Session; questionId: string; answerId: string } {
	const session = createMemorySession("/w");
	const { id: questionId } = session.append({ type: "message", message: user("question") });
	const { id: answerId } = session.append({ type: "message", message: answer });
	return { session, questionId, answerId };
}

const note: BoundaryDraft = { type: "custom_message", customType: "note", content: "more", display: true };

function textsOf(session: Session, drafts: readonly BoundaryDraft[]): unknown[] {
	return previewBoundary(session, drafts, []).llmMessages.map(({ role, content }) => [
		role,
		typeof content === "string" ? content : content.map((block) => ("text" in block ? block.text : block.type)),
	]);
}

test("a preview shows the next request with the drafts in it and leaves the session alone (E20)", () => {
	const { session, answerId } = answered();
	const drafts: BoundaryDraft[] = [{ type: "context_edit", targetId: answerId, replacement: null }, note];

	expect([textsOf(session, []), textsOf(session, drafts), session.getEntries().length]).toEqual([
		[
			["user", "question"],
			["assistant", ["answer"]],
		],
		[
			["user", "question"],
			["user", ["more"]],
		],
		2,
	]);
});

test("there is something to answer unless the last word is the model's (B18)", () => {
	const { session, answerId } = answered();
	const canContinue = (drafts: BoundaryDraft[], pending: AgentMessage[] = []): boolean =>
		previewBoundary(session, drafts, pending).canContinue;

	expect([
		canContinue([]),
		canContinue([{ type: "custom", customType: "state" }]),
		canContinue([], [user("waiting")]),
		canContinue([note]),
		canContinue([{ type: "context_edit", targetId: answerId, replacement: null }]),
		previewBoundary(createMemorySession("/w"), [], []).canContinue,
	]).toEqual([false, false, true, true, true, false]);
});

test("messages that wait are shown as they are", () => {
	const pending = [user("waiting")];

	expect(previewBoundary(answered().session, [], pending).pendingMessages).toBe(pending);
});

test("a draft that names an entry it may not name rejects the whole proposal (TRAP18)", () => {
	const { session } = answered();
	const wrong: BoundaryDraft = { type: "context_edit", targetId: "nobody", replacement: null };

	expect(() => previewBoundary(session, [note, wrong], [])).toThrow("nobody");
});

test("a compaction draft is completed with the size of the context and its origin (M14)", () => {
	const { session, questionId } = answered();
	const draft: BoundaryDraft = { type: "compaction", summary: "s", firstKeptEntryId: questionId };

	expect([toSessionDraft(note, session), toSessionDraft(draft, session)]).toEqual([
		note,
		{ ...draft, tokensBefore: 4, fromHook: true },
	]);
});
