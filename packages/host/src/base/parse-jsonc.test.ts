import { expect, test } from "vitest";
import { formatDiagnostic } from "./diagnostic.ts";
import { parseJsonc } from "./parse-jsonc.ts";

test.each([
	['{"a": 1}', { a: 1 }],
	['\uFEFF{"a": 1}', { a: 1 }],
	['{"a": [1, 2,],}', { a: [1, 2] }],
	['// note\n{"a": /* here */ 1}\n', { a: 1 }],
])("JSON with the liberties people take is read: %j", async (text, value) => {
	expect(await parseJsonc(text, "s.json")).toEqual({ ok: true, value });
});

test.each([
	['{\n  "a": 1\n  "b": 2\n}', "s.json:3:3: expected a comma"],
	['{"a": }', "s.json:1:7: expected a value"],
	['{\n  "a": "x', "s.json:2:8: string has no closing quote"],
	["{a: 1}", "s.json:1:2: unexpected word"],
	["", "s.json:1:1: expected a value"],
])("a fault is named with its place: %j", async (text, line) => {
	const result = await parseJsonc(text, "s.json");
	expect(result.ok ? "accepted" : formatDiagnostic(result.diagnostic)).toBe(line);
});
