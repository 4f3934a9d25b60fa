import { isBreakingSpace, isIdeographic } from "../text/line-break.ts";
import { visibleWidth } from "../text/width.ts";
import type { EditBuffer, Position } from "./buffer.ts";
import { graphemeUnits, type Units } from "./units.ts";

/** A row of the editor: the part of a line it shows. */
export interface VisualLine {
	readonly line: number;
	readonly start: number;
	readonly end: number;
}

/** Breaks lines into rows of at most `width` columns: after blanks, beside East Asian characters, else anywhere. Nothing is dropped. */
export function layoutLines(lines: readonly string[], width: number, units: Units = graphemeUnits): VisualLine[] {
	return lines.flatMap((text, line) => {
		if (visibleWidth(text) <= width) return [{ line, start: 0, end: text.length }];
		const ends = rowEnds(text, width, units);
		return ends.map((end, index) => ({ line, start: ends[index - 1] ?? 0, end }));
	});
}

function rowEnds(text: string, width: number, units: Units): number[] {
	const ends: number[] = [];
	let start = 0;
	let used = 0;
	let chance = { column: 0, used: 0 };
	for (let column = 0; column < text.length;) {
		const unit = unitWithin(text, column, { width, units });
		if (column > start && mayBreakBefore(text, column)) chance = { column, used };
		if (column > start && used + unit.width > width) {
			// What stands between the break and here is read again: the next row may break there.
			const helps = chance.column > start && used - chance.used + unit.width <= width;
			start = helps ? chance.column : column;
			ends.push(start);
			column = start;
			used = 0;
		} else {
			used += unit.width;
			column = unit.end;
		}
	}
	ends.push(text.length);
	return ends;
}

/** The unit at a column, or its first grapheme when the whole is wider than a row. */
function unitWithin(
	text: string,
	column: number,
	{ width, units }: { width: number; units: Units },
): { end: number; width: number } {
	const end = units.next(text, column);
	const unitWidth = visibleWidth(text.slice(column, end));
	if (unitWidth <= width) return { end, width: unitWidth };
	const graphemeEnd = graphemeUnits.next(text, column);
	return { end: graphemeEnd, width: visibleWidth(text.slice(column, graphemeEnd)) };
}

/** After blanks, and beside East Asian characters, but not before a blank. */
function mayBreakBefore(text: string, column: number): boolean {
	const before = text.charCodeAt(column - 1);
	const after = text.codePointAt(column) as number;
	return (
		!isBreakingSpace(after) && (isBreakingSpace(before) || isIdeographic(after) || isIdeographicBefore(text, column))
	);
}

function isIdeographicBefore(text: string, column: number): boolean {
	const before = text.charCodeAt(column - 1);
	const isLowSurrogate = before >= 0xdc00 && before <= 0xdfff;
	return isIdeographic(isLowSurrogate ? (text.codePointAt(column - 2) ?? 0) : before);
}

/** Index of the row the cursor is in. Between two rows of a line it is in the lower one. */
export function rowOf(rows: readonly VisualLine[], position: Position): number {
	for (let index = rows.length - 1; index > 0; index -= 1) {
		const row = rows[index] as VisualLine;
		if (row.line < position.line || (row.line === position.line && row.start <= position.column)) return index;
	}
	return 0;
}

/** Columns on the screen before a place in its row. */
export function screenColumn(buffer: EditBuffer, row: VisualLine): number {
	return visibleWidth((buffer.lines[row.line] ?? "").slice(row.start, buffer.column));
}

/** The place in a row nearest to a screen column without passing it; never the end of a row that goes on in the next. */
export function placeInRow(
	lines: readonly string[],
	rows: readonly VisualLine[],
	target: { row: number; column: number; units: Units },
): Position {
	const row = rows[target.row] as VisualLine;
	const text = lines[row.line] ?? "";
	const goesOn = rows[target.row + 1]?.line === row.line;
	let column = row.start;
	let used = 0;
	while (column < row.end) {
		const end = Math.min(target.units.next(text, column), row.end);
		used += visibleWidth(text.slice(column, end));
		if (used > target.column || (goesOn && end >= row.end)) break;
		column = end;
	}
	return { line: row.line, column };
}
