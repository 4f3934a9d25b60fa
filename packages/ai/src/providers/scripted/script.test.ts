import { expect, test } from "vitest";
import { parseScript } from "./script.ts";

test("a script is read as it stands", () => {
	const turns = [
		{ text: "hi", when: { lastUserIncludes: "x" } },
		{ toolCalls: [{ name: "read", arguments: {} }], cut: true },
	];
	expect(parseScript(JSON.stringify({ turns }), "s.json")).toEqual(turns);
});

test.each([
	["[]", "s.json: the file must be an object"],
	['{"turns":{}}', "s.json: turns must be a list"],
	['{"turn":[]}', 's.json: the file has no field "turn"; known: turns'],
	['{"turns":[1]}', "s.json: turns[0] must be an object"],
	['{"turns":[{"text":1}]}', "s.json: turns[0].text must be a string"],
	['{"turns":[{},{"toolCalls":[{"name":"x"}]}]}', "s.json: turns[1].toolCalls[0].arguments must be an object"],
	['{"turns":[{"error":{"message":"m","kind":"odd"}}]}', /^s\.json: turns\[0\]\.error\.kind must be aborted, auth/],
	['{"turns":[{"usage":{"input":"many"}}]}', "s.json: turns[0].usage.input must be a number"],
	['{"turns":[{"when":{}}]}', "s.json: turns[0].when.lastUserIncludes must be a string"],
	['{"turns":[{"txet":"x"}]}', /^s\.json: turns\[0\] has no field "txet"; known: text, thinking/],
	["{", /^s\.json is not JSON: /],
])("%s is refused with file and field", (text, message) => {
	expect(() => parseScript(text, "s.json")).toThrow(message);
});
