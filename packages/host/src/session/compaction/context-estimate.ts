import type { AgentMessage } from "@tau/agent";
import type { SessionEntry } from "../entry.ts";
import { sessionEntryToContextMessages } from "../entry-messages.ts";
import type { ReadonlySession } from "../readonly-session.ts";
import { countedTokens, estimateAll } from "./tokens.ts";

/**
 * How many entries are looked at one by one for the last count. A provider that reports counts does so in every
 * response; a longer way back means that there is none.
 */
const MOST_STEPS_BACK = 2_000;

/**
 * About how many tokens the context of the branch is: the count of the last response and an estimate of what followed.
 * A count that is older than a compaction or a context edit speaks of another context, and all of it is estimated.
 */
export function estimateContext(session: ReadonlySession): number {
	const following: AgentMessage[] = [];
	let entry = session.getLeafEntry();
	for (let steps = 0; entry !== undefined && steps < MOST_STEPS_BACK; steps += 1) {
		if (entry.type === "compaction" || entry.type === "context_edit") break;
		const messages = sessionEntryToContextMessages(entry);
		const counted = messages.map(countedTokens).findLast((tokens) => tokens !== undefined);
		if (counted !== undefined) return counted + estimateAll(following);
		following.push(...messages);
		entry = parentOf(session, entry);
	}
	return estimateAll(session.buildSessionContext().messages);
}

/** Whether a compaction came after the last response that was counted. */
export function isCompactedSinceAnswer(session: ReadonlySession): boolean {
	let entry = session.getLeafEntry();
	for (let steps = 0; entry !== undefined && steps < MOST_STEPS_BACK; steps += 1) {
		if (entry.type === "compaction") return true;
		if (entry.type === "message" && countedTokens(entry.message) !== undefined) return false;
		entry = parentOf(session, entry);
	}
	return false;
}

/** The last compaction of the branch, if less than about so many tokens came after it. */
export function recentCompaction(session: ReadonlySession, tokens: number): string | undefined {
	let following = 0;
	let entry = session.getLeafEntry();
	for (let steps = 0; entry !== undefined && following < tokens && steps < MOST_STEPS_BACK; steps += 1) {
		if (entry.type === "compaction") return entry.id;
		following += estimateAll(sessionEntryToContextMessages(entry));
		entry = parentOf(session, entry);
	}
	return undefined;
}

function parentOf(session: ReadonlySession, { parentId }: SessionEntry): SessionEntry | undefined {
	return parentId === null ? undefined : session.getEntry(parentId);
}
