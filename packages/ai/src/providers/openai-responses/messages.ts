import type { ImageContent, TextContent, ThinkingContent, ToolCall } from "../../contract/content.ts";
import type { AssistantMessage, Message, SystemMessage, ToolResultMessage } from "../../contract/message.ts";
import type { Model } from "../../contract/model.ts";
import { isRecord } from "../../stream/is-record.ts";
import { getSystemMessageText, renderSystemMessageUpdate } from "../../transcript/system-state.ts";
import { removeLoneSurrogatesDeep } from "../../transcript/unicode.ts";
import type { WireNames } from "../wire-names.ts";
import type { ResolvedCompat } from "./options.ts";
import type { InputItem, InputPart, ReasoningItem } from "./wire.ts";

export interface MessageSettings {
	readonly model: Model;
	readonly compat: ResolvedCompat;
	readonly names: WireNames;
	/** Grammar tools, by their name on the wire, with the argument that carries their text. */
	readonly grammarInputs: ReadonlyMap<string, string>;
}

const NO_OUTPUT = "(no output)";
/** Stands for the conversation where there is none: a request needs something to answer. */
const CONTINUATION = "Continue.";

/** The transcript as input items. Calls of grammar tools and their results have item types of their own. */
export function toInputItems(messages: readonly Message[], settings: MessageSettings): InputItem[] {
	const grammarCalls = new Set<string>();
	const items: InputItem[] = [];
	for (const [at, message] of messages.entries()) {
		if (message.role === "system") items.push(...toSystemItems(message, settings, at === 0 ? "prompt" : "update"));
		else if (message.role === "assistant") items.push(...toAnswerItems(message, settings, grammarCalls));
		else if (message.role === "toolResult") items.push(toResultItem(message, grammarCalls));
		else items.push({ type: "message", role: "user", content: toParts(message.content) });
	}
	const isPromptOnly = items.every((item) => item.type === "message" && /^(system|developer)$/.test(item.role));
	if (isPromptOnly) items.push({ type: "message", role: "user", content: toParts(CONTINUATION) });
	return items;
}

function toSystemItems(
	message: SystemMessage,
	{ model, compat }: MessageSettings,
	place: "prompt" | "update",
): InputItem[] {
	const text = place === "prompt" ? getSystemMessageText(message) : renderSystemMessageUpdate(message);
	if (text.trim() === "") return [];
	const role = compat.supportsDeveloperRole && model.reasoning ? "developer" : "system";
	return [{ type: "message", role, content: toParts(text) }];
}

function toParts(content: string | readonly (TextContent | ImageContent)[]): InputPart[] {
	if (typeof content === "string") return [{ type: "input_text", text: content }];
	return content.map((part) =>
		part.type === "text"
			? { type: "input_text", text: part.text }
			: { type: "input_image", image_url: `data:${part.mimeType};base64,${part.data}`, detail: "auto" },
	);
}

function toResultItem({ toolCallId, content }: ToolResultMessage, grammarCalls: ReadonlySet<string>): InputItem {
	const texts = content.flatMap((part) => (part.type === "text" ? [part.text] : []));
	const isText = texts.length === content.length;
	return {
		type: grammarCalls.has(toolCallId) ? "custom_tool_call_output" : "function_call_output",
		call_id: toolCallId,
		output: isText ? texts.join("\n") || NO_OUTPUT : toParts(content),
	};
}

function toAnswerItems(message: AssistantMessage, settings: MessageSettings, grammarCalls: Set<string>): InputItem[] {
	const { content } = message;
	// The API refuses reasoning that nothing follows.
	const end = content.findLastIndex((block) => block.type !== "thinking");
	return content.slice(0, end + 1).flatMap((block): InputItem[] => {
		if (block.type === "text") return [toTextItem(block)];
		if (block.type === "thinking") return toReasoningItems(block);
		return [toCallItem(block, settings, grammarCalls)];
	});
}

function toTextItem({ text, textSignature }: TextContent): InputItem {
	const phase = phaseOf(textSignature);
	const content = [{ type: "output_text" as const, text }];
	return { type: "message", role: "assistant", content, ...(phase === undefined ? {} : { phase }) };
}

/** Whether the text was said on the way or as the answer: models that mark their texts want the mark back. */
function phaseOf(signature: string | undefined): string | undefined {
	const facts = signature?.startsWith("{") ? parseRecord(signature) : undefined;
	return typeof facts?.["phase"] === "string" ? facts["phase"] : undefined;
}

function toReasoningItems({ thinkingSignature }: ThinkingContent): ReasoningItem[] {
	const item = parseRecord(thinkingSignature);
	if (item?.["type"] !== "reasoning") return [];
	// Written as an escape, half a character survives in a signature's text; a request that holds one is refused.
	if (removeLoneSurrogatesDeep(item) !== item) return [];
	const { id, summary, content, encrypted_content: encrypted } = item;
	const hasContent = Array.isArray(content) && content.length > 0;
	// Nothing is stored on the server: an item that does not hold its own reasoning would only be a dead reference.
	if (typeof encrypted !== "string" && !hasContent) return [];
	return [
		{
			type: "reasoning",
			...(typeof id === "string" ? { id } : {}),
			summary: Array.isArray(summary) ? summary : [],
			...(hasContent ? { content } : {}),
			...(typeof encrypted === "string" ? { encrypted_content: encrypted } : {}),
		},
	];
}

function toCallItem(call: ToolCall, { names, grammarInputs }: MessageSettings, grammarCalls: Set<string>): InputItem {
	const name = names.toWire(call.name);
	const input = grammarInputs.get(name);
	if (input === undefined) {
		return { type: "function_call", call_id: call.id, name, arguments: JSON.stringify(call.arguments) };
	}
	grammarCalls.add(call.id);
	const text = call.arguments[input];
	const sent = typeof text === "string" ? text : JSON.stringify(call.arguments);
	return { type: "custom_tool_call", call_id: call.id, name, input: sent };
}

function parseRecord(text: string | undefined): Record<string, unknown> | undefined {
	try {
		const value: unknown = JSON.parse(text ?? "");
		return isRecord(value) ? value : undefined;
	} catch {
		// A signature of another origin: there is nothing to send back.
		return undefined;
	}
}
