import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { createHostFiles, createHostModules } from "../../src/extensions/load/host-modules.ts";
import { VERSION } from "../../src/platform/host-facts.ts";
import { HostText, createProject, hostModules } from "./project.ts";

test("host modules are the host's own instances, under every name and in every way of importing", async () => {
	const project = createProject({
		"index.ts": `
			import { createRequire } from "node:module";
			import Module from "module";
			import { Text } from "@earendil-works/pi-tui";
			import { Text as Legacy } from "@mariozechner/pi-tui";
			import box, { Type } from "typebox";
			const dynamic = await import("@earendil-works/pi-tui");
			const viaRequire = createRequire(import.meta.url)("@earendil-works/pi-tui");
			const viaModule = Module.createRequire(__filename)("@earendil-works/pi-tui");
			export default [Text, Legacy, dynamic.Text, viaRequire.Text, viaModule.Text, require("@earendil-works/pi-tui").Text, box, Type.String()];
		`,
		"node_modules/@earendil-works/pi-tui/package.json": `{"name": "@earendil-works/pi-tui", "main": "copy.js"}`,
		"node_modules/@earendil-works/pi-tui/copy.js": `exports.Text = class Copy {};`,
	});

	expect(await project.run()).toEqual([...Array<unknown>(6).fill(HostText), "typebox itself", { type: "string" }]);
});

test("a name the host does not have is undefined and fails only when used", async () => {
	const project = createProject({
		"index.ts": `import { getEditorKeybindings, Text } from "@earendil-works/pi-tui"; export default [getEditorKeybindings, typeof Text];`,
	});

	expect(await project.run()).toEqual([undefined, "function"]);
});

test("each host module is asked for once, only when wanted, and also by require with a literal name", async () => {
	const asked: string[] = [];
	const module = (name: string) => async () => (asked.push(name), { name });
	const project = createProject({
		"index.ts": `import { createRequire } from "node:module"; const load = createRequire(import.meta.url); export default () => load("lazy").name;`,
		"other.ts": `import { name } from "plain"; export default name;`,
	});
	const loader = project.createLoader({
		hostModules: { lazy: module("lazy"), plain: module("plain"), never: module("never") },
	});
	const read = (await loader.load(project.path("index.ts"))).namespace["default"] as () => string;
	await loader.load(project.path("other.ts"));
	loader.invalidate();
	await loader.load(project.path("index.ts"));

	expect([read(), asked]).toEqual(["lazy", ["lazy", "plain"]]);
});

test("require of a host module by a computed name works once it is loaded and explains itself before", async () => {
	const project = createProject({
		"index.ts": `const name = ["type", "box"].join(""); let early: any; try { require(name) } catch (error) { early = (error as any).code } await import(name); export default [early, require(name).default];`,
	});

	expect(await project.run()).toEqual(["ERR_HOST_MODULE_PENDING", "typebox itself"]);
});

test("import.meta.resolve and require.resolve of a host module name a file that imports as that module", async () => {
	const project = createProject({
		"index.ts": `
			const url = import.meta.resolve("@earendil-works/pi-tui");
			const { Text } = await import(url);
			export default [url, require.resolve("@earendil-works/pi-tui"), Text];
		`,
		"host/tui.js": `throw new Error("a second copy")`,
	});
	const file = project.path("host/tui.js");
	const loader = project.createLoader({ hostFiles: { "@earendil-works/pi-tui": file } });

	expect((await loader.load(project.path("index.ts"))).namespace["default"]).toEqual([
		`file://${file.replaceAll(" ", "%20")}`,
		file,
		HostText,
	]);
});

test("without a table of files a host module resolves into the package of the host", async () => {
	const project = createProject({ "index.ts": `export default import.meta.resolve("@earendil-works/pi-tui");` });

	expect(await project.run()).toMatch(/^file:\/\/.*\/packages\/host\/dist\/index\.js$/);
});

test("a host module that fails to load fails the extension, and is tried again", async () => {
	let attempts = 0;
	const project = createProject({ "index.ts": `import { ok } from "flaky"; export default ok;` });
	const flaky = async (): Promise<object> => {
		attempts++;
		if (attempts === 1) throw new Error("not today");
		return { ok: true };
	};
	const loader = project.createLoader({ hostModules: { ...hostModules, flaky } });
	const first = await loader.load(project.path("index.ts")).catch((error: unknown) => String(error));
	const second = await loader.load(project.path("index.ts"));

	expect([first, second.namespace["default"]]).toEqual([expect.stringContaining("not today"), true]);
});

test("the host's package and manifest are found by every name, and its manifest is imported in every way", async () => {
	const project = createProject({
		"index.ts": `
			import { createRequire } from "node:module";
			import { readFileSync } from "node:fs";
			import manifest from "@earendil-works/pi-coding-agent/package.json" with { type: "json" };
			import { version } from "@mariozechner/pi-coding-agent/package.json";
			const load = createRequire(import.meta.url);
			const lazy = await import("@greppleai/grip/package.json", { with: { type: "json" } });
			const file = load.resolve("@earendil-works/pi-coding-agent/package.json");
			export default {
				versions: [manifest.version, version, lazy.default.version, load("@earendil-works/pi-tui/package.json").version],
				read: JSON.parse(readFileSync(file, "utf8")).version,
				reimported: (await import(file)).default === manifest,
				entries: [import.meta.resolve("@earendil-works/pi-coding-agent"), load.resolve("@greppleai/grip")],
			};
		`,
		// A copy that was installed beside the extension must not be found instead.
		"node_modules/@earendil-works/pi-coding-agent/package.json": `{"name": "@earendil-works/pi-coding-agent", "version": "0.0.1", "main": "copy.js"}`,
		"node_modules/@earendil-works/pi-coding-agent/copy.js": `exports.VERSION = "0.0.1";`,
	});
	const loader = project.createLoader({ hostModules: createHostModules(), hostFiles: createHostFiles() });
	const entry = fileURLToPath(new URL("../../src/index.ts", import.meta.url));

	expect((await loader.load(project.path("index.ts"))).namespace["default"]).toEqual({
		versions: [VERSION, VERSION, VERSION, VERSION],
		read: VERSION,
		reimported: true,
		entries: [pathToFileURL(entry).href, entry],
	});
});
