import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanPaste, cleanText, PasteReader, PasteStore } from "./paste.ts";

describe("PasteReader", () => {
	test("parts keys and pastes, wherever a paste is cut", () => {
		const input = "ab\x1b[200~one\ntwo\x1b[201~c\x1b[200~\x1b[201~";
		const expected = [
			["keys", "ab"],
			["paste", "one\ntwo"],
			["keys", "c"],
			["paste", ""],
		];
		fc.assert(
			fc.property(fc.integer({ min: 10, max: 16 }), fc.integer({ min: 17, max: 22 }), (first, second) => {
				const reader = new PasteReader();
				const parts = [input.slice(0, first), input.slice(first, second), input.slice(second)];
				const pieces = parts.flatMap((part) => reader.read(part)).map(({ kind, text }) => [kind, text]);
				expect(pieces).toEqual(expected);
			}),
		);
	});
});

describe("cleanText", () => {
	test("leaves only what an editor can show", () => {
		expect([cleanText("a\tb\r\nc\rd\x07\x1b[31me\x1b"), cleanText("中👍🏽")]).toEqual(["a    b\nc\nde", "中👍🏽"]);
	});
});

describe("cleanPaste", () => {
	test("reads line ends that the terminal sent as key reports", () => {
		expect(cleanPaste("a\x1b[106;5ub\x1b[109;5uc\x1b[105;5ud")).toBe("a\nb\nc    d");
	});
});

describe("PasteStore", () => {
	const long = Array.from({ length: 20 }, (_, index) => `line ${index}`).join("\n");

	test("puts short texts in as they are and markers for long ones", () => {
		const store = new PasteStore();
		const tenLines = "x\n".repeat(9) + "x";
		expect([
			store.place(tenLines),
			store.place("x".repeat(1000)).length,
			store.place(long),
			store.place("x".repeat(1001)),
		]).toEqual([tenLines, 1000, "[paste #1 +20 lines]", "[paste #2 1001 chars]"]);
	});

	test("expands its own markers once, and no others", () => {
		const store = new PasteStore();
		const inner = store.place(long);
		const outer = store.place(`${inner}\n${long}`);
		expect([store.expand(`a ${inner} b`), store.expand(outer), store.expand("[paste #9 +20 lines]")]).toEqual([
			`a ${long} b`,
			`${inner}\n${long}`,
			"[paste #9 +20 lines]",
		]);
	});

	test("knows where its markers end", () => {
		const store = new PasteStore();
		const marker = store.place(long);
		expect([
			store.markerEnd(`a${marker}b`, 1),
			store.markerEnd(`a${marker}b`, 2),
			store.markerEnd("[paste #7 +20 lines]", 0),
		]).toEqual([1 + marker.length, undefined, undefined]);
	});
});
