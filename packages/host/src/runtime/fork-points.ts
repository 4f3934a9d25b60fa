import type { ReadonlySession } from "../session/readonly-session.ts";
import type { SessionEntry } from "../session/entry.ts";

/** A message that a fork can begin before. */
export interface ForkPoint {
	entryId: string;
	text: string;
}

/** What the user said on the active branch, oldest first; messages without text are left out. */
export function forkPoints(session: ReadonlySession): ForkPoint[] {
	return session.getBranch().flatMap((entry) => {
		const text = userText(entry);
		return text === "" ? [] : [{ entryId: entry.id, text }];
	});
}

function userText(entry: SessionEntry): string {
	if (entry.type !== "message" || entry.message.role !== "user") return "";
	const { content } = entry.message;
	if (typeof content === "string") return content;
	return content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
}
