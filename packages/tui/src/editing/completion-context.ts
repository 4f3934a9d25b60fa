import { currentLine, type EditBuffer } from "./buffer.ts";

/** Characters that ask for suggestions at the beginning of a word, besides those a provider names (U08). */
export const DEFAULT_TRIGGERS: readonly string[] = ["@", "#"];

/**
 * What is being written before the cursor, as far as it asks for suggestions: the name of a slash command, its
 * arguments, or a word that begins with a trigger character.
 */
export type CompletionContext = "command" | "arguments" | "word" | "none";

/** Reads the context before the cursor. A slash command stands at the beginning of the message. */
export function completionContext(buffer: EditBuffer, triggers: readonly string[]): CompletionContext {
	const before = currentLine(buffer).slice(0, buffer.column);
	const isFirst = buffer.lines.slice(0, buffer.line).every((line) => line.trim() === "");
	const message = before.trimStart();
	if (isFirst && message.startsWith("/")) return message.includes(" ") ? "arguments" : "command";
	const word = /\S*$/.exec(before)?.[0] ?? "";
	return triggers.some((trigger) => trigger !== "" && word.startsWith(trigger)) ? "word" : "none";
}
