import { expect, test } from "vitest";
import { HostText, createProject } from "./project.ts";

test("a plain CommonJS extension runs as in Node and gets the host's modules", async () => {
	const project = createProject({
		"index.js": `#!/usr/bin/env node
			var exports = exports || {};
			const { Text } = require("@earendil-works/pi-tui");
			const other = require("./other");
			sloppy = 1;
			module.exports = () => [Text, other.name, this === module.exports, typeof sloppy, module.id === __filename, require.main !== module, delete globalThis.sloppy];
		`,
		"other.ts": `export const name: string = "typescript";`,
	});
	const run = (await project.run("index.js")) as () => unknown;

	expect(run()).toEqual([HostText, "typescript", false, "number", true, true, true]);
});

test("names of CommonJS files are importable, the default is the exports or what __esModule marks", async () => {
	const project = createProject({
		"index.ts": `
			import whole, { late, inherited } from "./plain.cjs"; import marked, { named } from "./marked.cjs"; import fn, { attached } from "./function.js";
			export default [whole.late, late, inherited(), marked, named, fn(), attached];
		`,
		"plain.cjs": `class Base { inherited() { return "inherited" } } module.exports = new Base(); for (const name of ["late"]) module.exports[name] = name + "!";`,
		"marked.cjs": `Object.defineProperty(exports, "__esModule", { value: true }); exports.default = "marked default"; exports.named = "named";`,
		"function.js": `module.exports = () => "called"; module.exports.attached = 1;`,
	});

	expect(await project.run()).toEqual(["late!", "late!", "inherited", "marked default", "named", "called", 1]);
});

test("CommonJS files beside TypeScript in a package of type module still work", async () => {
	const project = createProject({
		"package.json": `{"type": "module"}`,
		"index.ts": `import helper from "./helper.js"; export default [helper.value, require("./helper.js") === helper];`,
		"helper.js": `const path = require("node:path"); module.exports = { value: path.basename("/x/y") };`,
	});

	expect(await project.run()).toEqual(["y", true]);
});

test("CommonJS cycles see the unfinished exports", async () => {
	const project = createProject({
		"index.cjs": `exports.first = 1; const other = require("./other.cjs"); exports.second = 2; exports.default = undefined; module.exports.seen = other.seen;`,
		"other.cjs": `const { first, second } = require("./index.cjs"); exports.seen = [first, second];`,
	});
	const { namespace } = await project.loader.load(project.path("index.cjs"));

	expect([namespace["seen"], namespace["second"]]).toEqual([[1, undefined], 2]);
});

test("`import x = require()` and `export =` work in TypeScript", async () => {
	const project = createProject({
		"index.ts": `import path = require("node:path"); import { helper } from "./helper.cts"; export = { base: path.basename("/a/b"), helper };`,
		"helper.cts": `export const helper = "cts";`,
	});

	expect(await project.run()).toEqual({ base: "b", helper: "cts" });
});

test("dynamic import in a CommonJS extension goes through the loader", async () => {
	const project = createProject({
		"index.cjs": `exports.default = async () => { with ({}) {} return (await import("./x.js")).Text; };`,
		"soft.cjs": `module.exports = async () => (await import("./x.js")).Text;`,
		"x.ts": `export { Text } from "@earendil-works/pi-tui";`,
	});
	const run = (await project.run("soft.cjs")) as () => Promise<unknown>;

	expect(await run()).toBe(HostText);
});

test("require of a module with top-level await refuses with advice, and a missing one as Node does", async () => {
	const project = createProject({
		"index.ts": `
			const code = (name: string) => { try { return require(name) } catch (error) { return (error as any).code } };
			export default [code("./waits"), code("./not-there"), code("not-installed"), require.resolve.paths("x")![0] === __dirname + "/node_modules"];
		`,
		"waits.ts": "await null; export const x = 1;",
	});

	expect(await project.run()).toEqual(["ERR_REQUIRE_ASYNC_MODULE", "MODULE_NOT_FOUND", "MODULE_NOT_FOUND", true]);
});

test("a require with a computed name compiles TypeScript on the spot", async () => {
	const project = createProject({
		"index.js": `const name = ["./pl", "ugin"].join(""); module.exports = require(name).default;`,
		"plugin.ts": `const text: string = "computed"; export default text;`,
	});

	expect(await project.run("index.js")).toBe("computed");
});
