import fc from "fast-check";
import { expect, test } from "vitest";
import { PartialJson } from "./partial-json.ts";

function read(...pieces: string[]): PartialJson {
	const json = new PartialJson();
	for (const piece of pieces) json.append(piece);
	return json;
}

/** `text` cut at the given positions. */
function cut(text: string, positions: readonly number[]): string[] {
	const ends = [...new Set(positions.map((position) => position % (text.length + 1)))].sort((a, b) => a - b);
	return [...ends, text.length].map((end, at) => text.slice(at === 0 ? 0 : ends[at - 1], end));
}

test("any document in any pieces gives what JSON.parse gives", () => {
	fc.assert(
		fc.property(fc.jsonValue(), fc.array(fc.nat()), fc.constantFrom(undefined, 1, "\t"), (value, positions, indent) => {
			// In a list, because a number at the root has no end of its own.
			const text = JSON.stringify([value], null, indent);
			const json = read(...cut(text, positions));
			expect([json.state, json.value]).toEqual(["complete", JSON.parse(text)]);
		}),
	);
});

test("no prefix of a document counts as malformed or complete", () => {
	fc.assert(
		fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(), (value, position) => {
			const text = JSON.stringify(value);
			const state = read(text.slice(0, position % text.length)).state;
			expect(["empty", "open"]).toContain(state);
		}),
	);
});

test("text that JSON.parse refuses is never complete without repair, and nothing makes it throw", () => {
	fc.assert(
		fc.property(fc.array(fc.string({ unit: fc.constantFrom(...'{}[]",:\\u0aftrne-1. \n'.split("")) })), (pieces) => {
			const json = read(...pieces);
			const claims = json.state === "complete" && !json.repaired;
			expect(claims && !parses(pieces.join(""))).toBe(false);
		}),
	);
});

test("open strings and containers show what has arrived", () => {
	const json = new PartialJson();
	const seen = ['{"pa', 'th":"a/', 'b.txt","lines":[1,', '2,"x'].map((piece) => {
		json.append(piece);
		return structuredClone(json.value);
	});
	expect(seen).toEqual([{}, { path: "a/" }, { path: "a/b.txt", lines: [1] }, { path: "a/b.txt", lines: [1, 2, "x"] }]);
});

test("escapes split anywhere are held back until they are complete", () => {
	const text = '{"a":"\\u00e9\\ud83d\\ude00\\n\\""}';
	const json = new PartialJson();
	for (const character of text) json.append(character);
	expect([json.value, json.state, json.repaired]).toEqual([{ a: 'é😀\n"' }, "complete", false]);
});

test("unknown escapes and raw line breaks in strings are kept and reported as repaired", () => {
	const json = read('{"pattern":"\\d+\\u12x","text":"one\ntwo"}');
	expect([json.value, json.state, json.repaired]).toEqual([
		{ pattern: "\\d+\\u12x", text: "one\ntwo" },
		"complete",
		true,
	]);
});

test.each(['{"a":nope}', "{a:1}", '{"a":1,}', "[1,]", '{"a" 1}', '{"a":1}}', '{"a":01}', "{} x", '"a"b'])(
	"%s is malformed",
	(text) => {
		expect(read(text).state).toBe("malformed");
	},
);

test("a member called __proto__ is an own member", () => {
	const value = read('{"__proto__":{"polluted":true}}').value as object;
	expect([Object.getPrototypeOf(value) === Object.prototype, Object.keys(value)]).toEqual([true, ["__proto__"]]);
});

function parses(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		// That it does not parse is the answer.
		return false;
	}
}
