import { currentLine, type EditBuffer, moveTo, type Position, removeRange } from "./buffer.ts";
import type { Units } from "./units.ts";
import { wordEnd, wordStart } from "./words.ts";

/** Text taken out in a way that lets it be put back in (yanked), and on which side of the cursor it stood. */
export interface Kill {
	readonly text: string;
	readonly side: "before" | "after";
}

/** What a command makes of a buffer. An unchanged buffer is the same object. */
export interface Edit {
	readonly buffer: EditBuffer;
	readonly kill?: Kill;
}

/** Names of the commands; each is the last part of its key binding's id. */
export type EditCommandName =
	| `cursor${"Left" | "Right" | "WordLeft" | "WordRight" | "LineStart" | "LineEnd"}`
	| `delete${"CharBackward" | "CharForward" | "WordBackward" | "WordForward" | "ToLineStart" | "ToLineEnd"}`;

/** One way to move or delete, without a terminal. */
export type EditCommand = (buffer: EditBuffer, units: Units) => Edit;

/** Finds the other end of a movement or deletion; within the line, or over its edge into the neighbour. */
type Target = (buffer: EditBuffer, units: Units) => Position;

const left: Target = (buffer, units) =>
	buffer.column > 0 ? at(buffer, units.previous(currentLine(buffer), buffer.column)) : endOfLineAbove(buffer);
const right: Target = (buffer, units) =>
	buffer.column < currentLine(buffer).length
		? at(buffer, units.next(currentLine(buffer), buffer.column))
		: startOfLineBelow(buffer);
const wordLeft: Target = (buffer, units) =>
	buffer.column > 0 ? at(buffer, wordStart(currentLine(buffer), buffer.column, units)) : endOfLineAbove(buffer);
const wordRight: Target = (buffer, units) =>
	buffer.column < currentLine(buffer).length
		? at(buffer, wordEnd(currentLine(buffer), buffer.column, units))
		: startOfLineBelow(buffer);
const lineStart: Target = (buffer) => at(buffer, 0);
const lineEnd: Target = (buffer) => at(buffer, currentLine(buffer).length);
/** Deleting to an edge one stands on joins the lines, so that the key can be pressed again and again. */
const lineStartOrAbove: Target = (buffer) => (buffer.column > 0 ? at(buffer, 0) : endOfLineAbove(buffer));
const lineEndOrBelow: Target = (buffer) => {
	const { length } = currentLine(buffer);
	return buffer.column < length ? at(buffer, length) : startOfLineBelow(buffer);
};

/** All commands that are the same in every text field. */
export const EDIT_COMMANDS: Readonly<Record<EditCommandName, EditCommand>> = {
	cursorLeft: move(left),
	cursorRight: move(right),
	cursorWordLeft: move(wordLeft),
	cursorWordRight: move(wordRight),
	cursorLineStart: move(lineStart),
	cursorLineEnd: move(lineEnd),
	deleteCharBackward: removeBefore(left, "forget"),
	deleteCharForward: removeAfter(right, "forget"),
	deleteWordBackward: removeBefore(wordLeft, "keep"),
	deleteWordForward: removeAfter(wordRight, "keep"),
	deleteToLineStart: removeBefore(lineStartOrAbove, "keep"),
	deleteToLineEnd: removeAfter(lineEndOrBelow, "keep"),
};

function at(buffer: EditBuffer, column: number): Position {
	return { line: buffer.line, column };
}

function endOfLineAbove(buffer: EditBuffer): Position {
	if (buffer.line === 0) return at(buffer, 0);
	return { line: buffer.line - 1, column: (buffer.lines[buffer.line - 1] as string).length };
}

function startOfLineBelow(buffer: EditBuffer): Position {
	return buffer.line < buffer.lines.length - 1
		? { line: buffer.line + 1, column: 0 }
		: at(buffer, currentLine(buffer).length);
}

function isAtCursor(buffer: EditBuffer, position: Position): boolean {
	return position.line === buffer.line && position.column === buffer.column;
}

function move(target: Target): EditCommand {
	return (buffer, units) => {
		const position = target(buffer, units);
		return { buffer: isAtCursor(buffer, position) ? buffer : moveTo(buffer, position) };
	};
}

/** Whether deleted text can be yanked back. */
type Memory = "keep" | "forget";

function removeBefore(target: Target, memory: Memory): EditCommand {
	return (buffer, units) => remove(buffer, { from: target(buffer, units), to: buffer, side: "before", memory });
}

function removeAfter(target: Target, memory: Memory): EditCommand {
	return (buffer, units) => remove(buffer, { from: buffer, to: target(buffer, units), side: "after", memory });
}

interface Removal {
	readonly from: Position;
	readonly to: Position;
	readonly side: Kill["side"];
	readonly memory: Memory;
}

function remove(buffer: EditBuffer, { from, to, side, memory }: Removal): Edit {
	const { buffer: rest, removed } = removeRange(buffer, from, to);
	if (removed === "") return { buffer };
	return memory === "keep" ? { buffer: rest, kill: { text: removed, side } } : { buffer: rest };
}
