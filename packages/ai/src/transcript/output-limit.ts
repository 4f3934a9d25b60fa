import type { Message } from "../contract/message.ts";
import type { Model } from "../contract/model.ts";

/** Few characters per token: the estimate should rather be too high. Images cost about this many tokens. */
const CHARACTERS_PER_TOKEN = 3;
const TOKENS_PER_IMAGE = 1_600;
const MIN_OUTPUT_TOKENS = 1_024;

/**
 * Most tokens of the response: what was asked for or what the model allows, as far as the estimated input leaves room
 * in the context window.
 */
export function outputLimit(
	model: Pick<Model, "contextWindow" | "maxTokens">,
	messages: readonly Message[],
	requested: number | undefined,
): number {
	const wanted = requested ?? model.maxTokens;
	const room = model.contextWindow - estimateTokens(messages);
	return Math.max(1, Math.min(wanted, Math.max(room, MIN_OUTPUT_TOKENS)));
}

function estimateTokens(messages: readonly Message[]): number {
	let characters = 0;
	let images = 0;
	for (const message of messages) {
		if (message.role === "system") characters += JSON.stringify([message.sections, message.toolsAdded]).length;
		if (typeof message.content === "string") characters += message.content.length;
		else {
			for (const part of message.content) {
				if (part.type === "image") images++;
				else if (part.type === "text") characters += part.text.length;
				else if (part.type === "thinking") characters += part.thinking.length;
				else characters += JSON.stringify(part.arguments).length;
			}
		}
	}
	return Math.ceil(characters / CHARACTERS_PER_TOKEN) + images * TOKENS_PER_IMAGE;
}
