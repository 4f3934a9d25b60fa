import fc from "fast-check";
import { eastAsianWidth } from "get-east-asian-width";
import { describe, expect, test } from "vitest";
import { anyPlainText, anyStyledText } from "../../test/support/any-text.ts";
import { stripTerminalSequences } from "./ansi.ts";
import { splitGraphemes } from "./graphemes.ts";
import { visibleWidth } from "./width.ts";

function widths(texts: readonly string[]): Record<string, number> {
	return Object.fromEntries(texts.map((text) => [text, visibleWidth(text)]));
}

describe("visibleWidth", () => {
	test("counts printable ASCII by its length and control characters as nothing, except tabs", () => {
		expect(widths(["", "hello world", "\t", "a\tb", "\x07", "a\nb", "\x7f"])).toEqual({
			"": 0,
			"hello world": 11,
			"\t": 3,
			"a\tb": 5,
			"\x07": 0,
			"a\nb": 2,
			"\x7f": 0,
		});
	});

	test("counts East Asian wide and full-width characters as two columns, halfwidth ones as one", () => {
		expect(widths(["中文", "한국", "あ", "Ａ", "ｱ", "か\u3099", "𠀀"])).toEqual({
			中文: 4,
			한국: 4,
			あ: 2,
			Ａ: 2,
			ｱ: 1,
			"か\u3099": 2,
			𠀀: 2,
		});
	});

	test("counts an emoji sequence as the one picture a terminal draws", () => {
		expect(widths(["👍", "👍🏽", "👨‍👩‍👧", "🇩🇪", "🇩", "1️⃣", "❤", "❤️", "☺︎", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏳️‍🌈", "⛹🏽"])).toEqual({
			"👍": 2,
			"👍🏽": 2,
			"👨‍👩‍👧": 2,
			"🇩🇪": 2,
			"🇩": 2,
			"1️⃣": 2,
			"❤": 1,
			"❤️": 2,
			"☺︎": 1,
			"🏴󠁧󠁢󠁥󠁮󠁧󠁿": 2,
			"🏳️‍🌈": 2,
			"⛹🏽": 2,
		});
	});

	test("adds nothing for combining marks and one column for spacing vowel signs", () => {
		expect(widths(["e\u0301", "\u0301", "ที่", "กำ", "ຳ", "मी", "नमस्ते", "\u200b", "\u00ad"])).toEqual({
			"e\u0301": 1,
			"\u0301": 0,
			ที่: 1,
			กำ: 2,
			ຳ: 1,
			मी: 2,
			नमस्ते: 4,
			"\u200b": 0,
			"\u00ad": 0,
		});
	});

	test("joins conjoining jamo into one syllable", () => {
		expect(widths(["\u1100\u1161\u11a8", "\u1161", "\u1100가"])).toEqual({
			"\u1100\u1161\u11a8": 2,
			"\u1161": 1,
			"\u1100가": 2,
		});
	});

	test("skips complete terminal sequences and measures incomplete ones as text", () => {
		expect(
			widths([
				"\x1b[31mred\x1b[0m",
				"\x1b]8;;http://x\x07link\x1b]8;;\x1b\\",
				"\x1b_pi:c\x07x",
				"\x1b[?25l",
				"\x1b[31",
			]),
		).toEqual({
			"\x1b[31mred\x1b[0m": 3,
			"\x1b]8;;http://x\x07link\x1b]8;;\x1b\\": 4,
			"\x1b_pi:c\x07x": 1,
			"\x1b[?25l": 0,
			"\x1b[31": 3,
		});
	});

	test("agrees with the East Asian Width property for every letter, number and ideograph", () => {
		const differing: string[] = [];
		for (let codePoint = 0x20; codePoint < 0x40000; codePoint += 1) {
			const character = String.fromCodePoint(codePoint);
			if (!/^[\p{L}\p{N}]$/u.test(character) || /\p{Default_Ignorable_Code_Point}/u.test(character)) continue;
			if (visibleWidth(character) !== eastAsianWidth(codePoint)) differing.push(codePoint.toString(16));
		}
		expect(differing).toEqual([]);
	});

	test("is the sum over the graphemes of a text", () => {
		fc.assert(
			fc.property(anyPlainText, (text) => {
				const sum = splitGraphemes(text).reduce((total, grapheme) => total + visibleWidth(grapheme), 0);
				expect(sum).toBe(visibleWidth(text));
			}),
		);
	});

	test("is the same with and without terminal sequences, where these do not part a grapheme", () => {
		fc.assert(
			fc.property(fc.array(anyPlainText, { maxLength: 4 }), (texts) => {
				const separated = texts.join("|");
				expect(visibleWidth(texts.join("\x1b[1m|\x1b[0m"))).toBe(visibleWidth(separated));
			}),
		);
	});

	test("never counts less for stripped text than zero nor changes when stripped twice", () => {
		fc.assert(
			fc.property(anyStyledText, (text) => {
				const once = stripTerminalSequences(text);
				expect([stripTerminalSequences(once), visibleWidth(once) >= 0]).toEqual([once, true]);
			}),
		);
	});
});
