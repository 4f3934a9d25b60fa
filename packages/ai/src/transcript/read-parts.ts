import type { TextContent } from "../contract/content.ts";

/**
 * The parts of a message's content. Session files are written by many programs: a missing list is an empty one, plain
 * text is one part, and holes in a list do not count.
 */
export function asParts<T extends object>(parts: readonly T[] | string | undefined): readonly (T | TextContent)[] {
	if (typeof parts === "string") return [{ type: "text", text: parts }];
	return Array.isArray(parts) ? parts.filter(isPart) : [];
}

function isPart(part: unknown): boolean {
	if (typeof part !== "object" || part === null) return false;
	const { type, text } = part as { type?: unknown; text?: unknown };
	return type !== "text" || typeof text === "string";
}
