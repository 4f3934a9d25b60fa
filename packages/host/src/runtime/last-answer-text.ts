import type { ReadonlySession } from "../session/readonly-session.ts";

/** The last words of the model on the active branch; answers without words are passed over. */
export function lastAnswerText(session: ReadonlySession): string | undefined {
	let entry = session.getLeafEntry();
	// From the leaf upwards: a long session is not parsed for its last answer.
	while (entry) {
		if (entry.type === "message" && entry.message.role === "assistant") {
			const { content } = entry.message;
			const text = content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
			if (text.trim() !== "") return text;
		}
		entry = entry.parentId === null ? undefined : session.getEntry(entry.parentId);
	}
	return undefined;
}
