import { describe, expect, test } from "vitest";
import { replaceControlCharacters, sequenceEnd, stripTerminalSequences } from "./ansi.ts";

describe("sequenceEnd", () => {
	test("finds the end of every kind of complete sequence", () => {
		const sequences = [
			"\x1b[31m",
			"\x1b[38:2::1:2:3m",
			"\x1b[?25l",
			"\x1b[1 q",
			"\x1b[A",
			"\x1b]8;;http://x\x07",
			"\x1b]8;;http://x\x1b\\",
			"\x1b_pi:c\x07",
			"\x1b_Ga=T\x1b\\",
			"\x1bPq#1\x1b\\",
			"\x1b^note\x1b\\",
			"\x1bXnote\x1b\\",
			"\x1b(B",
			"\x1b7",
		];
		expect(sequences.map((sequence) => sequenceEnd(`${sequence}rest`, 0))).toEqual(
			sequences.map(({ length }) => length),
		);
	});

	test("returns its start where none is complete", () => {
		expect(
			["\x1b", "\x1b[31", "\x1b]8;;http", "\x1bPq\x07", "\x1b]a\x1b[31m"].map((text) => sequenceEnd(text, 0)),
		).toEqual([0, 0, 0, 0, 0]);
	});
});

describe("stripTerminalSequences", () => {
	test("leaves the visible text and its white space", () => {
		expect(stripTerminalSequences("\x1b[1mbold\x1b[0m\t\x1b]8;;u\x07link\x1b]8;;\x07\n\x1b_pi:c\x07end")).toBe(
			"bold\tlink\nend",
		);
	});

	test("removes an ESC that begins nothing, so that nothing can follow it", () => {
		expect(stripTerminalSequences("a\x1b[31")).toBe("a[31");
	});
});

describe("replaceControlCharacters", () => {
	test("makes one space of each run", () => {
		expect(replaceControlCharacters("a\r\n\tb\x1b[31mc\x85d")).toBe("a b [31mc d");
	});
});
