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
 * throws, whatever the transcript contains, and leaves its input as it is: what needs no change is shared with it.
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
			return isEmpty ? undefined : withContent(message, content);
		}
		case "assistant":
			return prepareAssistant(message, model);
		case "toolResult":
			return withContent(message, prepareParts(message.content));
		case "system":
			return prepareSystem(message);
		default:
			// Roles of agents and extensions are translated before they get here; nothing else can be sent.
			return undefined;
	}
}

/** The message itself where nothing was changed: of a long transcript that is nearly all of it. */
function withContent<T extends Message>(message: T, content: T["content"]): T {
	return content === message.content ? message : { ...message, content };
}

function prepareUserContent(content: string | ImageOrText[]): string | ImageOrText[] {
	return typeof content === "string" ? removeLoneSurrogates(content) : prepareParts(content);
}

function prepareParts(content: ImageOrText[]): ImageOrText[] {
	return prepareEach(content, (part) => {
		if (part.type === "image") return part;
		if (part.type !== "text") return undefined;
		const text = removeLoneSurrogates(part.text);
		if (isBlank(text)) return undefined;
		return text === part.text ? part : { ...part, text };
	});
}

/** The list itself when it is one and every part stays as it is. */
function prepareEach<T extends object>(list: T[], prepareOne: (part: T | TextContent) => T | undefined): T[] {
	const prepared: T[] = [];
	let isSame = Array.isArray(list);
	for (const [at, part] of asParts(list).entries()) {
		const one = prepareOne(part);
		if (one !== undefined) prepared.push(one);
		if (one === undefined || one !== list[at]) isSame = false;
	}
	return isSame && prepared.length === list.length ? list : prepared;
}

function prepareAssistant(message: AssistantMessage, model: SentModel): AssistantMessage | undefined {
	if (INCOMPLETE.has(message.stopReason)) return undefined;
	const isOwn = message.provider === model.provider && message.api === model.api && message.model === model.id;
	const content = prepareEach(message.content, (block) => prepareBlock(block, isOwn));
	return content.length === 0 ? undefined : withContent(message, content);
}

function prepareBlock(block: AssistantContent, isOwn: boolean): AssistantContent | undefined {
	switch (block.type) {
		case "text":
			return prepareText(block, isOwn);
		case "thinking":
			return isOwn ? prepareThinking(block) : undefined;
		case "toolCall":
			return prepareCall(block, isOwn);
		default:
			return undefined;
	}
}

function prepareText(block: TextContent, isOwn: boolean): TextContent | undefined {
	const text = removeLoneSurrogates(block.text);
	// Anthropic refuses blocks of white space.
	if (isBlank(text)) return undefined;
	const signature = isOwn ? block.textSignature : undefined;
	if (text === block.text && hasOnly(block, signature === undefined ? TEXT_FIELDS : SIGNED_TEXT_FIELDS)) return block;
	return signature === undefined ? { type: "text", text } : { type: "text", text, textSignature: signature };
}

function prepareThinking(block: ThinkingContent): ThinkingContent | undefined {
	const { thinkingSignature: signature } = block;
	const written = typeof block.thinking === "string" ? block.thinking : "";
	const thinking = removeLoneSurrogates(written);
	if (typeof signature === "string" && signature !== "") {
		// A signature covers the exact text: what cannot be sent as it was is not sent.
		const isIntact = thinking === written && removeLoneSurrogates(signature) === signature;
		if (!isIntact) return undefined;
		return thinking === block.thinking ? block : { ...block, thinking };
	}
	if (block.redacted === true || isBlank(thinking)) return undefined;
	return { type: "thinking", thinking };
}

function prepareCall(call: ToolCall, isOwn: boolean): ToolCall {
	const prepared: ToolCall = {
		type: "toolCall",
		id: typeof call.id === "string" ? call.id : "",
		name: typeof call.name === "string" ? removeLoneSurrogates(call.name) : "",
		arguments: isJsonObject(call.arguments) ? removeLoneSurrogatesDeep(call.arguments) : {},
	};
	if (isOwn && call.thoughtSignature !== undefined) prepared.thoughtSignature = call.thoughtSignature;
	const isSame = prepared.id === call.id && prepared.name === call.name && prepared.arguments === call.arguments;
	const fields = prepared.thoughtSignature === undefined ? CALL_FIELDS : SIGNED_CALL_FIELDS;
	return isSame && hasOnly(call, fields) ? call : prepared;
}

const TEXT_FIELDS: ReadonlySet<string> = new Set(["type", "text"]);
const SIGNED_TEXT_FIELDS: ReadonlySet<string> = new Set([...TEXT_FIELDS, "textSignature"]);
const CALL_FIELDS: ReadonlySet<string> = new Set(["type", "id", "name", "arguments"]);
const SIGNED_CALL_FIELDS: ReadonlySet<string> = new Set([...CALL_FIELDS, "thoughtSignature"]);

/** What other programs write into a block stays here. */
function hasOnly(block: object, fields: ReadonlySet<string>): boolean {
	for (const name in block) if (!fields.has(name)) return false;
	return true;
}

/** Looks no further than to the first character that is none of white space. */
function isBlank(text: string): boolean {
	return !/\S/.test(text);
}

function isJsonObject(value: unknown): value is JsonObject {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
