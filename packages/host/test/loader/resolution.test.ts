import { mkdirSync, symlinkSync } from "node:fs";
import { expect, test } from "vitest";
import { createProject } from "./project.ts";

const named = (name: string): string => `export default ${JSON.stringify(name)};`;

test("relative imports find TypeScript behind output extensions, without extension, and as folders", async () => {
	const project = createProject({
		"index.ts": `
			import a from "./a.js"; import b from "./b.mjs"; import c from "./c.cjs"; import d from "./d.jsx";
			import e from "./e"; import f from "./f"; import g from "./g/"; import h from "./with.dot"; import i from ".//i"; import j from "./j.js";
			export default [a, b, c, d, e, f, g, h, i, j];
		`,
		"a.ts": named("a.ts"),
		"b.mts": named("b.mts"),
		"c.cts": named("c.cts"),
		"d.tsx": named("d.tsx"),
		"e.ts": named("e.ts"),
		"e/index.ts": named("e/index.ts"),
		"f/index.ts": named("f/index.ts"),
		"f/index.js": named("f/index.js"),
		"g/package.json": `{"main": "./lib/main.js"}`,
		"g/lib/main.ts": named("g/lib/main.ts"),
		"with.dot.ts": named("with.dot.ts"),
		"i.mjs": named("i.mjs"),
		"j.js": named("j.js"),
		"j.ts": named("j.ts"),
	});

	expect(await project.run()).toEqual([
		"a.ts",
		"b.mts",
		"c.cts",
		"d.tsx",
		"e.ts",
		"f/index.ts",
		"g/lib/main.ts",
		"with.dot.ts",
		"i.mjs",
		"j.js",
	]);
});

test("blanks, hashes, percent escapes and letters beyond ASCII in paths mean themselves", async () => {
	const project = createProject({
		"a b#c%20d é/index.ts": `
			import one from "./ö #1.ts"; import two from "./50%25.ts"; import three from "./sp%20ace.ts"; import four from "./q.ts?x#y";
			export default [one, two, three, four, import.meta.url.endsWith("a%20b%23c%2520d%20%C3%A9/index.ts"), (await import(import.meta.resolve("./ö #1.ts"))).default];
		`,
		"a b#c%20d é/ö #1.ts": named("ö"),
		"a b#c%20d é/50%25.ts": named("literal"),
		"a b#c%20d é/sp ace.ts": named("space"),
		"a b#c%20d é/q.ts": named("query"),
	});

	expect(await project.run("a b#c%20d é/index.ts")).toEqual(["ö", "literal", "space", "query", true, "ö"]);
});

test("packages resolve by exports with conditions, patterns and subpaths, and by main", async () => {
	const project = createProject({
		"ext/index.ts": `
			import main from "modern"; import sub from "modern/feature"; import deep from "modern/parts/a/b"; import closest from "modern/parts/special/x";
			import old from "old"; import file from "old/lib/file"; import scoped from "@scope/pack/sub.js"; import self from "extension/self";
			let closed = "open"; try { await import("modern/hidden") } catch (error) { closed = (error as any).code }
			export default [main, sub, deep, closest, old, file, scoped, self, closed, require("modern")];
		`,
		"ext/package.json": `{"name": "extension", "exports": {"./self": "./own.ts"}}`,
		"ext/own.ts": named("self"),
		"node_modules/modern/package.json": JSON.stringify({
			name: "modern",
			type: "module",
			exports: {
				".": { browser: "./no.js", node: { import: "./main.js", require: "./main.cjs" } },
				"./feature": [{ deno: "./no.js" }, "./feature.js"],
				"./parts/*": "./dist/*.js",
				"./parts/special/*": "./special/*.js",
				"./hidden": null,
			},
		}),
		"node_modules/modern/main.js": named("main import"),
		"node_modules/modern/main.cjs": `module.exports = "main require"`,
		"node_modules/modern/feature.js": named("feature"),
		"node_modules/modern/hidden.js": named("hidden"),
		"node_modules/modern/dist/a/b.js": named("pattern"),
		"node_modules/modern/special/x.js": named("closest pattern"),
		"node_modules/old/package.json": `{"main": "start"}`,
		"node_modules/old/start.js": `module.exports = "main"`,
		"node_modules/old/lib/file.js": `module.exports = "file"`,
		"ext/node_modules/@scope/pack/sub.js": `module.exports = "scoped"`,
	});

	expect(await project.run("ext/index.ts")).toEqual([
		"main import",
		"feature",
		"pattern",
		"closest pattern",
		"main",
		"file",
		"scoped",
		"self",
		"ERR_MODULE_NOT_FOUND",
		"main require",
	]);
});

test("private `#` imports lead to files, by pattern and to packages", async () => {
	const project = createProject({
		"package.json": JSON.stringify({
			imports: { "#config": { node: "./src/config.ts" }, "#lib/*": "./src/lib/*.ts", "#dependency": "dependency" },
		}),
		"src/index.ts": `import a from "#config"; import b from "#lib/deep/x"; import c from "#dependency"; export default [a, b, c];`,
		"src/config.ts": named("config"),
		"src/lib/deep/x.ts": named("x"),
		"node_modules/dependency/index.js": `module.exports = "dependency"`,
	});

	expect(await project.run("src/index.ts")).toEqual(["config", "x", "dependency"]);
});

test("packages are looked up from the real place of a symlinked extension (PC-05)", async () => {
	const project = createProject({
		".store/ext@1/node_modules/ext/index.ts": `import { value } from "dep"; import local from "./local"; export default [value, local];`,
		".store/ext@1/node_modules/ext/local.ts": named("local"),
		".store/ext@1/node_modules/dep/package.json": `{"name": "dep", "type": "module", "exports": "./index.js"}`,
		".store/ext@1/node_modules/dep/index.js": `export const value = "isolated";`,
	});
	mkdirSync(project.path("node_modules"));
	symlinkSync("../.store/ext@1/node_modules/ext", project.path("node_modules/ext"));
	symlinkSync("node_modules/ext/index.ts", project.path("link.ts"));

	expect([await project.run("node_modules/ext/index.ts"), await project.run("link.ts")]).toEqual([
		["isolated", "local"],
		["isolated", "local"],
	]);
});

test("a symlink and its target are one module", async () => {
	const project = createProject({
		"index.ts": `import { state as one } from "./real"; import { state as two } from "./alias"; import { state as three } from "./folder/real"; export default one === two && two === three;`,
		"real.ts": "export const state = {};",
	});
	symlinkSync("real.ts", project.path("alias.ts"));
	symlinkSync(".", project.path("folder"));

	expect(await project.run()).toBe(true);
});

test("builtin modules come with and without prefix, with live members", async () => {
	const project = createProject({
		"index.ts": `import fs, { existsSync } from "fs"; import * as all from "node:fs"; import { readFile } from "fs/promises"; import process from "node:process";
			export default [fs.existsSync === existsSync, all.default === fs, typeof readFile, process === globalThis.process, Object.keys(all).includes("statSync")];`,
	});

	expect(await project.run()).toEqual([true, true, "function", true, true]);
});

test("data URLs are left to Node", async () => {
	const project = createProject({
		"index.ts": `import { a } from "data:text/javascript,export const a = 6"; export default a;`,
	});

	expect(await project.run()).toBe(6);
});
