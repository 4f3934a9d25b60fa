import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyPlainText } from "../../test/support/any-text.ts";
import { visibleWidth } from "../text/width.ts";
import { createBuffer, moveTo } from "./buffer.ts";
import { layoutLines, placeInRow, rowOf } from "./layout.ts";
import { graphemeUnits, unitsWithPieces } from "./units.ts";

function rowsOf(text: string, width: number): string[] {
	const { lines } = createBuffer(text);
	return layoutLines(lines, width).map(({ line, start, end }) => (lines[line] as string).slice(start, end));
}

describe("layoutLines", () => {
	test("breaks after blanks, beside East Asian characters, and in words longer than a row; nothing is dropped", () => {
		expect([
			rowsOf("aaaa bbbb cccc dddd", 9),
			rowsOf("aaaa  bbbb   ", 4),
			rowsOf("xxxxxxxx", 3),
			rowsOf("你好世a界", 5),
			rowsOf("", 5),
			rowsOf("a\n\nb", 5),
		]).toEqual([
			["aaaa ", "bbbb ", "cccc dddd"],
			["aaaa", "  ", "bbbb", "   "],
			["xxx", "xxx", "xx"],
			["你好", "世a界"],
			[""],
			["a", "", "b"],
		]);
	});

	test("keeps a piece in one row unless it is wider than a row", () => {
		const units = unitsWithPieces((line, column) => (line.startsWith("[piece]", column) ? column + 7 : undefined));
		const ends = (width: number): number[] => layoutLines(["abc[piece]d"], width, units).map(({ end }) => end);
		expect([ends(8), ends(4)]).toEqual([
			[3, 11],
			[4, 8, 11],
		]);
	});

	test("gives rows that fit and together are the text", () => {
		fc.assert(
			fc.property(anyPlainText, fc.integer({ min: 4, max: 20 }), (text, width) => {
				const rows = rowsOf(text, width);
				expect([rows.filter((row) => visibleWidth(row) > width), rows.join("")]).toEqual([[], text]);
			}),
		);
	});
});

describe("places in rows", () => {
	const buffer = createBuffer("aaaa bbbb\n你好");
	const rows = layoutLines(buffer.lines, 5);

	test("belong to the lower row where a line goes on", () => {
		const at = (line: number, column: number): number => rowOf(rows, moveTo(buffer, { line, column }));
		expect([at(0, 0), at(0, 4), at(0, 5), at(0, 9), at(1, 0)]).toEqual([0, 0, 1, 1, 2]);
	});

	test("are found by screen column, before a wide character that would be cut and before the end of a row that goes on", () => {
		const place = (row: number, column: number): unknown =>
			placeInRow(buffer.lines, rows, { row, column, units: graphemeUnits });
		expect([place(0, 2), place(0, 99), place(1, 99), place(2, 3)]).toEqual([
			{ line: 0, column: 2 },
			{ line: 0, column: 4 },
			{ line: 0, column: 9 },
			{ line: 1, column: 1 },
		]);
	});
});
