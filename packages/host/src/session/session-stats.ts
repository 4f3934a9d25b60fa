import type { Usage } from "@tau/ai";
import type { SessionEntry } from "./entry.ts";
import type { ReadonlySession } from "./readonly-session.ts";
import { assistantBlocks } from "./assistant-blocks.ts";

/** What a session holds and what it cost (S20), in the form that RPC and embedders know. */
export interface SessionStats {
	sessionFile: string | undefined;
	sessionId: string;
	userMessages: number;
	assistantMessages: number;
	toolCalls: number;
	toolResults: number;
	/** Of every role, those of the host included. */
	totalMessages: number;
	tokens: { input: number; output: number; cacheRead: number; cacheWrite: number; total: number };
	/** USD. */
	cost: number;
}

/**
 * Totals over all entries, those on other branches and those that were compacted away included: answers, usage that
 * tools report, summaries, and usage outside the conversation. `entries` spares reading them again.
 */
export function sessionStats(
	session: ReadonlySession,
	entries: readonly SessionEntry[] = session.getEntries(),
): SessionStats {
	const stats: SessionStats = {
		sessionFile: session.getSessionFile(),
		sessionId: session.getSessionId(),
		userMessages: 0,
		assistantMessages: 0,
		toolCalls: 0,
		toolResults: 0,
		totalMessages: 0,
		tokens: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
		cost: 0,
	};
	for (const entry of entries) {
		// A damaged file can hold an entry without its message.
		if (entry.type === "message" && entry.message == null) continue;
		if (entry.type === "message") countMessage(stats, entry.message);
		addUsage(stats, usageOf(entry));
	}
	const { tokens } = stats;
	tokens.total = tokens.input + tokens.output + tokens.cacheRead + tokens.cacheWrite;
	return stats;
}

type Message = Extract<SessionEntry, { type: "message" }>["message"];

function countMessage(stats: SessionStats, message: Message): void {
	stats.totalMessages += 1;
	if (message.role === "user") stats.userMessages += 1;
	else if (message.role === "toolResult") stats.toolResults += 1;
	else if (message.role === "assistant") {
		stats.assistantMessages += 1;
		stats.toolCalls += assistantBlocks(message).filter((block) => block.type === "toolCall").length;
	}
}

function usageOf(entry: SessionEntry): Partial<Usage> | undefined {
	switch (entry.type) {
		case "message":
			return "usage" in entry.message ? entry.message.usage : undefined;
		case "usage":
		case "compaction":
		case "branch_summary":
			return entry.usage;
		default:
			return undefined;
	}
}

/** Programs that do not know the price, or not the cache, leave fields out. */
function addUsage(stats: SessionStats, usage: Partial<Usage> | undefined): void {
	if (usage === undefined) return;
	const { tokens } = stats;
	tokens.input += usage.input ?? 0;
	tokens.output += usage.output ?? 0;
	tokens.cacheRead += usage.cacheRead ?? 0;
	tokens.cacheWrite += usage.cacheWrite ?? 0;
	stats.cost += usage.cost?.total ?? 0;
}
