/** A place between two characters. Columns count UTF-16 units, as extensions see them. */
export interface Position {
	readonly line: number;
	readonly column: number;
}

/** Text being edited and where its cursor stands. Never changed, only replaced; there is always at least one line. */
export interface EditBuffer extends Position {
	readonly lines: readonly string[];
}

/** A buffer of this text with the cursor at its end. */
export function createBuffer(text: string): EditBuffer {
	const lines = text.split("\n");
	const line = lines.length - 1;
	return { lines, line, column: (lines[line] as string).length };
}

/** The whole text. */
export function bufferText(buffer: EditBuffer): string {
	return buffer.lines.join("\n");
}

/** The line the cursor is in. */
export function currentLine(buffer: EditBuffer): string {
	return buffer.lines[buffer.line] ?? "";
}

/** The buffer with the cursor elsewhere; places outside the text become the nearest inside. */
export function moveTo(buffer: EditBuffer, position: Position): EditBuffer {
	const line = Math.max(0, Math.min(position.line, buffer.lines.length - 1));
	const column = Math.max(0, Math.min(position.column, (buffer.lines[line] as string).length));
	return { lines: buffer.lines, line, column };
}

/** The buffer with text put in at the cursor, which then stands after it. */
export function insertText(buffer: EditBuffer, text: string): EditBuffer {
	const line = currentLine(buffer);
	const inserted = text.split("\n");
	const last = inserted.length - 1;
	const column = (inserted[last] as string).length + (last === 0 ? buffer.column : 0);
	inserted[0] = line.slice(0, buffer.column) + (inserted[0] as string);
	inserted[last] = (inserted[last] as string) + line.slice(buffer.column);
	return { lines: buffer.lines.toSpliced(buffer.line, 1, ...inserted), line: buffer.line + last, column };
}

/** The buffer without the text between two places, in order; the cursor stands where it was. */
export function removeRange(buffer: EditBuffer, from: Position, to: Position): { buffer: EditBuffer; removed: string } {
	const first = buffer.lines[from.line] ?? "";
	const last = buffer.lines[to.line] ?? "";
	const joined = first.slice(0, from.column) + last.slice(to.column);
	const removed =
		from.line === to.line
			? first.slice(from.column, to.column)
			: [first.slice(from.column), ...buffer.lines.slice(from.line + 1, to.line), last.slice(0, to.column)].join("\n");
	const lines = buffer.lines.toSpliced(from.line, to.line - from.line + 1, joined);
	return { buffer: { lines, line: from.line, column: from.column }, removed };
}
