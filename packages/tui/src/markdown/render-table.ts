import type { Tokens } from "marked";
import { visibleWidth } from "../text/width.ts";
import { wrapTextWithAnsi } from "../text/wrap.ts";
import { type MarkdownLook, renderInline } from "./render-inline.ts";

/** Columns around the text of a cell: its border and a blank, a blank; and the last border. */
const AROUND_CELL = 3;
const LAST_BORDER = 1;

/** Lines of a table in a frame, or nothing when the width has no room for one. */
export function renderTable(table: Tokens.Table, look: MarkdownLook, width: number): string[] | undefined {
	const header = table.header.map(({ tokens }) =>
		renderInline(tokens, { ...look, text: (text) => look.theme.bold(look.text(text)) }),
	);
	const rows = table.rows.map((row) => row.map(({ tokens }) => renderInline(tokens, look)));
	const room = width - table.header.length * AROUND_CELL - LAST_BORDER;
	const widths = columnWidths([header, ...rows], room);
	if (widths === undefined) return undefined;
	const rule = (left: string, cross: string, right: string): string =>
		`${left}─${widths.map((column) => "─".repeat(column)).join(`─${cross}─`)}─${right}`;
	const between = rule("├", "┼", "┤");
	const body = [header, ...rows].map((cells) => renderRow(cells, widths, table.align));
	const inside = body.flatMap((lines, index) => (index === 0 ? lines : [between, ...lines]));
	return [rule("┌", "┬", "┐"), ...inside, rule("└", "┴", "┘")];
}

type Alignment = "center" | "left" | "right" | null;

function renderRow(cells: readonly string[], widths: readonly number[], align: readonly Alignment[]): string[] {
	const columns = widths.map((width, index) => wrapTextWithAnsi(cells[index] ?? "", width));
	const height = Math.max(...columns.map((lines) => lines.length));
	return Array.from({ length: height }, (_, line) => {
		const parts = columns.map((lines, index) => alignText(lines[line] ?? "", widths[index] ?? 0, align[index] ?? null));
		return `│ ${parts.join(" │ ")} │`;
	});
}

function alignText(text: string, width: number, align: Alignment): string {
	const free = Math.max(0, width - visibleWidth(text));
	const before = align === "right" ? free : align === "center" ? Math.floor(free / 2) : 0;
	return " ".repeat(before) + text + " ".repeat(free - before);
}

/**
 * A width for each column that fits into `room` together: as wide as the text if possible; otherwise no narrower than the
 * longest word, with what is left in proportion to what each would like to have.
 */
function columnWidths(rows: readonly (readonly string[])[], room: number): number[] | undefined {
	const count = rows[0]?.length ?? 0;
	if (count === 0 || room < count) return undefined;
	const measure = (index: number, width: (cell: string) => number): number =>
		Math.max(1, ...rows.map((row) => width(row[index] ?? "")));
	const columns = Array.from({ length: count }, (_, index) => index);
	const wanted = columns.map((index) => measure(index, textWidth));
	if (sum(wanted) <= room) return wanted;
	const words = columns.map((index) => measure(index, longestWord));
	return sum(words) <= room ? share(words, wanted, room) : share(Array<number>(count).fill(1), words, room);
}

/** Widths from `least` towards `wanted` that fill the room exactly. */
function share(least: readonly number[], wanted: readonly number[], room: number): number[] {
	const missing = wanted.map((width, index) => Math.max(0, width - (least[index] ?? 0)));
	const free = room - sum(least);
	const total = Math.max(1, sum(missing));
	const widths = least.map((width, index) => width + Math.floor((free * (missing[index] ?? 0)) / total));
	let rest = room - sum(widths);
	for (const [index, width] of widths.entries()) {
		if (rest > 0 && width < (wanted[index] ?? 0)) {
			widths[index] = width + 1;
			rest -= 1;
		}
	}
	return widths;
}

function textWidth(cell: string): number {
	return Math.max(...cell.split("\n").map(visibleWidth));
}

function longestWord(cell: string): number {
	return Math.max(...cell.split(/\s+/).map(visibleWidth));
}

function sum(values: readonly number[]): number {
	return values.reduce((total, value) => total + value, 0);
}
