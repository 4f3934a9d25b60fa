import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyPlainText } from "../../test/support/any-text.ts";
import { splitGraphemes } from "./graphemes.ts";

describe("splitGraphemes", () => {
	test("keeps emoji sequences, flags, marks, jamo and line ends together", () => {
		const graphemes = ["👨‍👩‍👧", "🇩🇪", "🇫🇷", "👍🏽", "e\u0301", "\u1100\u1161", "1️⃣", "\r\n", "\n", "a", "กำ"];
		expect(splitGraphemes(graphemes.join(""))).toEqual(graphemes);
	});

	test("keeps Indic conjuncts together and parts them at a zero width non-joiner", () => {
		expect([splitGraphemes("क्षि"), splitGraphemes("क्\u200cष")]).toEqual([["क्षि"], ["क्\u200c", "ष"]]);
	});

	test("joins pictographs only over a joiner that follows a pictograph", () => {
		expect([splitGraphemes("a\u200d👩"), splitGraphemes("👩\u0301\u200d👩")]).toEqual([
			["a\u200d", "👩"],
			["👩\u0301\u200d👩"],
		]);
	});

	test("stands lone surrogates alone and gives back the whole text", () => {
		expect(splitGraphemes("a\ud800b\udc00")).toEqual(["a", "\ud800", "b", "\udc00"]);
		fc.assert(
			fc.property(fc.string({ unit: "binary" }), (text) => {
				expect(splitGraphemes(text).join("")).toBe(text);
			}),
		);
	});

	test("agrees with Intl.Segmenter", () => {
		const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
		fc.assert(
			fc.property(anyPlainText, (text) => {
				expect(splitGraphemes(text)).toEqual([...segmenter.segment(text)].map(({ segment }) => segment));
			}),
		);
	});
});
