import { expect, test } from "vitest";
import { createProject } from "./project.ts";

test("types, enums, namespaces and parameter properties run without a build step", async () => {
	const project = createProject({
		"index.ts": `
			interface Shape { readonly sides: number }
			enum Color { Red, Green = "green" }
			const enum Size { Small = 3 }
			namespace Geometry { export const pi = 3; export namespace Inner { export const e = 2 } }
			abstract class Base<T> { constructor(protected readonly value: T, public label = "l") {} abstract get(): T }
			class Square extends Base<number> implements Shape { sides = 4; declare hidden: string; get() { return this.value! } }
			function over(a: string): string; function over(a: number): string;
			function over(a: unknown): string { return String(a satisfies unknown) }
			const square = new Square(7);
			export default [Color.Red, Color[0], Color.Green, Size.Small, Geometry.pi, Geometry.Inner.e,
				square.get(), square.label, square.sides, Object.keys(square).includes("hidden"), over(<any>1 as string)];
		`,
	});

	expect(await project.run()).toEqual([0, "Red", "green", 3, 3, 2, 7, "l", 4, false, "1"]);
});

test("imports that are only used as types are never loaded, written with `type` or not", async () => {
	const project = createProject({
		"index.ts": `
			import { Shape } from "./not-there";
			import type { Other } from "./nowhere.js";
			import Whole, { type Part } from "nothing-installed";
			const shape: Shape & Other & Part & Whole = { sides: 3 } as never;
			export type { Shape };
			export default shape;
		`,
	});

	expect(await project.run()).toEqual({ sides: 3 });
});

test("legacy decorators of classes, members, accessors and parameters work without a helper package", async () => {
	const project = createProject({
		"index.ts": `
			const log: string[] = [];
			const note = (text: string) => (target: any, key?: any, third?: any): any => { log.push(text + ":" + String(key) + ":" + typeof third) };
			const double = (_: any, __: string, descriptor: PropertyDescriptor) => {
				const inner = descriptor.value; return { ...descriptor, value: () => inner() * 2 };
			};
			@note("outer") @note("inner") class Sample {
				@note("field") field = 1;
				@double method() { return 21 }
				constructor(@note("parameter") _first?: string) {}
			}
			export default [log, new Sample().method()];
		`,
	});

	expect(await project.run()).toEqual([
		["field:field:undefined", "parameter:undefined:number", "inner:undefined:undefined", "outer:undefined:undefined"],
		42,
	]);
});

test("TSX compiles with the pragma of the file", async () => {
	const project = createProject({
		"index.tsx": `
			/** @jsxRuntime classic */
			/** @jsx build */
			const build = (tag: string, props: unknown, ...children: unknown[]) => ({ tag, props, children });
			export default <box width={3}>hello</box>;
		`,
	});

	expect(await project.run("index.tsx")).toEqual({ tag: "box", props: { width: 3 }, children: ["hello"] });
});

test("every export form reaches every import form", async () => {
	const project = createProject({
		"index.ts": `
			import first, * as all from "./forms.ts";
			import second, { renamed as here, "a name" as quoted } from "./forms.ts";
			import * as again from "./barrel.ts";
			export default [first === second, here, quoted, all.default === first, Object.keys(all), Object.keys(again).sort(), again.inner.renamed, again.default];
		`,
		"forms.ts": `const value = 5; export { value as renamed, value as "a name" }; export class Made {} export default function () {}`,
		"barrel.ts": `export * from "./forms.ts"; export * as inner from "./forms.ts"; export { renamed as default } from "./forms.ts"; export const Made = "mine";`,
	});

	expect(await project.run()).toEqual([
		true,
		5,
		5,
		true,
		["Made", "a name", "default", "renamed"],
		["Made", "a name", "default", "inner", "renamed"],
		5,
		5,
	]);
});

test("the text of `import d, * as ns` inside a template literal is left alone", async () => {
	const project = createProject({
		"index.ts": `import d, * as ns from "./a.ts";\nexport default [d, ns.x, \`\nimport d, * as ns from "./a.ts";\n\`];`,
		"a.ts": "export default 1; export const x = 2;",
	});

	expect(await project.run()).toEqual([1, 2, `\nimport d, * as ns from "./a.ts";\n`]);
});

test("ES module code runs in strict mode without a `this`, and may redeclare what CommonJS provides", async () => {
	const project = createProject({
		"index.ts": `
			import { createRequire } from "node:module";
			import { dirname, basename } from "node:path";
			import { fileURLToPath } from "node:url";
			const require = createRequire(import.meta.url);
			const __filename = fileURLToPath(import.meta.url);
			const __dirname = dirname(__filename);
			let strict = false;
			try { (undeclared as any) = 1 } catch { strict = true }
			export default [strict, typeof this, basename(__filename), require("./data.json").n, require.resolve("./data.json") === __dirname + "/data.json"];
			declare let undeclared: unknown;
		`,
		"data.json": `{"n": 4}`,
	});

	expect(await project.run()).toEqual([true, "undefined", "index.ts", 4, true]);
});

test("require, __dirname and __filename are there undeclared, and import.meta tells the real place", async () => {
	const project = createProject({
		"index.ts": `
			import { basename } from "node:path";
			export default [basename(__filename), __dirname === import.meta.dirname, require("path").sep, import.meta.filename === __filename,
				import.meta.url, import.meta.resolve("./x.ts"), import.meta.resolve("fs")];
		`,
		"x.ts": "",
	});
	const url = (name: string): string => `file://${project.path(name).replaceAll(" ", "%20")}`;

	expect(await project.run()).toEqual(["index.ts", true, "/", true, url("index.ts"), url("x.ts"), "node:fs"]);
});

test("JSON is imported with and without attribute, and required", async () => {
	const project = createProject({
		"index.ts": `
			import whole from "./data.json" with { type: "json" };
			import { name } from "./data.json";
			const dynamic = await import("./data.json", { with: { type: "json" } });
			export default [whole, name, dynamic.default.name, require("./data.json") === whole];
		`,
		"data.json": `{"name": "tau", "list": [1]}`,
	});

	expect(await project.run()).toEqual([{ name: "tau", list: [1] }, "tau", "tau", true]);
});
