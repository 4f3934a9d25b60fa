import type { SessionEntry, SessionHeader } from "../../../src/session/entry.ts";
import type { Random } from "./random.ts";

const WORDS = ["größe", "日本語", "plain", "😀", "\u0000", '"quoted"', "back\\slash", "new\nline"];

export function sessionHeader(id: string): SessionHeader {
	return { type: "session", version: 3, id, timestamp: "2026-01-02T03:04:05.006Z", cwd: "/project" };
}

/** An entry with text of a random length, in all kinds of characters. */
export function randomEntry(number: number, parentId: string | null, random: Random): SessionEntry {
	const count = random.chance(0.1) ? random.below(3000) : random.below(20);
	const content = Array.from({ length: count }, () => WORDS[random.below(WORDS.length)]).join(" ");
	const base = { id: number.toString(16).padStart(8, "0"), parentId, timestamp: new Date(number * 1000).toISOString() };
	if (random.chance(0.2)) return { ...base, type: "custom", customType: "state", data: content };
	return { ...base, type: "message", message: { role: "user", content, timestamp: number } };
}
