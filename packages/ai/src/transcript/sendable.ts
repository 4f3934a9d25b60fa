import type { AssistantContent, ImageContent, TextContent, ToolCall } from "../contract/content.ts";
import type { JsonObject, JsonValue } from "../contract/json.ts";
import type { AssistantMessage, Message } from "../contract/message.ts";
import type { Model } from "../contract/model.ts";
import { pairToolResults } from "./pair-tool-results.ts";
import { removeLoneSurrogates } from "./unicode.ts";

type SentModel = Pick<Model, "id" | "provider" | "api" | "input">;
type ImageOrText = TextContent | ImageContent;

const IMAGE_NOTE = "(image omitted: model does not support images)";

/**
 * Turns any transcript into one that the model's provider accepts: failed and aborted answers are left out, reasoning
 * goes back only to the model that wrote it, images only to models that take them, and calls and results are paired.
 * Never throws, whatever the transcript contains, and leaves its input as it is.
 */
export function sendable(messages: readonly Message[], model: SentModel): Message[] {
	const kept: Message[] = [];
	for (const message of messages) {
		if (typeof message !== "object" || message === null) continue;
		const prepared = prepare(message, model);
		if (prepared !== undefined) kept.push(prepared);
	}
	return pairToolResults(kept);
}

function prepare(message: Message, model: SentModel): Message | undefined {
	switch (message.role) {
		case "user": {
			const content = prepareUserContent(message.content, model);
			const isEmpty = typeof content === "string" ? content.trim() === "" : content.length === 0;
			return isEmpty ? undefined : { ...message, content };
		}
		case "assistant":
			return prepareAssistant(message, model);
		case "toolResult":
			return { ...message, content: prepareParts(asParts(message.content), model) };
		case "system":
			return { ...message, content: prepareSystemContent(message.content) };
		default:
			// Roles of agents and extensions are translated before they get here; nothing else can be sent.
			return undefined;
	}
}

function prepareUserContent(content: string | ImageOrText[], model: SentModel): string | ImageOrText[] {
	return typeof content === "string" ? removeLoneSurrogates(content) : prepareParts(asParts(content), model);
}

function prepareSystemContent(content: string | TextContent[]): string | TextContent[] {
	if (typeof content === "string") return removeLoneSurrogates(content);
	return asParts(content).map((part) => ({ ...part, text: removeLoneSurrogates(part.text) }));
}

function prepareParts(parts: readonly ImageOrText[], model: SentModel): ImageOrText[] {
	const prepared: ImageOrText[] = [];
	let lastWasNote = false;
	for (const part of parts) {
		const isNote = part.type === "image" && !(model.input ?? []).includes("image");
		if (isNote && !lastWasNote) prepared.push({ type: "text", text: IMAGE_NOTE });
		else if (part.type === "image" && !isNote) prepared.push(part);
		else if (part.type === "text") {
			const text = removeLoneSurrogates(part.text);
			if (text.trim() !== "") prepared.push({ ...part, text });
		}
		lastWasNote = isNote;
	}
	return prepared;
}

function prepareAssistant(message: AssistantMessage, model: SentModel): AssistantMessage | undefined {
	// What such a message holds is incomplete: cut text, unsigned reasoning, calls that never ran.
	if (message.stopReason === "error" || message.stopReason === "aborted") return undefined;
	const isOwn = message.provider === model.provider && message.api === model.api && message.model === model.id;
	const content = asParts(message.content).flatMap((block) => prepareBlock(block, isOwn));
	return content.length === 0 ? undefined : { ...message, content };
}

function prepareBlock(block: AssistantContent, isOwn: boolean): AssistantContent[] {
	switch (block.type) {
		case "text": {
			const text = removeLoneSurrogates(block.text);
			// Anthropic refuses blocks of white space.
			if (text.trim() === "") return [];
			return isOwn && block.textSignature !== undefined
				? [{ type: "text", text, textSignature: block.textSignature }]
				: [{ type: "text", text }];
		}
		case "thinking": {
			if (!isOwn) return [];
			// A signature covers the exact text.
			if (block.thinkingSignature !== undefined) return [block];
			const thinking = removeLoneSurrogates(block.thinking ?? "");
			return thinking.trim() === "" ? [] : [{ ...block, thinking }];
		}
		case "toolCall":
			return [prepareCall(block, isOwn)];
		default:
			return [];
	}
}

function prepareCall(call: ToolCall, isOwn: boolean): ToolCall {
	const prepared: ToolCall = {
		type: "toolCall",
		id: typeof call.id === "string" ? call.id : "",
		name: call.name,
		arguments: isJsonObject(call.arguments) ? cleanObject(call.arguments) : {},
	};
	if (isOwn && call.thoughtSignature !== undefined) prepared.thoughtSignature = call.thoughtSignature;
	return prepared;
}

function cleanObject(object: JsonObject): JsonObject {
	return Object.fromEntries(
		Object.entries(object).map(([key, value]) => [removeLoneSurrogates(key), cleanValue(value)]),
	);
}

function cleanValue(value: JsonValue): JsonValue {
	if (typeof value === "string") return removeLoneSurrogates(value);
	if (Array.isArray(value)) return value.map(cleanValue);
	return isJsonObject(value) ? cleanObject(value) : value;
}

function isJsonObject(value: unknown): value is JsonObject {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Session files are written by many programs: a missing list is an empty one, and holes in it do not count. */
function asParts<T extends object>(parts: readonly T[] | undefined): readonly T[] {
	if (!Array.isArray(parts)) return [];
	return parts.filter((part: T) => {
		if (typeof part !== "object" || part === null) return false;
		if ("text" in part || ("type" in part && part.type === "text"))
			return typeof (part as { text?: unknown }).text === "string";
		return true;
	});
}
