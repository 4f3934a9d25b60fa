import type { AgentMessage } from "@tau/agent";
import type { BoundaryDraft, BoundaryPreview } from "../../extension-api/events/turn-events.ts";
import { estimateContext } from "../../session/compaction/context-estimate.ts";
import type { SessionDraft } from "../../session/entry-draft.ts";
import { convertToLlm } from "../../session/message-views.ts";
import { createMemorySession } from "../../session/open-session.ts";
import type { ReadonlySession } from "../../session/readonly-session.ts";

/**
 * The context of the branch with further drafts appended, tried on a copy in memory. Throws for a draft that names an
 * entry it may not name, which rejects the whole proposal (TRAP18).
 */
export function previewBoundary(
	session: ReadonlySession,
	drafts: readonly BoundaryDraft[],
	pendingMessages: AgentMessage[],
): BoundaryPreview {
	const trial = createMemorySession(session.getCwd(), { header: session.getHeader(), entries: session.getBranch() });
	for (const draft of drafts) trial.append(toSessionDraft(draft, session));
	const { entries, messages } = trial.buildSessionProjection();
	return {
		contextEntries: entries,
		contextMessages: messages,
		llmMessages: convertToLlm(messages),
		pendingMessages,
		canContinue: pendingMessages.length > 0 || canContinue(messages),
	};
}

/** A compaction draft does not say how large the context was. */
export function toSessionDraft(draft: BoundaryDraft, session: ReadonlySession): SessionDraft {
	return draft.type === "compaction" ? { ...draft, tokensBefore: estimateContext(session), fromHook: true } : draft;
}

/** Whether there is something for a model to answer (B18). */
function canContinue(messages: readonly AgentMessage[]): boolean {
	const last = messages.findLast((message) => message.role !== "system");
	return last !== undefined && last.role !== "assistant";
}
