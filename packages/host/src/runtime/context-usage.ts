import type { AgentMessage } from "@tau/agent";
import type { Model } from "@tau/ai";
import type { ContextUsage } from "../extension-api/context.ts";

/** Characters per token, as published for estimates. */
const CHARACTERS_PER_TOKEN = 4;

/** How full the context is: the last response's count and an estimate of what came after it (C15). */
export function contextUsage(model: Model | undefined, messages: readonly AgentMessage[]): ContextUsage | undefined {
	if (!model) return undefined;
	const { contextWindow } = model;
	const at = messages.findLastIndex(hasUsage);
	const last = messages[at];
	// Right after a compaction the last count speaks of messages that are gone.
	if (messages.some((message, index) => message.role === "compactionSummary" && index > at))
		return { tokens: null, contextWindow, percent: null };
	const counted = last?.role === "assistant" ? last.usage.totalTokens : 0;
	const trailing = messages.slice(at + 1).reduce((sum, message) => sum + estimateTokens(message), 0);
	const tokens = counted + trailing;
	return { tokens, contextWindow, percent: contextWindow > 0 ? (tokens / contextWindow) * 100 : null };
}

export function estimateTokens(message: AgentMessage): number {
	return Math.ceil(JSON.stringify("content" in message ? message.content : message).length / CHARACTERS_PER_TOKEN);
}

function hasUsage(message: AgentMessage): boolean {
	return (
		message.role === "assistant" &&
		message.stopReason !== "aborted" &&
		message.stopReason !== "error" &&
		message.usage.totalTokens > 0
	);
}
