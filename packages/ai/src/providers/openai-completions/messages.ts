import type { ImageContent, TextContent, ThinkingContent, ToolCall } from "../../contract/content.ts";
import type {
	AssistantMessage,
	Message,
	SystemMessage,
	ToolResultMessage,
	UserMessage,
} from "../../contract/message.ts";
import type { Model } from "../../contract/model.ts";
import { getSystemMessageText, renderSystemMessageUpdate } from "../../transcript/system-state.ts";
import type { WireNames } from "../wire-names.ts";
import type { ResolvedCompat } from "./options.ts";
import type { ChatAssistantMessage, ChatMessage, ChatPart, ChatToolCall, ChatToolMessage } from "./wire.ts";

export interface MessageSettings {
	readonly model: Model;
	readonly compat: ResolvedCompat;
	readonly names: WireNames;
	/** Reasoning is on for this request. */
	readonly thinks: boolean;
	/** Grammar tools, by their name on the wire, with the argument that carries their text. */
	readonly grammarInputs: ReadonlyMap<string, string>;
}

/** Fields in which servers send reasoning, and take it back. */
export const REASONING_FIELDS = ["reasoning_content", "reasoning", "reasoning_text"] as const;

const IMAGES_FROM_TOOL = "Images from the tool results above:";
const IMAGE_BELOW = "(see the image below)";
const NO_OUTPUT = "(no output)";
/** Stands for the conversation where there is none: servers want something to answer. */
const CONTINUATION = "Continue.";
const BRIDGE = "I have processed the tool results.";

/** The transcript in the wire's order: tool results first, the images they hold behind all of them. */
export function toChatMessages(messages: readonly Message[], settings: MessageSettings): ChatMessage[] {
	const chat: ChatMessage[] = [];
	let images: ImageContent[] = [];
	for (const [at, message] of messages.entries()) {
		if (message.role === "toolResult") {
			chat.push(toToolMessage(message, settings));
			images.push(...message.content.filter((part) => part.type === "image"));
			continue;
		}
		if (images.length > 0) chat.push(...bridge(chat, settings), imagesMessage(images));
		images = [];
		if (message.role === "system") chat.push(...toSystemMessages(message, settings, at === 0 ? "prompt" : "update"));
		else if (message.role === "assistant") chat.push(...toAssistantMessages(message, settings));
		else chat.push(...bridge(chat, settings), toUserMessage(message));
	}
	if (images.length > 0) chat.push(...bridge(chat, settings), imagesMessage(images));
	if (chat.every(({ role }) => role === "system" || role === "developer"))
		chat.push({ role: "user", content: CONTINUATION });
	return chat;
}

/** Some servers refuse a user message right behind a tool result. */
function bridge(chat: readonly ChatMessage[], { compat }: MessageSettings): ChatMessage[] {
	const needed = compat.requiresAssistantAfterToolResult === true && chat.at(-1)?.role === "tool";
	return needed ? [{ role: "assistant", content: BRIDGE }] : [];
}

function toSystemMessages(
	message: SystemMessage,
	{ model, compat }: MessageSettings,
	place: "prompt" | "update",
): ChatMessage[] {
	const content = place === "prompt" ? getSystemMessageText(message) : renderSystemMessageUpdate(message);
	if (content.trim() === "") return [];
	return [{ role: compat.supportsDeveloperRole && model.reasoning ? "developer" : "system", content }];
}

function toUserMessage({ content }: UserMessage): ChatMessage {
	return { role: "user", content: typeof content === "string" ? content : content.map(toPart) };
}

function toPart(part: TextContent | ImageContent): ChatPart {
	if (part.type === "text") return { type: "text", text: part.text };
	return { type: "image_url", image_url: { url: `data:${part.mimeType};base64,${part.data}` } };
}

function imagesMessage(images: readonly ImageContent[]): ChatMessage {
	return { role: "user", content: [{ type: "text", text: IMAGES_FROM_TOOL }, ...images.map(toPart)] };
}

function toToolMessage(message: ToolResultMessage, { compat, names }: MessageSettings): ChatToolMessage {
	const texts = message.content.filter((part) => part.type === "text").map((part) => part.text);
	const placeholder = message.content.length > 0 ? IMAGE_BELOW : NO_OUTPUT;
	const chat: ChatToolMessage = {
		role: "tool",
		content: texts.length > 0 ? texts.join("\n") : placeholder,
		tool_call_id: message.toolCallId,
	};
	if (compat.requiresToolResultName === true) chat.name = names.toWire(message.toolName);
	return chat;
}

function toAssistantMessages({ content }: AssistantMessage, settings: MessageSettings): ChatAssistantMessage[] {
	const { compat } = settings;
	const thinking = content.filter((block) => block.type === "thinking").filter((block) => block.redacted !== true);
	const texts = content.filter((block) => block.type === "text").map((block) => block.text);
	if (compat.requiresThinkingAsText === true) {
		texts.unshift(...thinking.map((block) => `<thinking>\n${block.thinking}\n</thinking>`));
	}
	const chat: ChatAssistantMessage = { role: "assistant", content: texts.join("\n") || null };
	const calls = content.filter((block) => block.type === "toolCall");
	// Reasoning alone is no message: servers demand text or calls.
	if (chat.content === null && calls.length === 0) return [];
	if (calls.length > 0) chat.tool_calls = calls.map((call) => toToolCall(call, settings));
	if (chat.content === null && compat.requiresNonNullAssistantContent === true) chat.content = "";
	if (compat.requiresThinkingAsText !== true) addReasoning(chat, thinking, settings);
	return [chat];
}

function addReasoning(
	chat: ChatAssistantMessage,
	thinking: readonly ThinkingContent[],
	settings: MessageSettings,
): void {
	const field = REASONING_FIELDS.find((name) => thinking.some((block) => block.thinkingSignature === name));
	if (field !== undefined) chat[field] = thinking.map((block) => block.thinking).join("\n");
	else if (settings.compat.requiresReasoningContentOnAssistantMessages === true && settings.thinks) {
		chat.reasoning_content = "";
	}
}

function toToolCall(call: ToolCall, { grammarInputs, names }: MessageSettings): ChatToolCall {
	const name = names.toWire(call.name);
	const input = grammarInputs.get(name);
	if (input !== undefined) {
		const text = call.arguments[input];
		return {
			id: call.id,
			type: "custom",
			custom: { name, input: typeof text === "string" ? text : JSON.stringify(call.arguments) },
		};
	}
	return {
		id: call.id,
		type: "function",
		function: { name, arguments: JSON.stringify(call.arguments) },
	};
}
