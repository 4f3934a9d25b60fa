import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import * as transformer from "oxc-transform";
import { expect, test } from "vitest";
import { parseRunnerOutput } from "../../src/extensions/load/runner-output.ts";
import { transformModule } from "../../src/extensions/load/transform.ts";
import { TRANSFORMER_VERSION } from "../../src/extensions/load/transformer.ts";

test("the pack's key names the version of the transformer that is installed", () => {
	const folder = dirname(createRequire(import.meta.url).resolve("oxc-transform"));
	const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string };

	expect(version).toBe(TRANSFORMER_VERSION);
});

test("the form that the transformer prints is the one the loader takes apart", () => {
	const source = `#!/usr/bin/env node
"use strict";
/** Licence @license x */
import d from "a"; // one
/* two */ import * as ns from 'it\\'s "q"';
import { x, y as z, "a name" as named } from "./\\u00fc\\n\\v";
import "side";
export * from "star";
export * as group from "group";
export { x as again, z as "other name", d as 'q"' };
/*! kept */ export const [first, { second }] = z(named, ns);
export default class Main {}
`;
	const { code, deps, errors } = transformer.moduleRunnerTransformSync("/x.js", source, {});
	const { exports, imports, stars, bodyStart } = parseRunnerOutput(code, deps, "/x.js");

	expect({
		errors,
		exports: exports.map(({ name }) => name),
		imports: imports.map(({ specifier }) => specifier),
		stars: stars.map((index) => imports[index]?.specifier),
		body: code.slice(bodyStart).trim().split("\n")[0],
	}).toEqual({
		errors: [],
		exports: ["again", "default", "first", "group", "other name", 'q"', "second"],
		imports: ["a", `it's "q"`, "./\u00fc\n\v", "side", "star", "group"],
		stars: ["star"],
		body: 'const [first, { second }] = (0, __vite_ssr_import_2__.y)(__vite_ssr_import_2__["a name"], __vite_ssr_import_1__);',
	});
});

test("an unknown form is an error and no wrong program", () => {
	expect(() => parseRunnerOutput(`const a = await __vite_ssr_import__("a", 5);`, ["a"], "/x.js")).toThrow(
		/unknown form/,
	);
});

test("plain CommonJS needs no transformer and is not changed", () => {
	const never = (): typeof transformer => {
		throw new Error("asked for");
	};
	const source = "module.exports = require('./x');\n// end";
	const { code, format, requires } = transformModule(never, { path: "/x.cjs", source, isHostModule: () => false });

	expect([format, code.includes(source), requires]).toEqual(["commonjs", true, ["./x"]]);
});
