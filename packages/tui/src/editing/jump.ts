import type { EditBuffer, Position } from "./buffer.ts";

/** Where a character occurs next after the cursor, or last before it, in any line. */
export function findCharacter(
	buffer: EditBuffer,
	character: string,
	direction: "forward" | "backward",
): Position | undefined {
	const step = direction === "forward" ? 1 : -1;
	for (let line = buffer.line; line >= 0 && line < buffer.lines.length; line += step) {
		const text = buffer.lines[line] ?? "";
		const column =
			direction === "forward"
				? text.indexOf(character, line === buffer.line ? buffer.column + 1 : 0)
				: lastBefore(text, character, line === buffer.line ? buffer.column : text.length);
		if (column !== -1) return { line, column };
	}
	return undefined;
}

function lastBefore(text: string, character: string, limit: number): number {
	return limit === 0 ? -1 : text.lastIndexOf(character, limit - 1);
}
