import { CURSOR_MARKER, renderFakeCursor } from "../contract/component.ts";
import { currentLine, type EditBuffer, moveTo } from "../editing/buffer.ts";
import { layoutLines, placeInRow, rowOf, screenColumn, type VisualLine } from "../editing/layout.ts";
import type { Units } from "../editing/units.ts";
import { graphemeEnd } from "../text/graphemes.ts";
import { truncateToWidth } from "../text/truncate.ts";
import { visibleWidth } from "../text/width.ts";
import { frameOf } from "./padding.ts";

/** At least this many rows of text are shown, and at most the share of the screen below. */
const MIN_ROWS = 5;
const SCREEN_SHARE = 0.3;
const DEFAULT_WIDTH = 80;

/** What is shown of the text: its rows, and how many are hidden above and below. */
export interface EditorRows {
	readonly lines: readonly string[];
	readonly hiddenAbove: number;
	readonly hiddenBelow: number;
}

/** How the text is to be shown. */
export interface EditorViewport {
	readonly width: number;
	readonly padding: number;
	readonly screenRows: number;
	readonly focused: boolean;
}

/** Where the text of an editor is on the screen: rows, scrolling, and moving up and down by them. */
export class EditorView {
	readonly #units: Units;
	#rowWidth: number = DEFAULT_WIDTH;
	#shownRows: number = MIN_ROWS;
	#scroll = 0;
	/** The screen column that up and down aim for, kept while they alone are pressed. */
	#aim: number | undefined;
	#layout: { lines: readonly string[]; width: number; rows: readonly VisualLine[] } | undefined;

	constructor(units: Units) {
		this.#units = units;
	}

	/** Any key but up and down: the next of these aims for the column the cursor is in then. */
	forgetColumn(): void {
		this.#aim = undefined;
	}

	isOnFirstRow(buffer: EditBuffer): boolean {
		return rowOf(this.#rows(buffer), buffer) === 0;
	}

	isOnLastRow(buffer: EditBuffer): boolean {
		const rows = this.#rows(buffer);
		return rowOf(rows, buffer) === rows.length - 1;
	}

	/** The buffer with the cursor some rows further down, or up for a negative number; no further than the text goes. */
	moveByRows(buffer: EditBuffer, count: number): EditBuffer {
		const rows = this.#rows(buffer);
		const current = rowOf(rows, buffer);
		this.#aim ??= screenColumn(buffer, rows[current] as VisualLine);
		const row = Math.max(0, Math.min(current + count, rows.length - 1));
		return moveTo(buffer, placeInRow(buffer.lines, rows, { row, column: this.#aim, units: this.#units }));
	}

	/** The same by as many rows as are shown. */
	moveByPages(buffer: EditBuffer, count: number): EditBuffer {
		return this.moveByRows(buffer, count * this.#shownRows);
	}

	/** Draws the rows around the cursor, each exactly as wide as the viewport. */
	render(buffer: EditBuffer, viewport: EditorViewport): EditorRows {
		const frame = frameOf(viewport.width, viewport.padding);
		// Without padding one column is kept free, for the cursor after a full row.
		this.#rowWidth = Math.max(1, frame.contentWidth - (frame.padding === 0 ? 1 : 0));
		const rows = this.#rows(buffer);
		const cursorRow = rowOf(rows, buffer);
		const limit = Math.max(MIN_ROWS, Math.floor(viewport.screenRows * SCREEN_SHARE));
		this.#shownRows = Math.min(limit, rows.length);
		const lowest = Math.max(0, cursorRow - this.#shownRows + 1);
		this.#scroll = Math.min(Math.max(this.#scroll, lowest), cursorRow, rows.length - this.#shownRows);
		const shown = rows.slice(this.#scroll, this.#scroll + this.#shownRows);
		const lines = shown.map((row, index) => {
			const isCursorRow = this.#scroll + index === cursorRow;
			const text = isCursorRow
				? cursorText(buffer, row, { focused: viewport.focused, room: viewport.width - frame.padding })
				: rowText(buffer, row);
			return fill(" ".repeat(frame.padding) + text, viewport.width);
		});
		return { lines, hiddenAbove: this.#scroll, hiddenBelow: rows.length - this.#scroll - shown.length };
	}

	#rows(buffer: EditBuffer): readonly VisualLine[] {
		const width = this.#rowWidth;
		if (this.#layout?.lines !== buffer.lines || this.#layout.width !== width) {
			this.#layout = { lines: buffer.lines, width, rows: layoutLines(buffer.lines, width, this.#units) };
		}
		return this.#layout.rows;
	}
}

function rowText(buffer: EditBuffer, row: VisualLine): string {
	return (buffer.lines[row.line] ?? "").slice(row.start, row.end);
}

function cursorText(
	buffer: EditBuffer,
	row: VisualLine,
	{ focused, room }: { focused: boolean; room: number },
): string {
	const line = currentLine(buffer);
	const marker = focused ? CURSOR_MARKER : "";
	const before = line.slice(row.start, buffer.column);
	const cellEnd = Math.min(graphemeEnd(line, buffer.column), row.end);
	if (buffer.column < cellEnd) {
		return before + marker + renderFakeCursor(line.slice(buffer.column, cellEnd)) + line.slice(cellEnd, row.end);
	}
	if (visibleWidth(before) < room) return before + marker + renderFakeCursor(" ");
	// No column is left after the text, on a screen one column wide: the cursor stands on the last character.
	return marker + renderFakeCursor(truncateToWidth(before, room, ""));
}

function fill(line: string, width: number): string {
	return line + " ".repeat(Math.max(0, width - visibleWidth(line)));
}

/** A horizontal line that tells in its middle how many rows are hidden beyond it. */
export function borderLine(width: number, hidden: { arrow: "↑" | "↓"; count: number }): string {
	const label = hidden.count > 0 ? ` ${hidden.arrow} ${hidden.count} more ` : "";
	const rest = width - visibleWidth(label);
	if (rest < 2) return "─".repeat(Math.max(0, width));
	const left = Math.floor(rest / 2);
	return "─".repeat(left) + label + "─".repeat(rest - left);
}
