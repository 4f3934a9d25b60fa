import type { AssistantMessage, Model } from "@tau/ai";
import { estimateTokens, usedTokens } from "../../session/compaction/tokens.ts";
import type { Answer } from "./last-answer.ts";

/**
 * What a response says about the size of the context (M08):
 * - `refused`: the provider did not take the request;
 * - `cut`: the answer ended at its limit although the model may write more, so the context left no room;
 * - `full`: the answer is complete, and with it the context is larger than the model's window.
 */
export type OverflowSign = "refused" | "cut" | "full";

/** A response of another model says nothing about this one. */
export function overflowSign({ message, failure }: Answer, model: Model): OverflowSign | undefined {
	if (message.provider !== model.provider || message.model !== model.id) return undefined;
	const { stopReason } = message;
	if (stopReason === "error") return failure?.kind === "overflow" ? "refused" : undefined;
	if (stopReason === "length") return isCutEarly(message, model) ? "cut" : undefined;
	if (stopReason === "aborted" || !(model.contextWindow > 0)) return undefined;
	return usedTokens(message.usage) > model.contextWindow ? "full" : undefined;
}

/** Calls of a cut-off response have results that the model is to see, so the run goes on by itself. */
function isCutEarly(message: AssistantMessage, { maxTokens }: Model): boolean {
	if (message.content.some(({ type }) => type === "toolCall")) return false;
	// Some servers count nothing.
	const written = message.usage.output > 0 ? message.usage.output : estimateTokens(message);
	return written < maxTokens;
}
