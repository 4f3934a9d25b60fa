import type { AgentMessage } from "@tau/agent";
import type { TextContent } from "@tau/ai";
import type { ContextEditEntry, EditableContent, SessionEntry } from "./entry.ts";
import { sessionEntryToContextMessages } from "./entry-messages.ts";

type Replacement = ContextEditEntry["replacement"];

/** Whether a context edit may name the entry: user, assistant, tool result and custom message (S09). */
export function isEditable(entry: SessionEntry): boolean {
	if (entry.type === "custom_message") return true;
	return entry.type === "message" && EDITABLE_ROLES.has(entry.message.role);
}

const EDITABLE_ROLES: ReadonlySet<string> = new Set(["user", "assistant", "toolResult", "custom"]);

/** What the entry contributes to the context once the edit has its way. */
export function projectContextEntry(entry: SessionEntry, edit: ContextEditEntry | undefined): AgentMessage[] {
	const messages = sessionEntryToContextMessages(entry);
	if (edit === undefined || !isEditable(entry)) return messages;
	const { replacement } = edit;
	if (replacement === null) return [];
	return messages.map(
		(message) => ({ ...message, content: contentFor(message.role, replacement.content) }) as AgentMessage,
	);
}

/** The form in which a replacement is stored: text for an entry that has content blocks becomes one block. */
export function normalizeReplacement(target: SessionEntry, replacement: Replacement): Replacement {
	if (replacement === null || target.type !== "message") return replacement;
	return { content: contentFor(target.message.role, replacement.content) };
}

function contentFor(role: string, content: EditableContent): EditableContent {
	if (typeof content !== "string" || (role !== "assistant" && role !== "toolResult")) return content;
	const block: TextContent = { type: "text", text: content };
	return [block];
}
