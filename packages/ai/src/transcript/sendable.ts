import type { AssistantContent, ImageContent, TextContent, ThinkingContent, ToolCall } from "../contract/content.ts";
import type { JsonObject } from "../contract/json.ts";
import type { AssistantMessage, Message } from "../contract/message.ts";
import type { Model } from "../contract/model.ts";
import { fitImages } from "./fit-images.ts";
import { pairToolResults } from "./pair-tool-results.ts";
import { prepareSystem } from "./prepare-system.ts";
import { asParts } from "./read-parts.ts";
import { removeLoneSurrogates, removeLoneSurrogatesDeep } from "./unicode.ts";

type SentModel = Pick<Model, "id" | "provider" | "api" | "input" | "inputLimits">;
type ImageOrText = TextContent | ImageContent;

/** Answers that end so are incomplete: cut text, unsigned reasoning, calls that never ran. */
const INCOMPLETE: ReadonlySet<unknown> = new Set(["error", "aborted", "pending"]);

/**
 * Turns any transcript into one that the model's provider accepts: unfinished answers are left out, reasoning goes back
 * only to the model that wrote it, images only to models that take them, and calls and results are paired. Never
 * throws, whatever the transcript contains, and leaves its input as it is.
 */
export function sendable(messages: readonly Message[], model: SentModel): Message[] {
	const kept: Message[] = [];
	for (const message of messages) {
		if (typeof message !== "object" || message === null) continue;
		const prepared = prepare(message, model);
		if (prepared !== undefined) kept.push(prepared);
	}
	return fitImages(pairToolResults(kept), model);
}

function prepare(message: Message, model: SentModel): Message | undefined {
	switch (message.role) {
		case "user": {
			const content = prepareUserContent(message.content);
			const isEmpty = typeof content === "string" ? content.trim() === "" : content.length === 0;
			return isEmpty ? undefined : { ...message, content };
		}
		case "assistant":
			return prepareAssistant(message, model);
		case "toolResult":
			return { ...message, content: prepareParts(asParts(message.content)) };
		case "system":
			return prepareSystem(message);
		default:
			// Roles of agents and extensions are translated before they get here; nothing else can be sent.
			return undefined;
	}
}

function prepareUserContent(content: string | ImageOrText[]): string | ImageOrText[] {
	return typeof content === "string" ? removeLoneSurrogates(content) : prepareParts(asParts(content));
}

function prepareParts(parts: readonly ImageOrText[]): ImageOrText[] {
	return parts.flatMap((part): ImageOrText[] => {
		if (part.type === "image") return [part];
		if (part.type !== "text") return [];
		const text = removeLoneSurrogates(part.text);
		return text.trim() === "" ? [] : [{ ...part, text }];
	});
}

function prepareAssistant(message: AssistantMessage, model: SentModel): AssistantMessage | undefined {
	if (INCOMPLETE.has(message.stopReason)) return undefined;
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
		case "thinking":
			return isOwn ? prepareThinking(block) : [];
		case "toolCall":
			return [prepareCall(block, isOwn)];
		default:
			return [];
	}
}

function prepareThinking(block: ThinkingContent): ThinkingContent[] {
	const { thinkingSignature: signature } = block;
	const written = typeof block.thinking === "string" ? block.thinking : "";
	const thinking = removeLoneSurrogates(written);
	if (typeof signature === "string" && signature !== "") {
		// A signature covers the exact text: what cannot be sent as it was is not sent.
		const isIntact = thinking === written && removeLoneSurrogates(signature) === signature;
		return isIntact ? [{ ...block, thinking }] : [];
	}
	if (block.redacted === true || thinking.trim() === "") return [];
	return [{ type: "thinking", thinking }];
}

function prepareCall(call: ToolCall, isOwn: boolean): ToolCall {
	const prepared: ToolCall = {
		type: "toolCall",
		id: typeof call.id === "string" ? call.id : "",
		name: typeof call.name === "string" ? removeLoneSurrogates(call.name) : "",
		arguments: isJsonObject(call.arguments) ? removeLoneSurrogatesDeep(call.arguments) : {},
	};
	if (isOwn && call.thoughtSignature !== undefined) prepared.thoughtSignature = call.thoughtSignature;
	return prepared;
}

function isJsonObject(value: unknown): value is JsonObject {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
