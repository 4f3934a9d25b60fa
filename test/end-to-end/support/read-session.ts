import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** One line of a session file, or one line that JSON mode wrote. */
export interface Line {
	readonly type: string;
	readonly id?: string;
	readonly [field: string]: unknown;
	readonly message?: { readonly role: string; readonly content: unknown; readonly [field: string]: unknown };
}

/** All session files below a folder. */
export function sessionFiles(folder: string): string[] {
	if (!existsSync(folder)) return [];
	return readdirSync(folder, { recursive: true, encoding: "utf8" })
		.filter((name) => name.endsWith(".jsonl"))
		.map((name) => join(folder, name));
}

export function readLines(text: string): Line[] {
	return text
		.split("\n")
		.filter((line) => line !== "")
		.map((line) => JSON.parse(line) as Line);
}

/** The conversation in a session file, `role: text` each, without the system prompt. */
export function transcriptOf(file: string): string[] {
	return readLines(readFileSync(file, "utf8")).flatMap(({ message }) =>
		message === undefined || message.role === "system" ? [] : [`${message.role}: ${textOf(message.content)}`],
	);
}

function textOf(content: unknown): string {
	if (typeof content === "string") return content;
	return (content as readonly { text?: string }[]).map(({ text = "" }) => text).join("");
}
