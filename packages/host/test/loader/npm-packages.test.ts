import { expect, test } from "vitest";
import { HostText, createProject } from "./project.ts";

const manifest = (fields: object): string => JSON.stringify({ version: "1.0.0", ...fields });

test("CommonJS, ES module, dual and TypeScript packages load from the extension's folder", async () => {
	const project = createProject({
		"index.ts": `
			import common, { dynamic } from "common"; import { esm } from "esm"; import dual from "dual"; import { typed } from "typed"; import { waited } from "waits";
			export default [common.name, dynamic, esm, dual, typed, waited];
		`,
		"node_modules/common/index.js": `module.exports = { name: "common" }; for (const key of ["dynamic"]) module.exports[key] = key;`,
		"node_modules/esm/package.json": manifest({ type: "module", exports: "./index.js" }),
		"node_modules/esm/index.js": `import path from "node:path"; import { x } from "./lib/x.js"; export const esm = path.basename(x);`,
		"node_modules/esm/lib/x.js": `export const x = "/esm";`,
		"node_modules/dual/package.json": manifest({
			main: "./index.cjs",
			exports: { import: "./index.mjs", require: "./index.cjs" },
		}),
		"node_modules/dual/index.mjs": `export default "dual import";`,
		"node_modules/dual/index.cjs": `module.exports = "dual require";`,
		"node_modules/typed/package.json": manifest({ main: "./src/index.ts" }),
		"node_modules/typed/src/index.ts": `enum E { typed } export const typed: string = E[0];`,
		"node_modules/waits/package.json": manifest({ type: "module", main: "index.js" }),
		"node_modules/waits/index.js": `export const waited = await Promise.resolve("waited");`,
	});

	expect(await project.run()).toEqual(["common", "dynamic", "esm", "dual import", "typed", "waited"]);
});

test("packages that import the host get the host's modules, as ES module and as CommonJS", async () => {
	const project = createProject({
		"index.ts": `import { Text as one } from "esm-kit"; import { Text as two } from "cjs-kit"; export default [one, two];`,
		"node_modules/esm-kit/package.json": manifest({
			type: "module",
			peerDependencies: { "@earendil-works/pi-tui": "*" },
		}),
		"node_modules/esm-kit/index.js": `export { Text } from "@earendil-works/pi-tui";`,
		"node_modules/cjs-kit/package.json": manifest({ dependencies: { "@earendil-works/pi-tui": "*" } }),
		"node_modules/cjs-kit/index.js": `exports.Text = require("@earendil-works/pi-tui").Text;`,
	});

	expect(await project.run()).toEqual([HostText, HostText]);
});

test("an npm package importing marked CommonJS sees it as Node shows it, the extension as its author wrote it", async () => {
	const project = createProject({
		"index.ts": `import direct from "marked-cjs"; import through from "esm"; export default [direct, through];`,
		"node_modules/marked-cjs/index.js": `Object.defineProperty(exports, "__esModule", { value: true }); exports.default = "inner";`,
		"node_modules/esm/package.json": manifest({ type: "module" }),
		"node_modules/esm/index.js": `import all from "marked-cjs"; export default all.default;`,
	});

	expect(await project.run()).toEqual(["inner", "inner"]);
});

test("a package the loader cannot take apart is left to Node, whose words say what is wrong, and works once repaired", async () => {
	const project = createProject({
		"index.ts": `import { value } from "odd"; export default value;`,
		"node_modules/odd/package.json": manifest({ type: "module", exports: "./index.js" }),
		"node_modules/odd/index.js": `import "./missing%2Fslash.js"; export const value = 1;`,
	});
	const failure = await project.loader.load(project.path("index.ts")).catch((error: unknown) => error as Error);
	project.write({ "node_modules/odd/index.js": `export const value = "repaired";` });
	project.loader.invalidate();

	expect([(failure as Error).message, await project.run()]).toEqual([
		expect.stringMatching(/must not include encoded "\/"/),
		"repaired",
	]);
});

test("conditions of require, of module-sync and of nobody else are understood", async () => {
	const project = createProject({
		"index.ts": `import a from "only-require"; import b from "only-sync"; import c from "typed-first"; export default [a, b, c];`,
		"node_modules/only-require/package.json": manifest({ exports: { require: "./x.cjs" } }),
		"node_modules/only-require/x.cjs": `module.exports = "require"`,
		"node_modules/only-sync/package.json": manifest({ exports: { "module-sync": "./x.mjs" } }),
		"node_modules/only-sync/x.mjs": `export default "sync"`,
		"node_modules/typed-first/package.json": manifest({
			exports: { ".": { types: "./x.d.ts", browser: "./b.js", default: "./x.mjs" } },
		}),
		"node_modules/typed-first/x.mjs": `export default "default"`,
	});

	expect(await project.run()).toEqual(["require", "sync", "default"]);
});

test("an extension that npm installed is the extension's own code, and starts anew on reload", async () => {
	const project = createProject({
		"node_modules/ext/package.json": manifest({ name: "ext", dependencies: { dep: "*" } }),
		"node_modules/ext/index.js": `const { count } = require("dep"); let state = 0; module.exports = () => [++state, count()];`,
		"node_modules/dep/index.js": `let calls = 0; exports.count = () => ++calls;`,
	});
	const call = async (): Promise<unknown> => ((await project.run("node_modules/ext/index.js")) as () => unknown)();
	const results = [await call(), await call()];
	project.loader.invalidate();

	expect([...results, await call()]).toEqual([
		[1, 1],
		[2, 2],
		[1, 3],
	]);
});

test("a package that throws while it runs names the failure, and can be loaded after its repair", async () => {
	const project = createProject({
		"index.ts": `import { ok } from "broken"; export default ok;`,
		"node_modules/broken/index.js": `throw new Error("broken inside");`,
	});
	const first = await project.run().catch((error: unknown) => (error as Error).message);
	project.write({ "node_modules/broken/index.js": `exports.ok = "repaired";` });
	project.loader.invalidate();

	expect([first, await project.run()]).toEqual([expect.stringContaining("broken inside"), "repaired"]);
});
