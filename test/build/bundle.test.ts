import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";

const BUNDLE = new URL("../../scripts/bundle.mjs", import.meta.url).href;
const LAUNCHER = fileURLToPath(new URL("../../packages/host/bin/tau.js", import.meta.url));

const folders: string[] = [];

afterEach(() => {
	for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const MANIFEST = {
	name: "@fixture/host",
	type: "module",
	exports: { ".": { source: "./src/index.ts", default: "./dist/index.js" } },
	dependencies: { native: "1.0.0" },
	devDependencies: { "@fixture/ai": "1.0.0", commonjs: "1.0.0", "lazy-commonjs": "1.0.0" },
};

/** A small workspace with the traits of the real one: a host that serves itself and its sibling to extensions. */
const WORKSPACE: Readonly<Record<string, string>> = {
	"host/package.json": JSON.stringify(MANIFEST),
	"host/src/index.ts": `export { Session } from "./session.ts"; export { modules } from "./host-modules.ts";`,
	"host/src/session.ts": `import { Model } from "@fixture/ai"; export class Session { model: Model = new Model(); }`,
	"host/src/host-modules.ts": `export const modules = () => Promise.all([import("@fixture/host"), import("@fixture/ai")]);`,
	"host/src/cli/main.ts": `
		import { modules } from "../host-modules.ts";
		import { Session } from "../session.ts";
		import { answer } from "native";
		import commonjs from "commonjs";
		const [host, ai] = await modules();
		console.log(JSON.stringify({
			sameHost: host.Session === Session,
			sameSibling: new Session().model instanceof ai.Model,
			answer,
			base: commonjs.base,
			lazy: (await import("../heavy.ts")).heavy,
			lazyCommonjs: Object.keys(await import("lazy-commonjs")),
		}));`,
	"host/src/heavy.ts": `export const heavy: string = "loaded on first use";`,
	"host/dist/chunks/old-AAAAAAAA.js": "stale",
	"host/dist/types/index.d.ts": "export {};",
	"ai/package.json": `{ "name": "@fixture/ai", "type": "module", "exports": { ".": { "source": "./src/index.ts" } } }`,
	"ai/src/index.ts": "export class Model {}",
	"node_modules/native/package.json": `{ "name": "native", "type": "module", "exports": "./index.js" }`,
	"node_modules/native/index.js": "export const answer = 42;",
	"node_modules/commonjs/package.json": `{ "name": "commonjs", "main": "index.js" }`,
	"node_modules/lazy-commonjs/package.json": `{ "name": "lazy-commonjs", "main": "index.js" }`,
	"node_modules/lazy-commonjs/index.js": "exports.parse = () => 1; exports.two = 2;",
	"node_modules/commonjs/index.js": `exports.base = require("path").basename("/a/b");`,
};

interface Built {
	readonly root: string;
	readonly host: string;
	/** Names of the files that cli.js imports statically, itself included. */
	readonly start: readonly string[];
}

function buildWorkspace(): Built {
	const root = mkdtempSync(join(tmpdir(), "tau-bundle-"));
	folders.push(root);
	for (const [path, text] of Object.entries(WORKSPACE)) {
		mkdirSync(dirname(join(root, path)), { recursive: true });
		writeFileSync(join(root, path), text);
	}
	mkdirSync(join(root, "node_modules/@fixture"));
	for (const name of ["host", "ai"]) symlinkSync(join(root, name), join(root, "node_modules/@fixture", name), "dir");
	const host = join(root, "host");
	const script = `import { bundle, staticGraph } from ${JSON.stringify(BUNDLE)};
		const built = await bundle({ folder: ${JSON.stringify(host)}, entries: { cli: "src/cli/main.ts" } });
		console.log(JSON.stringify(staticGraph(built.metafile, "dist/cli.js").map(({ path }) => path)));`;
	return { root, host, start: JSON.parse(runModule(script, root)) as string[] };
}

function runModule(script: string, cwd: string): string {
	return execFileSync(process.execPath, ["--input-type=module", "-e", script], { cwd, encoding: "utf8" });
}

test("the host's own name, imported lazily inside the bundle, lands on the modules that are running", () => {
	const { host } = buildWorkspace();

	const output = execFileSync(process.execPath, [join(host, "dist/cli.js")], { encoding: "utf8" });

	expect(JSON.parse(output)).toEqual({
		sameHost: true,
		sameSibling: true,
		answer: 42,
		base: "b",
		lazy: "loaded on first use",
		lazyCommonjs: ["default", "parse", "two"],
	});
});

test("classes imported by name from outside are those that the bundle serves", () => {
	const { root } = buildWorkspace();

	const script = `const outside = await import("@fixture/host");
		const [host, ai] = await outside.modules();
		console.log(host.Session === outside.Session, new outside.Session().model instanceof ai.Model);`;

	expect(runModule(script, root)).toBe("true true\n");
});

test("what is imported lazily is not read at start, and what was built before is gone", () => {
	const { host, start } = buildWorkspace();

	const text = start.map((path) => readFileSync(join(host, path), "utf8")).join("\n");

	expect({
		startsWithSession: text.includes("Session = class"),
		startsWithHeavy: text.includes("loaded on first use"),
		bundlesNative: text.includes("answer = 42"),
		stale: existsSync(join(host, "dist/chunks/old-AAAAAAAA.js")),
		declarations: existsSync(join(host, "dist/types/index.d.ts")),
	}).toEqual({
		startsWithSession: true,
		startsWithHeavy: false,
		bundlesNative: false,
		stale: false,
		declarations: true,
	});
});

test("the launcher hands over to the built program, with and without a folder for compiled code", () => {
	const { root, host } = buildWorkspace();
	mkdirSync(join(host, "bin"));
	writeFileSync(join(host, "bin/tau.js"), readFileSync(LAUNCHER, "utf8"));
	const launch = (env: NodeJS.ProcessEnv): string =>
		execFileSync(process.execPath, [join(host, "bin/tau.js")], { env, encoding: "utf8" });

	const direct = execFileSync(process.execPath, [join(host, "dist/cli.js")], { encoding: "utf8" });

	expect([launch({ XDG_CACHE_HOME: join(root, "cache") }), launch({})]).toEqual([direct, direct]);
	expect(existsSync(join(root, "cache/tau/compiled"))).toBe(Number(process.versions.node.split(".")[0]) >= 22);
});
