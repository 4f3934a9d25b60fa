import * as fc from "fast-check";
import { expect, test } from "vitest";
import { decodeFile, encodeFile, toFileText } from "./file-text.ts";
import { applyReplacements, type Edit, matchEdits } from "./match-edits.ts";

function edited(text: string, ...edits: Edit[]): unknown {
	const matched = matchEdits(text, edits);
	return "problem" in matched ? matched.problem : applyReplacements(text, matched.replacements);
}

test.each<[name: string, text: string, oldText: string, newText: string, expected: string]>([
	["a text as it stands", "a\nb\nc\n", "b", "B", "a\nB\nc\n"],
	["several lines of a file with CRLF", "a\r\nb\r\nc\r\n", "a\nb", "x\ny\nz", "x\r\ny\r\nz\r\nc\r\n"],
	["text with CRLF in a file with LF", "a\nb\n", "a\r\nb", "x\r\ny", "x\ny\n"],
	["each line's own line end", "a\nb\r\nc\nd\n", "b", "b1\nb2", "a\nb1\r\nb2\r\nc\nd\n"],
	["a last line without an end", "a\r\nb", "b", "b\nc", "a\r\nb\r\nc"],
	["classic Mac lines", "a\rb\rc", "a\nb", "x\ny", "x\ry\rc"],
	["a stray carriage return", "50%\r100%\nend\n", "50%\r100%", "0%\r1%\n2%", "0%\r1%\n2%\nend\n"],
	["blanks at line ends", "one  \ntwo\t\nthree\n", "one\ntwo", "1\n2", "1\n2\t\nthree\n"],
	["blanks at the ends of the old text", "one\ntwo\n", "one  \ntwo  ", "1\n2", "1\n2\n"],
	["quotes, dashes and spaces", "say\u00A0“hi” — it’s\n", 'say "hi" - it\'s', "bye", "bye\n"],
	["the exact text before a similar one", 'say “hi”\nsay "hi"\n', 'say "hi"', "bye", "say “hi”\nbye\n"],
])("matches %s", (_name, text, oldText, newText, expected) => {
	expect(edited(text, { oldText, newText })).toBe(expected);
});

test.each<[name: string, text: string, edits: Edit[], problem: object]>([
	["an empty text", "a", [{ oldText: "", newText: "b" }], { type: "empty", editIndex: 0 }],
	[
		"a text that is not there",
		"a",
		[
			{ oldText: "a", newText: "b" },
			{ oldText: "z", newText: "" },
		],
		{ type: "missing", editIndex: 1 },
	],
	["only blanks where there are none", "a\nb", [{ oldText: "  ", newText: "" }], { type: "missing", editIndex: 0 }],
	["a blank that is a letter", "foobar\n", [{ oldText: "foo ", newText: "x" }], { type: "missing", editIndex: 0 }],
	["two occurrences", "b\nb\n", [{ oldText: "b", newText: "c" }], { type: "ambiguous", editIndex: 0, occurrences: 2 }],
	[
		"occurrences that overlap",
		"aaa",
		[{ oldText: "aa", newText: "c" }],
		{ type: "ambiguous", editIndex: 0, occurrences: 2 },
	],
	[
		"similar occurrences",
		"x  \nb \nx\nb\n",
		[{ oldText: "x\nb  ", newText: "c" }],
		{ type: "ambiguous", editIndex: 0, occurrences: 2 },
	],
	[
		"edits that overlap",
		"a\nb\nc\n",
		[
			{ oldText: "b\nc", newText: "1" },
			{ oldText: "a\nb", newText: "2" },
		],
		{ type: "overlap", editIndex: 0, otherIndex: 1 },
	],
])("refuses %s", (_name, text, edits, problem) => {
	expect(edited(text, ...edits)).toEqual(problem);
});

/** Files of any bytes: valid text with both line ends and blanks, and undecodable bytes. */
const fileBytes = fc
	.array(
		fc.oneof(
			fc
				.constantFrom("\n", "\r\n", " \n", "\t\r\n", "\uFEFF", "— “q” ½", "word", "é", "  ")
				.map((text) => Buffer.from(text)),
			fc.uint8Array({ minLength: 1, maxLength: 3 }).map((bytes) => Buffer.from(bytes)),
		),
		{ maxLength: 30 },
	)
	.map((parts) => Buffer.concat(parts));

test("bytes outside of the edits never change", () => {
	const marker = "{{edit me}}";
	fc.assert(
		fc.property(fileBytes, fileBytes, fc.stringMatching(/^[a-zé“ ]{0,12}$/), (before, after, newText) => {
			fc.pre(!before.includes(marker) && !after.includes(marker));
			const file = decodeFile(Buffer.concat([before, Buffer.from(marker), after]));
			const matched = matchEdits(file.text, [{ oldText: marker, newText: toFileText(newText, file) }], file.encoding);
			if ("problem" in matched) throw new Error(matched.problem.type);
			const written = encodeFile({ ...file, text: applyReplacements(file.text, matched.replacements) });
			expect(Buffer.from(written as string)).toEqual(Buffer.concat([before, Buffer.from(newText), after]));
		}),
		{ numRuns: 1000 },
	);
});

test("a relaxed match changes whole characters within its lines only", () => {
	const line = fc.constantFrom("alpha", "“q” ½", "dash — end", "no-break\u00A0space", "😀 emoji");
	const blanks = fc.constantFrom("", " ", "\t ", "\u00A0");
	const lineEnd = fc.constantFrom("\n", "\r\n");
	const lines = fc.array(fc.tuple(line, blanks, lineEnd), { minLength: 1, maxLength: 6 });
	fc.assert(
		fc.property(lines, lines, (before, after) => {
			const [prefix, suffix] = [before, after].map((parts) => parts.flat().join("")) as [string, string];
			const text = `${prefix}target ‘one’  \r\ntarget two${suffix}`;
			expect(edited(text, { oldText: "target 'one'\ntarget two", newText: "done" })).toBe(`${prefix}done${suffix}`);
		}),
		{ numRuns: 300 },
	);
});
