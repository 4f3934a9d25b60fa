import type { AssistantContent, ImageContent, TextContent, ThinkingContent } from "../../contract/content.ts";
import type { AssistantMessage, Message, ToolResultMessage, UserMessage } from "../../contract/message.ts";
import { renderSystemMessageUpdate } from "../../transcript/system-state.ts";
import type { ResolvedCompat } from "./options.ts";
import type { AssistantBlock, ImageBlock, TextBlock, UserBlock, WireMessage } from "./wire.ts";

/** Stands for a result without text: an error result must not be empty. */
const NO_OUTPUT = "(no output)";

/**
 * The transcript without its leading system message. Results that follow each other share one user message; later
 * system messages come where the API allows them: behind a user turn.
 */
export function toWireMessages(messages: readonly Message[], compat: ResolvedCompat): WireMessage[] {
	const wire: WireMessage[] = [];
	let updates: TextBlock[] = [];
	const placeUpdates = (): void => {
		if (updates.length === 0 || wire.at(-1)?.role !== "user") return;
		wire.push({ role: "system", content: updates });
		updates = [];
	};
	for (let at = 0; at < messages.length; at++) {
		const message = messages[at];
		if (message === undefined) continue;
		if (message.role === "system") {
			const text = at === 0 ? "" : renderSystemMessageUpdate(message);
			if (text !== "") updates.push({ type: "text", text });
		} else if (message.role === "assistant") {
			placeUpdates();
			const content = toAssistantBlocks(message, compat);
			if (content.length > 0) wire.push({ role: "assistant", content });
		} else if (message.role === "toolResult") {
			const results = toolResultsFrom(messages, at);
			wire.push({ role: "user", content: toResultBlocks(results) });
			at += results.length - 1;
		} else wire.push({ role: "user", content: toUserBlocks(message) });
	}
	placeUpdates();
	return wire;
}

function toolResultsFrom(messages: readonly Message[], start: number): ToolResultMessage[] {
	const results: ToolResultMessage[] = [];
	for (let at = start; at < messages.length; at++) {
		const message = messages[at];
		if (message?.role !== "toolResult") break;
		results.push(message);
	}
	return results;
}

function toUserBlocks({ content }: UserMessage): UserBlock[] {
	return typeof content === "string" ? [{ type: "text", text: content }] : content.map(toBlock);
}

function toBlock(part: TextContent | ImageContent): TextBlock | ImageBlock {
	if (part.type === "text") return { type: "text", text: part.text };
	return { type: "image", source: { type: "base64", media_type: part.mimeType, data: part.data } };
}

/** Results first, as the API demands. Images of error results follow them: the API refuses them inside. */
function toResultBlocks(results: readonly ToolResultMessage[]): UserBlock[] {
	const blocks: UserBlock[] = [];
	const moved: UserBlock[] = [];
	for (const { toolCallId, toolName, content, isError } of results) {
		const images = isError ? content.filter((part) => part.type === "image") : [];
		const kept = images.length > 0 ? content.filter((part) => part.type === "text") : content;
		if (images.length > 0) {
			moved.push({ type: "text", text: `Images from the failed call of ${toolName} (${toolCallId}):` });
			moved.push(...images.map(toBlock));
		}
		blocks.push({
			type: "tool_result",
			tool_use_id: toolCallId,
			content: kept.length > 0 ? kept.map(toBlock) : [{ type: "text", text: NO_OUTPUT }],
			is_error: isError,
		});
	}
	return [...blocks, ...moved];
}

function toAssistantBlocks({ content }: AssistantMessage, compat: ResolvedCompat): AssistantBlock[] {
	return content.flatMap((block) => toAssistantBlock(block, compat));
}

function toAssistantBlock(block: AssistantContent, compat: ResolvedCompat): AssistantBlock[] {
	switch (block.type) {
		case "text":
			return [{ type: "text", text: block.text }];
		case "thinking":
			return toThinkingBlocks(block, compat);
		case "toolCall":
			return [{ type: "tool_use", id: block.id, name: block.name, input: block.arguments }];
	}
}

function toThinkingBlocks(block: ThinkingContent, compat: ResolvedCompat): AssistantBlock[] {
	const { thinking, thinkingSignature: signature = "" } = block;
	if (block.redacted === true) return signature === "" ? [] : [{ type: "redacted_thinking", data: signature }];
	if (signature !== "" || compat.allowEmptySignature === true) return [{ type: "thinking", thinking, signature }];
	return [{ type: "text", text: thinking }];
}
