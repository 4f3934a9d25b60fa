import fc from "fast-check";

const plain = ["a", "word", "hello", "x-y", ".", ",", "Zürich"];
const blanks = [" ", "  ", "\t", "\u00a0"];
const wide = ["中", "文字", "あ", "カー", "한국", "Ａ", "。", "「"];
const marked = ["e\u0301", "か\u3099", "กำ", "ที่", "नमस्ते", "க்", "ตัว"];
const emoji = ["👍", "👍🏽", "👨‍👩‍👧", "🇩🇪", "❤️", "1️⃣", "☺", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"];
const sequences = [
	"\x1b[31m",
	"\x1b[0m",
	"\x1b[1;4m",
	"\x1b[24m",
	"\x1b[48;5;9m",
	"\x1b]8;;http://x\x07",
	"\x1b]8;;\x1b\\",
];

/** Text of the kinds a terminal program meets, mixed: words, blanks, East Asian, marks and emoji. */
export const anyPlainText: fc.Arbitrary<string> = fc
	.array(fc.constantFrom(...plain, ...blanks, ...wide, ...marked, ...emoji), { maxLength: 14 })
	.map((parts) => parts.join(""));

/** The same with colours, attributes and links in between. */
export const anyStyledText: fc.Arbitrary<string> = fc
	.array(fc.constantFrom(...plain, ...blanks, ...wide, ...marked, ...emoji, ...sequences, ...sequences), {
		maxLength: 18,
	})
	.map((parts) => parts.join(""));
