import type { AgentMessage } from "@tau/agent";
import { getSystemMessageText, type AssistantContent, type ImageContent, type TextContent, type Usage } from "@tau/ai";

/** Characters per token, as published for estimates. */
const CHARACTERS_PER_TOKEN = 4;
/** What an image counts for: about 1,200 tokens. */
const CHARACTERS_PER_IMAGE = 4_800;

/** About how many tokens a message is for a model; rather too many than too few. */
export function estimateTokens(message: AgentMessage): number {
	return Math.ceil(charactersOf(message) / CHARACTERS_PER_TOKEN);
}

export function estimateAll(messages: readonly AgentMessage[]): number {
	return messages.reduce((sum, message) => sum + estimateTokens(message), 0);
}

/** The tokens that a response and its request filled together. */
export function usedTokens(usage: Usage): number {
	return usage.totalTokens || usage.input + usage.output + usage.cacheRead + usage.cacheWrite;
}

/** What the provider counted for a response; `undefined` for messages whose count says nothing about the context. */
export function countedTokens(message: AgentMessage): number | undefined {
	if (message.role !== "assistant" || message.stopReason === "error" || message.stopReason === "aborted") {
		return undefined;
	}
	return usedTokens(message.usage) || undefined;
}

function charactersOf(message: AgentMessage): number {
	switch (message.role) {
		case "system":
			return getSystemMessageText(message).length + lengthOf(message.toolsAdded);
		case "user":
		case "assistant":
		case "toolResult":
		case "custom":
			return charactersOfContent(message.content);
		case "bashExecution":
			return message.excludeFromContext === true ? 0 : message.command.length + message.output.length;
		case "branchSummary":
		case "compactionSummary":
			return message.summary.length;
		default:
			// A role of a file by another program is never sent.
			return 0;
	}
}

type Block = AssistantContent | TextContent | ImageContent;

function charactersOfContent(content: string | readonly Block[]): number {
	if (typeof content === "string") return content.length;
	return content.reduce((sum, block) => sum + charactersOfBlock(block), 0);
}

function charactersOfBlock(block: Block): number {
	switch (block.type) {
		case "text":
			return block.text.length;
		case "thinking":
			return block.thinking.length;
		case "toolCall":
			return block.name.length + lengthOf(block.arguments);
		case "image":
			return CHARACTERS_PER_IMAGE;
		default:
			return lengthOf(block);
	}
}

function lengthOf(value: unknown): number {
	return value === undefined ? 0 : JSON.stringify(value).length;
}
