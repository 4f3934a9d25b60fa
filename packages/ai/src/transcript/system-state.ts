import type { TextContent } from "../contract/content.ts";
import type { SystemMessage } from "../contract/message.ts";
import type { Tool } from "../contract/tool.ts";
import { asParts } from "./read-parts.ts";

/** Any transcript: the replay reads messages with role `system` only. */
export type TranscriptMessages = readonly { readonly role: string }[];

/**
 * Replays all system messages into one: texts appended, sections patched by name (`null` removes one; a replaced
 * section keeps its place), tools added and removed (S07). `undefined` when the transcript has none.
 */
export function getCurrentSystemMessage(messages: TranscriptMessages): SystemMessage | undefined {
	const all = messages.filter(isSystemMessage);
	const first = all[0];
	if (first === undefined) return undefined;
	const sections = new Map<string, string>();
	for (const message of all) {
		for (const [name, text] of Object.entries(message.sections ?? {})) {
			if (text === null) sections.delete(name);
			else sections.set(name, text);
		}
	}
	const current: SystemMessage = {
		role: "system",
		content: joinParts(all.map((message) => contentText(message.content))),
		timestamp: first.timestamp,
	};
	if (sections.size > 0) current.sections = Object.fromEntries(sections);
	const tools = getCurrentTools(all);
	if (tools.length > 0) current.toolsAdded = tools;
	return current;
}

/** The prompt text after replaying all system messages. */
export function getCurrentSystemPrompt(messages: TranscriptMessages): string {
	const current = getCurrentSystemMessage(messages);
	return current === undefined ? "" : getSystemMessageText(current);
}

/** The tools after replaying all system messages, in the order in which they were declared. */
export function getCurrentTools(messages: TranscriptMessages): Tool[] {
	const tools = new Map<string, Tool>();
	for (const message of messages.filter(isSystemMessage)) {
		for (const { name } of message.toolsRemoved ?? []) tools.delete(name);
		for (const tool of message.toolsAdded ?? []) tools.set(tool.name, tool);
	}
	return [...tools.values()];
}

/** A system message as a complete prompt: its text, then its sections. */
export function getSystemMessageText(message: SystemMessage): string {
	const sections = Object.values(message.sections ?? {}).filter((section) => section !== null);
	return joinParts([contentText(message.content), ...sections]);
}

/** A later system message as text for APIs that take it in place. Only for requests; the wording may change. */
export function renderSystemMessageUpdate(message: SystemMessage): string {
	const updates = Object.entries(message.sections ?? {}).map(([name, text]) =>
		text === null
			? `The section "${name}" of the system prompt no longer applies.`
			: `The section "${name}" of the system prompt now reads:\n\n${text}`,
	);
	return joinParts([contentText(message.content), ...updates]);
}

export function isSystemMessage(message: { readonly role: string }): message is SystemMessage {
	return message.role === "system";
}

function contentText(content: string | readonly TextContent[]): string {
	if (typeof content === "string") return content;
	return asParts(content)
		.map((part) => part.text)
		.join("\n");
}

function joinParts(parts: readonly string[]): string {
	return parts.filter((part) => part !== "").join("\n\n");
}
