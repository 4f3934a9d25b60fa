import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyStyledText } from "../../test/support/any-text.ts";
import { stripTerminalSequences } from "./ansi.ts";
import { getOsc8LinkAtColumn, sliceByColumn } from "./slice.ts";
import { visibleWidth } from "./width.ts";

describe("sliceByColumn", () => {
	test("cuts by columns, not by characters", () => {
		expect([sliceByColumn("hello", 1, 3), sliceByColumn("你好世界", 2, 4), sliceByColumn("e\u0301x", 1, 1)]).toEqual([
			"ell",
			"好世",
			"x",
		]);
	});

	test("leaves out a wide character cut at the start, and at the end only when strict", () => {
		expect([
			sliceByColumn("你好世界", 1, 3),
			sliceByColumn("你好世界", 0, 3),
			sliceByColumn("你好世界", 0, 3, true),
		]).toEqual(["好", "你好", "你"]);
	});

	test("begins in the style the line has there", () => {
		expect([
			sliceByColumn("\x1b[31mhe\x1b[1mllo\x1b[0m", 3, 1),
			sliceByColumn("\x1b[31mhello\x1b[0m world", 6, 3),
			sliceByColumn("\x1b]8;;u\x07hello\x1b]8;;\x07", 1, 2),
		]).toEqual(["\x1b[1;31ml", "wor", "\x1b]8;;u\x07el\x1b]8;;\x07"]);
	});

	test("keeps a cursor mark with the character after it", () => {
		const line = "a\x1b_pi:c\x07b";
		expect([sliceByColumn(line, 0, 1), sliceByColumn(line, 1, 1)]).toEqual(["a", "\x1b_pi:c\x07b"]);
	});

	test("gives nothing for an empty or reversed range", () => {
		expect([
			sliceByColumn("abc", 1, 0),
			sliceByColumn("abc", 1, -1),
			sliceByColumn("abc", 9, 2),
			sliceByColumn("abc", 0, Number.NaN),
		]).toEqual(["", "", "", ""]);
	});

	test("never exceeds its length when strict, nor by more than a wide character otherwise", () => {
		fc.assert(
			fc.property(anyStyledText, fc.nat(20), fc.integer({ min: 1, max: 20 }), (text, start, length) => {
				expect(visibleWidth(sliceByColumn(text, start, length, true))).toBeLessThanOrEqual(length);
			}),
		);
	});

	test("gives the whole text back in two slices, wherever no grapheme is cut", () => {
		fc.assert(
			fc.property(anyStyledText, fc.integer({ min: 1, max: 20 }), (text, at) => {
				const head = sliceByColumn(text, 0, at, true);
				fc.pre(visibleWidth(head) === Math.min(at, visibleWidth(text)));
				const tail = sliceByColumn(text, at, 1000);
				expect(stripTerminalSequences(head + tail)).toBe(stripTerminalSequences(text));
			}),
		);
	});
});

describe("getOsc8LinkAtColumn", () => {
	test("names the link that covers a column", () => {
		const line = "a\x1b]8;;http://x\x07你b\x1b]8;;\x07c";
		expect([-1, 0, 1, 2, 3, 4, 5].map((column) => getOsc8LinkAtColumn(line, column))).toEqual([
			undefined,
			undefined,
			"http://x",
			"http://x",
			"http://x",
			undefined,
			undefined,
		]);
	});
});
