import { describe, expect, test } from "vitest";
import type { Exception } from "./exceptions.ts";
import { HOUSE, placeOf } from "./house.ts";
import { type Repository, sourceFile } from "./repository.ts";
import { inspect } from "./rules.ts";

type Sources = Readonly<Record<string, string>>;

const MANIFESTS: Repository["manifests"] = {
	".": { devDependencies: { vitest: "1" } },
	"packages/ai": { exports: { ".": {}, "./oauth": {} } },
	"packages/host": { dependencies: { "@tau/ai": "1", "@tau/tui": "1", typebox: "1" } },
};

const HOST = "packages/host/src";

function repository(sources: Sources, changes: Partial<Repository> = {}): Repository {
	const files = Object.entries(sources).map(([path, text]) => sourceFile(path, text));
	const map = files.flatMap(({ path }) => placeOf(path)?.room ?? []).map((room) => `\`${room}\``);
	return { files, manifests: MANIFESTS, map: map.join("\n"), exists: () => true, ...changes };
}

function findings(sources: Sources, changes: Partial<Repository> = {}): string[] {
	return inspect(repository(sources, changes), []).map(({ rule, path, message }) => `${rule}: ${path}: ${message}`);
}

function lines(count: number, line = "step();"): string {
	return `${line}\n`.repeat(count);
}

describe("floors", () => {
	test("a file may import from its own room and from lower floors", () => {
		const sources = {
			[`${HOST}/sdk.ts`]: `import { a } from "./runtime/a.ts";\nexport { b } from "./base/b.ts";`,
			[`${HOST}/runtime/a.ts`]: `import type { C } from "./turn/c.ts";\nimport { b } from "../base/b.ts";`,
			[`${HOST}/runtime/turn/c.ts`]: `export type C = import("../../base/b.ts").B;`,
			[`${HOST}/base/b.ts`]: "export const b: number = 1;",
		};

		expect(findings(sources)).toEqual([]);
	});

	test("an import from a higher floor is reported, even when only a type is taken", () => {
		const sources = {
			[`${HOST}/base/a.ts`]: `import type {\n\tB,\n} from "../runtime/b.ts";`,
			[`${HOST}/runtime/b.ts`]: "",
		};

		expect(findings(sources)).toEqual([
			`floor: ${HOST}/base/a.ts: line 3: base imports up from runtime (../runtime/b.ts)`,
		]);
	});

	test("an import from a neighbour on the same floor is reported, re-exports and lazy imports included", () => {
		const sources = {
			[`${HOST}/settings/a.ts`]: `export * from "../theme/b.ts";`,
			[`${HOST}/theme/b.ts`]: `const load = () => import(\n\t"../session/c.ts"\n);`,
			[`${HOST}/session/c.ts`]: "",
		};

		expect(findings(sources)).toEqual([
			`floor: ${HOST}/settings/a.ts: line 1: settings imports sideways from theme (../theme/b.ts)`,
			`floor: ${HOST}/theme/b.ts: line 2: theme imports sideways from session (../session/c.ts)`,
		]);
	});

	test("each mode is a room of its own", () => {
		const sources = { [`${HOST}/modes/json/a.ts`]: `import "../print/b.ts";`, [`${HOST}/modes/print/b.ts`]: "" };

		expect(findings(sources)).toEqual([
			`floor: ${HOST}/modes/json/a.ts: line 1: modes/json imports sideways from modes/print (../print/b.ts)`,
		]);
	});

	test("index.ts and cli do not import each other", () => {
		const sources = { [`${HOST}/cli/main.ts`]: `import "../index.ts";`, [`${HOST}/index.ts`]: "" };

		expect(findings(sources)).toEqual([
			`floor: ${HOST}/cli/main.ts: line 1: cli imports sideways from index.ts (../index.ts)`,
		]);
	});

	test("a room that the plan does not know is reported", () => {
		expect(findings({ [`${HOST}/cellar/a.ts`]: "" })).toEqual([
			`floor: ${HOST}/cellar/a.ts: the room cellar is not in the plan of @tau/host`,
		]);
	});

	test("source code does not import test code", () => {
		const sources = { [`${HOST}/base/a.ts`]: `import "../../test/harness.ts";`, "packages/host/test/harness.ts": "" };

		expect(findings(sources)).toEqual([`floor: ${HOST}/base/a.ts: line 1: ../../test/harness.ts leaves src`]);
	});

	test("no room stands twice in the plan of a package", () => {
		for (const { floors } of Object.values(HOUSE)) expect(floors.flat()).toEqual(Array.from(new Set(floors.flat())));
	});
});

describe("circles", () => {
	test("a circle is reported once, types included", () => {
		const sources = {
			[`${HOST}/base/a.ts`]: `import { b } from "./b.ts";`,
			[`${HOST}/base/b.ts`]: `import type { C } from "./c.ts";`,
			[`${HOST}/base/c.ts`]: `import { a } from "./a.ts";`,
		};
		const [a, b, c] = Object.keys(sources);

		expect(findings(sources)).toEqual([`circle: ${a}: imports itself: ${[a, b, c, a].join(" -> ")}`]);
	});

	test("two ways to the same file are no circle", () => {
		const sources = {
			[`${HOST}/base/a.ts`]: `import "./b.ts";\nimport "./c.ts";`,
			[`${HOST}/base/b.ts`]: `import "./c.ts";`,
			[`${HOST}/base/c.ts`]: "",
		};

		expect(findings(sources)).toEqual([]);
	});
});

describe("imports between packages", () => {
	test("names that are declared and lie below are fine, doors in the exports map too", () => {
		const text = `import "@tau/ai";\nimport "@tau/ai/oauth";\nimport "typebox/value";\nimport "node:fs";`;

		expect(findings({ [`${HOST}/base/a.ts`]: text })).toEqual([]);
	});

	test("deep, undeclared, upward and unprefixed imports are reported", () => {
		const text = [
			`import "@tau/ai/src/stream.ts";`,
			`import "left-pad";`,
			`import "fs";`,
			`import "../../../ai/src/stream.ts";`,
			`import "vitest";`,
		].join("\n");
		const file = `${HOST}/base/a.ts`;

		expect(findings({ [file]: text, "packages/ai/src/stream.ts": `import "@tau/host";` })).toEqual([
			`package-import: ${file}: line 1: @tau/ai/src/stream.ts is a deep import of @tau/ai`,
			`package-import: ${file}: line 2: left-pad is not declared in package.json`,
			`package-import: ${file}: line 3: fs is not declared in package.json`,
			`package-import: ${file}: line 4: ../../../ai/src/stream.ts reaches into the package ai`,
			`package-import: ${file}: line 5: vitest is not declared in package.json`,
			"package-import: packages/ai/src/stream.ts: line 1: @tau/ai may not import @tau/host",
		]);
	});

	test("only one file imports its own package by name, and only lazily", () => {
		const door = `${HOST}/extensions/load/host-modules.ts`;
		const lazy = `export const load = () => import("@tau/host");`;

		expect(findings({ [door]: lazy })).toEqual([]);
		expect(findings({ [door]: `import "@tau/host";`, [`${HOST}/base/a.ts`]: lazy })).toEqual([
			`package-import: ${door}: line 1: imports itself as @tau/host`,
			`package-import: ${HOST}/base/a.ts: line 1: imports itself as @tau/host`,
		]);
	});

	test("tests may use the tools of the workspace and the front doors, but not the inside of another package", () => {
		const text = `import "vitest";\nimport "@tau/host";\nimport "../../packages/host/src/base/a.ts";`;

		expect(findings({ "test/contract/a.test.ts": text })).toEqual([
			"package-import: test/contract/a.test.ts: line 3: ../../packages/host/src/base/a.ts reaches into the package host",
		]);
	});

	test("a relative import without its ending is reported", () => {
		expect(findings({ [`${HOST}/base/a.ts`]: `import "./b.js";` })).toEqual([
			`import-ending: ${HOST}/base/a.ts: line 1: ./b.js does not end in .ts`,
		]);
	});

	test("comments, strings, templates and regular expressions are not read as imports", () => {
		const text = [
			`// import "./up.ts";`,
			`/* import "./up.ts"; */`,
			`const a = 'import "./up.ts"';`,
			'const b = `import "./up.ts" ${c ? `import "./up.ts"` : "}"} import "./up.ts"`;',
			`const d = /["'\`]/.test(a) ? "packages/*/src" : "/*";`,
			`import "left-pad";`,
		].join("\n");

		expect(findings({ [`${HOST}/base/a.ts`]: text })).toEqual([
			`package-import: ${HOST}/base/a.ts: line 6: left-pad is not declared in package.json`,
		]);
	});
});

describe("budgets", () => {
	test("a file of 401 lines is reported, one of 400 is not", () => {
		const sources = { [`${HOST}/base/long.ts`]: lines(401), [`${HOST}/base/full.test.ts`]: lines(400) };

		expect(findings(sources)).toEqual([`file-length: ${HOST}/base/long.ts: 401 lines, 400 allowed`]);
	});

	test.each([
		["export async function plain<T extends { a: 1 }>(a: T): Promise<{ b: T }> {", "plain"],
		["export const arrow = async (a: number): Promise<void> => {", "arrow"],
		["const typed: (a: string) => void = (a) => {", "typed"],
		["class A {\n\tmethod(a = { b: 1 }): a is string {", "method"],
		["class A {\n\tget #secret(): () => void {", "#secret"],
		['const o = { key(): "{" | `{` {', "key"],
		["const one = a => {", "one"],
		["export function* steps(\n\ta: number,\n): Generator<Map<string, (a: { b: 1 }) => void>> {", "steps"],
	])("a function of 61 lines is reported: %s", (head, name) => {
		const opened = head.split("\n").findIndex((line) => line.includes("(") || line.includes("=>"));
		const inner = head.split("\n").length - opened + 1;
		const body = (count: number): string =>
			`${head}\n${lines(count - inner, 'if (a) { b = "}" + /}/ + `}`; } // }')}}\n`;
		const report = `function-length: ${HOST}/base/a.ts: line ${opened + 1}: ${name} has 61 lines, 60 allowed`;

		expect(findings({ [`${HOST}/base/a.ts`]: body(60) })).toEqual([]);
		expect(findings({ [`${HOST}/base/a.ts`]: body(61) })).toEqual([report]);
		expect(findings({ [`${HOST}/base/a.test.ts`]: body(61) })).toEqual([]);
	});

	test.each([
		"for (const a of b) {",
		"if (a) {",
		"switch (a) {\ncase f(a): {}",
		"class A extends mixin(B) {",
		"export const table: Record<string, (a: number) => void> = {",
		"const a = b ? f(c) : {",
	])("what is no function has no function budget: %s", (head) => {
		expect(findings({ [`${HOST}/base/a.ts`]: `${head}\n${lines(80)}}\n` })).toEqual([]);
	});

	test("a class with nine private fields is reported, methods and accessors do not count", () => {
		const field = (_: unknown, index: number): string => `\t#field${index} = { a: 1 };`;
		const fields = Array.from({ length: 7 }, field).join("\n");
		const rest = "\t#run(): void {\n\t\tlet a;\n\t}\n\tget #now(): number { return 1; }\n\topen = 1;";
		const head = "export class Full<T = unknown> extends Base<T> implements Thing {";
		const eight = `${head}\n${fields}\n\tprivate readonly last: Map<string, T>;\n${rest}\n}\n`;
		const nine = eight.replace("open = 1", "static readonly #extra?: string");

		expect(findings({ [`${HOST}/base/a.ts`]: eight })).toEqual([]);
		expect(findings({ [`${HOST}/base/a.ts`]: nine })).toEqual([
			`private-fields: ${HOST}/base/a.ts: line 1: class Full has 9 private fields, 8 allowed`,
		]);
	});
});

describe("form", () => {
	test.each([
		"// ====",
		"// ---- Part two ----",
		"/* **** */",
		"/*****\n * Part\n */",
		"//////// Part",
		"/**\n * =====\n */",
	])("a banner comment is reported: %s", (banner) => {
		expect(findings({ "scripts/a.mjs": `step();\n${banner}\n` })).toEqual([
			"banner: scripts/a.mjs: line 2: a banner comment is a file boundary",
		]);
	});

	test("plain comments and strings that look like banners are fine", () => {
		const text = `/** What it is for. */\n// a --- b, then ====\nconst rule = "// ====";\n/**\n * | a | b |\n * | --- | --- |\n */\n`;

		expect(findings({ "scripts/a.mjs": text })).toEqual([]);
	});

	test("a default export is reported, except in examples and configuration", () => {
		const text = "export default function run() {}\n";
		const sources = { [`${HOST}/base/a.ts`]: text, "examples/extensions/a.ts": text, "vitest.config.ts": text };

		expect(findings(sources)).toEqual([`default-export: ${HOST}/base/a.ts: house code exports by name`]);
		expect(findings({ [`${HOST}/base/b.ts`]: "export { run as default };" })).toHaveLength(1);
	});

	test("empty names and names in other cases are reported, except where the contract dictates them", () => {
		const names = ["path-utils.ts", "session-manager.ts", "info/a.ts", "ReadFile.ts", "database.ts"];
		const sources = Object.fromEntries(names.map((name) => [`${HOST}/base/${name}`, ""]));

		expect(findings({ ...sources, [`${HOST}/extension-api/session-manager.ts`]: "" })).toEqual([
			`file-name: ${HOST}/base/path-utils.ts: "utils" says nothing about what is inside`,
			`file-name: ${HOST}/base/session-manager.ts: "manager" says nothing about what is inside`,
			`file-name: ${HOST}/base/info/a.ts: "info" says nothing about what is inside`,
			`file-name: ${HOST}/base/ReadFile.ts: file names are kebab-case`,
		]);
	});
});

describe("the map", () => {
	const sources = { [`${HOST}/base/a.ts`]: "", [`${HOST}/modes/print/a.ts`]: "", [`${HOST}/sdk.ts`]: "" };

	test("every room is named in backticks, alone or as the end of a path", () => {
		expect(findings(sources, { map: "`packages/host/src/base/`, `modes/print` and `sdk.ts`" })).toEqual([]);
		expect(findings(sources, { map: "base, `print` and `sdk.ts`" })).toEqual([
			`room-on-map: ARCHITECTURE.md: the room ${HOST}/base is not named`,
			`room-on-map: ARCHITECTURE.md: the room ${HOST}/modes/print is not named`,
		]);
	});

	test("without a map no room is named", () => {
		expect(findings({ [`${HOST}/sdk.ts`]: "" }, { map: undefined })).toEqual([
			`room-on-map: ARCHITECTURE.md: the room ${HOST}/sdk.ts is not named`,
		]);
	});

	test("a path under packages that does not exist is reported", () => {
		const map = "`packages/ai/src/gone.ts` and `packages/ai/src/<name>/here.ts`";

		expect(findings({}, { map, exists: () => false })).toEqual([
			"path-on-map: ARCHITECTURE.md: packages/ai/src/gone.ts does not exist",
		]);
	});
});

describe("exceptions", () => {
	const long: Exception = { rule: "file-length", path: "scripts/a.mjs", reason: "generated", atMost: 401 };

	test("an exception forgives up to its size", () => {
		expect(inspect(repository({ "scripts/a.mjs": lines(401) }), [long])).toEqual([]);
		expect(inspect(repository({ "scripts/a.mjs": lines(402) }), [long]).map(({ rule }) => rule)).toEqual([
			"file-length",
			"stale-exception",
		]);
	});

	test("an exception with nothing to forgive is reported", () => {
		expect(inspect(repository({ "scripts/a.mjs": "" }), [long])).toEqual([
			{
				rule: "stale-exception",
				path: "scripts/a.mjs",
				message: "nothing is left to forgive for file-length: remove the exception",
			},
		]);
	});
});
