import type { AssistantContent, ImageContent, TextContent, ThinkingContent } from "../../contract/content.ts";
import type { AssistantMessage, Message, ToolResultMessage, UserMessage } from "../../contract/message.ts";
import { renderSystemMessageUpdate } from "../../transcript/system-state.ts";
import type { WireNames } from "../wire-names.ts";
import type { ResolvedCompat } from "./options.ts";
import type { AssistantBlock, ImageBlock, TextBlock, UserBlock, WireMessage } from "./wire.ts";

export interface MessageSettings {
	readonly compat: ResolvedCompat;
	readonly names: WireNames;
}

/** Stands for a result without text: an error result must not be empty. */
const NO_OUTPUT = "(no output)";

/** A conversation must begin and end with the user: these turns stand where a transcript does not. */
const BEGINNING = "(the conversation before this point is not available)";
const CONTINUATION = "Continue.";

/**
 * The transcript without its leading system message. Results that follow each other share one user message; later
 * system messages come where the API allows them: behind a user turn, before an answer or at the end.
 */
export function toWireMessages(messages: readonly Message[], settings: MessageSettings): WireMessage[] {
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
			if (text.trim() !== "") updates.push({ type: "text", text });
		} else if (message.role === "assistant") {
			const content = toAssistantBlocks(message, settings);
			if (content.length === 0) continue;
			if (wire.length === 0) wire.push(userText(BEGINNING));
			placeUpdates();
			wire.push({ role: "assistant", content });
		} else if (message.role === "toolResult") {
			const results = toolResultsFrom(messages, at);
			wire.push({ role: "user", content: toResultBlocks(results) });
			at += results.length - 1;
		} else wire.push({ role: "user", content: toUserBlocks(message) });
	}
	if (wire.at(-1)?.role !== "user") wire.push(userText(CONTINUATION));
	placeUpdates();
	return wire;
}

/**
 * With a thinking budget, the API refuses an answer that went on to call tools and did not begin with thinking: the
 * one of another model, or of this one while thinking was off.
 */
export function allowsThinking(wire: readonly WireMessage[]): boolean {
	const turns = wire.filter(({ role }) => role !== "system");
	const last = turns.at(-1);
	const answersTools = turnBlocks(turns, turns.length - 1).some(({ type }) => type === "tool_result");
	if (last?.role !== "user" || !answersTools) return true;
	const answer = turns.findLastIndex(({ role }) => role === "assistant");
	return isThinking(turnBlocks(turns, answer)[0]);
}

function isThinking(block: { readonly type: string } | undefined): boolean {
	return block?.type === "thinking" || block?.type === "redacted_thinking";
}

/** The blocks of the turn that ends at a message: the API joins neighbours of the same role. */
function turnBlocks(messages: readonly WireMessage[], end: number): readonly { readonly type: string }[] {
	const role = messages[end]?.role;
	let start = end;
	while (start > 0 && messages[start - 1]?.role === role) start--;
	return messages.slice(start, end + 1).flatMap(({ content }): readonly { readonly type: string }[] => content);
}

function userText(text: string): WireMessage {
	return { role: "user", content: [{ type: "text", text }] };
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

function toAssistantBlocks({ content }: AssistantMessage, settings: MessageSettings): AssistantBlock[] {
	const blocks = content.flatMap((block) => toAssistantBlock(block, settings));
	// Where thinking has a budget it must come first or not at all.
	if (settings.compat.forceAdaptiveThinking || isThinking(blocks[0])) return blocks;
	return blocks.filter((block) => !isThinking(block));
}

function toAssistantBlock(block: AssistantContent, { compat, names }: MessageSettings): AssistantBlock[] {
	switch (block.type) {
		case "text":
			return [{ type: "text", text: block.text }];
		case "thinking":
			return toThinkingBlocks(block, compat);
		case "toolCall":
			return [{ type: "tool_use", id: block.id, name: names.toWire(block.name), input: block.arguments }];
	}
}

function toThinkingBlocks(block: ThinkingContent, compat: ResolvedCompat): AssistantBlock[] {
	const { thinking, thinkingSignature: signature = "" } = block;
	if (block.redacted === true) return signature === "" ? [] : [{ type: "redacted_thinking", data: signature }];
	if (signature !== "" || compat.allowEmptySignature === true) return [{ type: "thinking", thinking, signature }];
	return [{ type: "text", text: thinking }];
}
