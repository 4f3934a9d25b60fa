import type { ImageContent, TextContent } from "../../contract/content.ts";
import type { AssistantMessage, Message, ToolResultMessage } from "../../contract/message.ts";
import { renderSystemMessageUpdate } from "../../transcript/system-state.ts";
import type { WireNames } from "../wire-names.ts";
import type { Content, Part } from "./wire.ts";

export interface MessageSettings {
	readonly names: WireNames;
	/** The model refuses calls of the current turn that do not carry their signature. */
	readonly wantsSignatures: boolean;
}

/** Stands for the conversation where there is none, or where an answer would be the last word. */
const CONTINUATION = "Continue.";
/** A conversation must begin with the user. */
const BEGINNING = "(the conversation before this point is not available)";
const NO_OUTPUT = "(no output)";
/** The value that the API documents for calls that come from elsewhere and have no signature. */
const NO_SIGNATURE = "skip_thought_signature_validator";

/**
 * The transcript without its leading system message. Calls stand right behind a user's turn and are answered together:
 * neighbouring answers are one content, and so are neighbouring results.
 */
export function toContents(messages: readonly Message[], settings: MessageSettings): Content[] {
	const contents: Content[] = [];
	let previous: Message["role"] | undefined;
	let images: Part[] = [];
	const add = (role: Content["role"], parts: Part[], joins: boolean): void => {
		if (parts.length === 0) return;
		if (contents.length === 0 && role === "model") contents.push(userText(BEGINNING));
		const last = contents.at(-1);
		if (joins && last?.role === role) last.parts.push(...parts);
		else contents.push({ role, parts });
	};
	for (const [at, message] of messages.entries()) {
		if (message.role !== "toolResult" && images.length > 0) {
			add("user", images, false);
			images = [];
		}
		if (message.role === "toolResult") {
			add("user", [toResponse(message, settings)], previous === "toolResult");
			images.push(...imagesOf(message));
		} else if (message.role === "assistant") add("model", toAnswerParts(message, settings), true);
		else if (message.role === "user") add("user", toParts(message.content), false);
		else if (at > 0) add("user", toParts(renderSystemMessageUpdate(message)), false);
		previous = message.role;
	}
	add("user", images, false);
	if (contents.at(-1)?.role !== "user") contents.push(userText(CONTINUATION));
	return contents;
}

function userText(text: string): Content {
	return { role: "user", parts: [{ text }] };
}

function toParts(content: string | readonly (TextContent | ImageContent)[]): Part[] {
	if (typeof content === "string") return content.trim() === "" ? [] : [{ text: content }];
	return content.map(toPart);
}

function toPart(part: TextContent | ImageContent): Part {
	if (part.type === "text") return { text: part.text };
	return { inlineData: { mimeType: part.mimeType, data: part.data } };
}

function toResponse({ toolCallId, toolName, content, isError }: ToolResultMessage, settings: MessageSettings): Part {
	const output = content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n") || NO_OUTPUT;
	const response = isError ? { error: output } : { output };
	return { functionResponse: { id: toolCallId, name: settings.names.toWire(toolName), response } };
}

/** Results carry text only, so their images follow all of them. */
function imagesOf({ toolCallId, toolName, content }: ToolResultMessage): Part[] {
	const images = content.filter((part) => part.type === "image");
	if (images.length === 0) return [];
	return [{ text: `Images from the result of ${toolName} (${toolCallId}):` }, ...images.map(toPart)];
}

function toAnswerParts({ content }: AssistantMessage, { names, wantsSignatures }: MessageSettings): Part[] {
	return content.flatMap((block): Part[] => {
		if (block.type === "text") return [signed({ text: block.text }, block.textSignature)];
		if (block.type === "toolCall") {
			const functionCall = { id: block.id, name: names.toWire(block.name), args: block.arguments };
			return [signed({ functionCall }, block.thoughtSignature ?? (wantsSignatures ? NO_SIGNATURE : undefined))];
		}
		if (block.thinking.trim() === "") return [];
		return [signed({ text: block.thinking, thought: true }, block.thinkingSignature)];
	});
}

function signed(part: Part, signature: string | undefined): Part {
	return signature === undefined || signature === "" ? part : { ...part, thoughtSignature: signature };
}
