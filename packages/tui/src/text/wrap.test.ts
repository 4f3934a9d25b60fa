import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyPlainText, anyStyledText } from "../../test/support/any-text.ts";
import { stripTerminalSequences } from "./ansi.ts";
import { visibleWidth } from "./width.ts";
import { wrapTextWithAnsi } from "./wrap.ts";

describe("wrapTextWithAnsi", () => {
	test("breaks at white space, which it drops there, and inside words longer than a line", () => {
		expect([
			wrapTextWithAnsi("hello   world foo", 7),
			wrapTextWithAnsi("hi aaaaaaaaaaaa b", 5),
			wrapTextWithAnsi("  hello world  ", 8),
			wrapTextWithAnsi("a\u00a0b c", 3),
			wrapTextWithAnsi("foo   ", 3),
		]).toEqual([
			["hello", "world", "foo"],
			["hi", "aaaaa", "aaaaa", "aa b"],
			["  hello", "world"],
			["a\u00a0b", "c"],
			["foo"],
		]);
	});

	test("keeps the line breaks of the text and always gives a line", () => {
		expect([wrapTextWithAnsi("", 5), wrapTextWithAnsi("a\r\n\nb\rc", 5), wrapTextWithAnsi("a \nb", 5)]).toEqual([
			[""],
			["a", "", "b", "c"],
			["a ", "b"],
		]);
	});

	test("breaks between East Asian characters, but never before a closing or after an opening mark", () => {
		expect([
			wrapTextWithAnsi("a 你好世界 b", 5),
			wrapTextWithAnsi("日本語。です", 6),
			wrapTextWithAnsi("日本「語」", 6),
		]).toEqual([
			["a 你", "好世", "界 b"],
			["日本", "語。で", "す"],
			["日本", "「語」"],
		]);
	});

	test("carries colours, attributes and links over the break and interrupts underlines and links there", () => {
		expect([
			wrapTextWithAnsi("\x1b[31mhello world\x1b[0m foo", 6),
			wrapTextWithAnsi("\x1b[1;4munder lined\x1b[24m x", 6),
			wrapTextWithAnsi("\x1b]8;id=1;http://x\x1b\\link text\x1b]8;;\x1b\\ z", 4),
			wrapTextWithAnsi("\x1b[38;2;1;2;3;48;5;7mab cd\x1b[39m ef", 2),
			wrapTextWithAnsi("\x1b[31ma\nb", 5),
		]).toEqual([
			["\x1b[31mhello", "\x1b[31mworld\x1b[0m", "foo"],
			["\x1b[1;4munder\x1b[24m", "\x1b[1;4mlined\x1b[24m", "\x1b[1mx"],
			["\x1b]8;id=1;http://x\x1b\\link\x1b]8;;\x1b\\", "\x1b]8;id=1;http://x\x1b\\text\x1b]8;;\x1b\\", "z"],
			["\x1b[38;2;1;2;3;48;5;7mab", "\x1b[38;2;1;2;3;48;5;7mcd\x1b[39m", "\x1b[48;5;7mef"],
			["\x1b[31ma", "\x1b[31mb"],
		]);
	});

	test("keeps marks and sequences that stand in dropped white space", () => {
		expect([wrapTextWithAnsi("ab \x1b_pi:c\x07 cd", 2), wrapTextWithAnsi("abc   \x1b[31m", 3)]).toEqual([
			["ab\x1b_pi:c\x07", "cd"],
			["abc\x1b[31m"],
		]);
	});

	test("keeps a blank that carries a mark", () => {
		expect(wrapTextWithAnsi("ab ำcd", 3).join("")).toContain(" ำ");
	});

	test("replaces a character wider than the line, and takes a width below one as one", () => {
		expect([wrapTextWithAnsi("a中b", 1), wrapTextWithAnsi("ab", 0)]).toEqual([
			["a", "\ufffd", "b"],
			["a", "b"],
		]);
	});

	test("never exceeds the width", () => {
		fc.assert(
			fc.property(anyStyledText, fc.integer({ min: 1, max: 24 }), (text, width) => {
				expect(wrapTextWithAnsi(text, width).filter((line) => visibleWidth(line) > width)).toEqual([]);
			}),
		);
	});

	test("loses nothing but white space", () => {
		const squeeze = (text: string): string => stripTerminalSequences(text).replace(/[ \t\u3000]/g, "");
		fc.assert(
			fc.property(anyPlainText, fc.integer({ min: 4, max: 24 }), (text, width) => {
				expect(squeeze(wrapTextWithAnsi(text, width).join(""))).toBe(squeeze(text));
			}),
		);
	});

	test("leaves each line in a style that a plain line after it would not inherit a link from", () => {
		fc.assert(
			fc.property(anyStyledText, fc.integer({ min: 2, max: 12 }), (text, width) => {
				const open = wrapTextWithAnsi(text, width)
					.slice(0, -1)
					.filter(
						(line) =>
							line.lastIndexOf("\x1b]8;;http") >
							Math.max(line.lastIndexOf("\x1b]8;;\x07"), line.lastIndexOf("\x1b]8;;\x1b\\")),
					);
				expect(open).toEqual([]);
			}),
		);
	});
});
