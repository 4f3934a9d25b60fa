import { expect, test } from "vitest";
import { createProject } from "./project.ts";

const log = `const log: string[] = ((globalThis as any)[Symbol.for("tau test log")] ??= []);`;

function takeLog(): string[] {
	const key = Symbol.for("tau test log");
	const store = globalThis as unknown as Record<symbol, string[] | undefined>;
	const entries = store[key] ?? [];
	store[key] = undefined;
	return entries;
}

test("a diamond of imports runs each module once, imports first", async () => {
	const project = createProject({
		"log.ts": `${log} export const note = (text: string) => log.push(text);`,
		"index.ts": `import "./left"; import "./right"; import { note } from "./log"; note("index"); export default 0;`,
		"left.ts": `import { note } from "./log"; import "./base"; note("left");`,
		"right.ts": `import "./base"; import { note } from "./log"; note("right");`,
		"base.ts": `import { note } from "./log"; note("base");`,
	});

	await project.run();

	expect(takeLog()).toEqual(["base", "left", "right", "index"]);
});

test("modules with top-level await start in order, do not wait for siblings, and their importers wait for all", async () => {
	const project = createProject({
		"log.ts": `${log} export const note = (text: string) => log.push(text);`,
		"index.ts": `import { note } from "./log"; import { value } from "./slow"; import "./quick"; import "./plain"; note("index " + value); export default 0;`,
		"slow.ts": `import { note } from "./log"; note("slow starts"); await new Promise((done) => setImmediate(done)); export const value = await (async () => 7)(); note("slow ends");`,
		"quick.ts": `import { note } from "./log"; note("quick starts"); await null; note("quick ends");`,
		"plain.ts": `import { note } from "./log"; note("plain");`,
	});

	await project.run();

	expect(takeLog()).toEqual(["slow starts", "quick starts", "plain", "quick ends", "slow ends", "index 7"]);
});

test("`await` followed by a bracket is recognised as top-level await", async () => {
	const project = createProject({
		"index.ts": `import { value } from "./value"; export default value;`,
		"value.ts": "export let value = 1; await (async () => { await null; value = 2; })();",
	});

	expect(await project.run()).toBe(2);
});

test("an import cycle sees hoisted functions at once, classes once they exist, and errors before that", async () => {
	const project = createProject({
		"index.ts": `import { Child } from "./child"; export class Base { kind() { return "base" } } export function hoisted() { return "hoisted" } export default () => new Child().describe();`,
		"child.ts": `
			import { Base, hoisted } from "./index";
			const early = hoisted();
			let tooEarly = ""; try { Base } catch (error) { tooEarly = (error as Error).name }
			export class Child { describe() { return [early, tooEarly, new Base().kind()] } }
		`,
	});
	const describe = (await project.run()) as () => unknown;

	expect(describe()).toEqual(["hoisted", "ReferenceError", "base"]);
});

test("an import cycle with top-level await in it ends, and awaits before its importer runs", async () => {
	const project = createProject({
		"index.ts": `import { one } from "./one"; export default one();`,
		"one.ts": `import { two, callOne } from "./two"; export const one = () => [two, callOne === undefined ? "" : "linked"];`,
		"two.ts": `import { one } from "./one"; export let two = "early"; await null; two = "late"; export const callOne = () => one();`,
	});

	expect(await project.run()).toEqual(["late", "linked"]);
});

test("a hoisted function called early in a cycle reads the exports of the module that calls it", async () => {
	const project = createProject({
		"index.ts": `import { result } from "./other"; import { later } from "./later"; export function read() { return [ready, typeof later] } import { ready } from "./other"; export default result;`,
		"other.ts": `import { read } from "./index"; export const ready = "set"; let seen: unknown; try { seen = read() } catch (error) { seen = String(error) } export const result = seen;`,
		"later.ts": `export const later = 1;`,
	});

	expect(await project.run()).toEqual(["set", "undefined"]);
});

test("live bindings and re-exported ones follow the exporting module", async () => {
	const project = createProject({
		"index.ts": `import { count, increase } from "./barrel"; const before = count; increase(); export default [before, count];`,
		"barrel.ts": `export * from "./counter"; export { increase } from "./counter";`,
		"counter.ts": `export let count = 0; export function increase() { count++ }`,
	});

	expect(await project.run()).toEqual([0, 1]);
});

test("`export *` in a cycle gives the names before the modules ran", async () => {
	const project = createProject({
		"index.ts": `import "./user"; export * from "./names"; import { check } from "./user"; export default check();`,
		"user.ts": `import * as all from "./index"; const names = "value" in all; export const check = () => [names, all.value];`,
		"names.ts": `export const value = 3;`,
	});

	expect(await project.run()).toEqual([true, 3]);
});

test("assigning to an import and reading a missing name behave as in ES modules and as undefined", async () => {
	const project = createProject({
		"index.ts": `
			import * as all from "./a"; import { missing } from "./a";
			let refused = ""; try { (all as any).value = 2 } catch (error) { refused = (error as Error).name }
			export default [refused, missing, Object.prototype.toString.call(all), "toString" in all];
		`,
		"a.ts": `export const value = 1;`,
	});

	expect(await project.run()).toEqual(["TypeError", undefined, "[object Module]", false]);
});

test("dynamic import takes literals, computed paths, file URLs and queries, through the loader", async () => {
	const project = createProject({
		"index.ts": `
			import { pathToFileURL } from "node:url";
			const name = "plugin";
			const one = await import("./plugin");
			const two = await import(\`./\${name}.ts\`);
			const three = await import(pathToFileURL(__dirname + "/plugin.ts").href);
			const four = await import(pathToFileURL(__dirname + "/plugin.ts").href + "?fresh=1");
			export default [one === two, two === three, three === four, four.Text === one.Text, four.state !== one.state];
		`,
		"plugin.ts": `export { Text } from "@earendil-works/pi-tui"; export const state: object = {};`,
	});

	expect(await project.run()).toEqual([true, true, false, true, true]);
});

test("a module may dynamically import one that imports it back while it still awaits", async () => {
	const project = createProject({
		"index.ts": `export const early = 1; const { seen } = await import("./back"); export default seen;`,
		"back.ts": `import { early } from "./index"; export const seen = early;`,
	});

	expect(await project.run()).toBe(1);
});

test("the same entry gives the same modules until invalidate, also to loads that overlap", async () => {
	const project = createProject({
		"one.ts": `import { state } from "./shared"; export default state;`,
		"two.ts": `import { state } from "./shared"; export default state;`,
		"shared.ts": `await null; export const state = {};`,
	});
	const [one, two] = await Promise.all([project.run("one.ts"), project.run("two.ts")]);
	const again = await project.run("one.ts");
	project.loader.invalidate();
	const later = await project.run("one.ts");

	expect([one === two, one === again, one === later]).toEqual([true, true, false]);
});

test("the loaded files are named once each, by their real paths", async () => {
	const project = createProject({
		"index.ts": `import "./a"; import "./b.cjs"; import data from "./data.json"; export default data;`,
		"a.ts": `import "./b.cjs";`,
		"b.cjs": `require("./c.js")`,
		"c.js": `module.exports = 1`,
		"data.json": "[]",
	});
	const { files } = await project.loader.load(project.path("index.ts"));

	expect([...files].sort()).toEqual(["a.ts", "b.cjs", "c.js", "data.json", "index.ts"].map(project.path));
});
