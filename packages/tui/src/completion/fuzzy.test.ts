import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fuzzyFilter, fuzzyMatch } from "./fuzzy.ts";

describe("fuzzyMatch", () => {
	test("wants all characters in order, in any case", () => {
		expect(["", "ac", "ABC", "ca", "abcd"].map((query) => fuzzyMatch(query, "abc").matches)).toEqual([
			true,
			true,
			true,
			false,
			false,
		]);
	});

	test("ranks whole texts over beginnings over word starts over the middle over scattered letters", () => {
		const texts = ["foo", "foo/src", "src/foo", "xfoo", "fxoxxxox"];
		const scores = texts.map((text) => fuzzyMatch("foo", text).score);
		expect(scores).toEqual(scores.toSorted((a, b) => a - b));
	});

	test("prefers the query in one piece to its first letters", () => {
		expect(fuzzyMatch("bar", "b/a-r/bar").score).toBeLessThan(fuzzyMatch("bar", "bxxaxxrxx").score);
	});

	test("finds a name whose letters and digits are swapped", () => {
		expect([fuzzyMatch("codex52", "gpt-5.2-codex").matches, fuzzyMatch("52gpt", "gpt-5.2").matches]).toEqual([
			true,
			true,
		]);
	});
});

describe("fuzzyFilter", () => {
	const filter = (items: string[], query: string): string[] => fuzzyFilter(items, query, (item) => item);

	test("keeps what matches every word, best first", () => {
		expect([
			filter(["apple", "banana", "pineapple", "app"], "app"),
			filter(["anthropic/claude", "openai/gpt", "claude anthropic"], "anthropic/claude"),
			filter(["src/foo.ts", "foo/src.ts", "bar"], "foo src"),
		]).toEqual([
			["app", "apple", "pineapple"],
			["anthropic/claude", "claude anthropic"],
			["src/foo.ts", "foo/src.ts"],
		]);
	});

	test("keeps everything in order for a blank query", () => {
		expect(filter(["b", "a"], "  ")).toEqual(["b", "a"]);
	});

	test("always finds a text by its own letters in order", () => {
		fc.assert(
			fc.property(
				fc.stringMatching(/^[a-z-]{1,12}$/),
				fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
				(text, keep) => {
					const query = [...text].filter((_, index) => keep[index]).join("");
					expect(filter([text], query)).toEqual([text]);
				},
			),
		);
	});
});
