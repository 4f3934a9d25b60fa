import { rmSync, utimesSync } from "node:fs";
import { expect, test } from "vitest";
import { type Project, createProject } from "./project.ts";

async function reload(project: Project, entry?: string): Promise<unknown> {
	project.loader.invalidate();
	return project.run(entry);
}

test("module state starts anew on reload although nothing was edited", async () => {
	const project = createProject({
		"index.ts": `import { id } from "./id"; export default id;`,
		"id.ts": "export const id = {};",
	});
	const first = await project.run();

	expect([(await project.run()) === first, (await reload(project)) === first]).toEqual([true, false]);
});

test("an edit of the entry or of a file deep below it is seen", async () => {
	const project = createProject({
		"index.ts": `import { b } from "./b"; export default "index " + b;`,
		"b.ts": `import { c } from "./deep/c"; export const b = c;`,
		"deep/c.ts": `export const c = "old";`,
	});
	const results = [await project.run()];
	project.write({ "deep/c.ts": `export const c = "newer";` });
	results.push(await reload(project));
	project.write({ "index.ts": `import { b } from "./b"; export default "entry " + b;` });
	results.push(await reload(project));

	expect(results).toEqual(["index old", "index newer", "entry newer"]);
});

test("an edit that keeps size and modification time is seen", async () => {
	const project = createProject({
		"index.ts": `import v from "./v"; export default v;`,
		"v.ts": `export default "one";`,
	});
	const first = await project.run();
	project.editUnnoticed("v.ts", `export default "two";`);

	expect([first, await reload(project)]).toEqual(["one", "two"]);
});

test.each(["dep.mjs", "dep.js", "dep.cjs", "dep.json"])(
	"an edit of %s is seen without a restart (PC-08)",
	async (name) => {
		const text = (value: string): string =>
			name.endsWith("json")
				? `{"VAL": "${value}"}`
				: name.endsWith("cjs")
					? `exports.VAL = "${value}";`
					: `export const VAL = "${value}";`;
		const project = createProject({
			"index.ts": `import { VAL } from "./${name}"; export default VAL;`,
			[name]: text("old"),
		});
		const first = await project.run();
		project.editUnnoticed(name, text("new"));

		expect([first, await reload(project)]).toEqual(["old", "new"]);
	},
);

test("a touched file that was not edited keeps its compiled script", async () => {
	const project = createProject({ "index.ts": "export default (function marker() {}).toString();" });
	await project.run();
	utimesSync(project.path("index.ts"), new Date(), new Date(Date.now() + 5000));

	expect(await reload(project)).toBe("function marker() {}");
});

test("npm packages keep their instance on reload: ES module, CommonJS and TypeScript", async () => {
	const project = createProject({
		"index.ts": `import { id as a } from "esm"; import { id as b } from "cjs"; import { id as c } from "typed"; export default [a, b, c];`,
		"node_modules/esm/package.json": `{"type": "module"}`,
		"node_modules/esm/index.js": `export { id } from "./inner.js";`,
		"node_modules/esm/inner.js": `export const id = {};`,
		"node_modules/cjs/index.js": `exports.id = {};`,
		"node_modules/typed/package.json": `{"main": "index.ts"}`,
		"node_modules/typed/index.ts": `export const id: object = {};`,
	});
	const first = (await project.run()) as unknown[];
	const second = (await reload(project)) as unknown[];

	expect(first.map((id, index) => id === second[index])).toEqual([true, true, true]);
});

test("an edit deep inside an npm package renews that package and its dependents only", async () => {
	const project = createProject({
		"index.ts": `import { id as a, value } from "outer"; import { id as b } from "other"; export default [a, b, value];`,
		"node_modules/outer/package.json": `{"type": "module"}`,
		"node_modules/outer/index.js": `export { value } from "inner"; export const id = {};`,
		"node_modules/inner/package.json": `{"type": "module"}`,
		"node_modules/inner/index.js": `export { value } from "./lib/value.js";`,
		"node_modules/inner/lib/value.js": `export const value = "old";`,
		"node_modules/other/package.json": `{"type": "module"}`,
		"node_modules/other/index.js": `export const id = {};`,
	});
	const [outer, other, before] = (await project.run()) as unknown[];
	project.editUnnoticed("node_modules/inner/lib/value.js", `export const value = "new";`);
	const [outerAfter, otherAfter, after] = (await reload(project)) as unknown[];

	expect([before, after, outer === outerAfter, other === otherAfter]).toEqual(["old", "new", false, true]);
});

test("an edit deep inside natively loaded CommonJS renews it", async () => {
	const project = createProject({
		"index.ts": `import { value } from "outer"; import { id } from "calm"; export default [value, id];`,
		"node_modules/outer/index.js": `exports.value = require("./lib").value;`,
		"node_modules/outer/lib.js": `exports.value = require("inner");`,
		"node_modules/inner/index.js": `module.exports = "old";`,
		"node_modules/calm/index.js": `exports.id = {};`,
	});
	const [before, calm] = (await project.run()) as unknown[];
	project.editUnnoticed("node_modules/inner/index.js", `module.exports = "new";`);
	const [after, calmAfter] = (await reload(project)) as unknown[];

	expect([before, after, calm === calmAfter]).toEqual(["old", "new", true]);
});

test("a file that appears over a folder of the same name is seen, and the folder again when it goes", async () => {
	const project = createProject({
		"index.ts": `import a from "./a"; export default a;`,
		"a/index.ts": `export default "folder";`,
	});
	const results = [await project.run()];
	project.write({ "a.ts": `export default "file";` });
	results.push(await reload(project));
	rmSync(project.path("a.ts"));
	results.push(await reload(project));

	expect(results).toEqual(["folder", "file", "folder"]);
});

test("a broken edit fails the reload, and its repair succeeds", async () => {
	const project = createProject({ "index.ts": `export default 1;` });
	const results: unknown[] = [await project.run()];
	project.write({ "index.ts": `export default (;` });
	results.push(await reload(project).catch((error: unknown) => (error as { code: string }).code));
	project.write({ "index.ts": `export default 3;` });
	results.push(await reload(project));

	expect(results).toEqual([1, "ERR_MODULE_SYNTAX", 3]);
});

test("code of an old generation keeps importing the modules of its own", async () => {
	const project = createProject({
		"index.ts": `import { id } from "./id"; export default async () => (await import("./id")).id === id;`,
		"id.ts": "export const id = {};",
	});
	const old = (await project.run()) as () => Promise<boolean>;
	const fresh = (await reload(project)) as () => Promise<boolean>;

	expect([await old(), await fresh()]).toEqual([true, true]);
});

test("invalidate twice in a row is as good as once", async () => {
	const project = createProject({
		"index.ts": `import { id } from "esm"; export default id;`,
		"node_modules/esm/package.json": `{"type": "module"}`,
		"node_modules/esm/index.js": `export const id = {};`,
	});
	const first = await project.run();
	project.loader.invalidate();

	expect((await reload(project)) === first).toBe(true);
});
