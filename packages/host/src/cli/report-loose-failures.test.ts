import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { findForeignCode } from "./report-loose-failures.ts";

const HERE = fileURLToPath(import.meta.url);

function thrownAt(...frames: string[]): Error {
	const error = new Error("x");
	error.stack = ["Error: x", ...frames.map((frame) => `    at ${frame}`)].join("\n");
	return error;
}

test.each([
	["a named function", thrownAt("call (/e/a.ts:3:7)"), { path: "/e/a.ts", line: "3" }],
	["a module and an arrow function", thrownAt("/e/a b.ts:12:1"), { path: "/e/a b.ts", line: "12" }],
	[
		"behind Node's and the host's code",
		thrownAt("f (node:fs:1:1)", `g (${HERE}:1:1)`, "async h (/e/a.ts:3:7)"),
		{ path: "/e/a.ts", line: "3" },
	],
	["an ES module of a package", thrownAt("async file:///e/%C3%B6.js:4:2"), { path: "/e/ö.js", line: "4" }],
	["what is no error", "words", { path: "<runtime>" }],
	["the host alone", thrownAt("f (node:fs:1:1)", `async g (file://${HERE}:1:1)`, "Array.map (<anonymous>)"), undefined],
])("the culprit of a failure that nobody handled is found: %s", (_case, error, place) => {
	expect(findForeignCode(error)).toEqual(place);
});
