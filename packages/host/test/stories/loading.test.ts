import { expect, test } from "vitest";
import { marker, startProject } from "../harness/start-project.ts";

test("extensions come from the command line, settings, folders and packages, in order of authority (D01, D02)", async () => {
	const project = await startProject({
		files: {
			"work/cli.ts": marker("command line"),
			"work/.pi/settings.json": JSON.stringify({ extensions: ["./listed.ts"] }),
			"work/.pi/listed.ts": marker("project settings"),
			"work/.pi/extensions/scanned.ts": marker("project folder"),
			"home/.pi/agent/settings.json": JSON.stringify({ extensions: ["listed.ts"], packages: ["../../pack"] }),
			"home/.pi/agent/listed.ts": marker("user settings"),
			"home/.pi/agent/extensions/b.ts": marker("user folder b"),
			"home/.pi/agent/extensions/a.ts": marker("user folder a"),
			"home/pack/package.json": JSON.stringify({ name: "pack", pi: { extensions: ["src/p.ts"] } }),
			"home/pack/src/p.ts": marker("package manifest"),
			"home/pack/extensions/q.ts": marker("left out: the manifest lists others"),
		},
		words: ["-e", "cli.ts", "--approve"],
		model: [],
	});

	expect([await project.stored("marker"), project.problems]).toEqual([
		[
			"command line",
			"project settings",
			"project folder",
			"user settings",
			"user folder a",
			"user folder b",
			"package manifest",
		],
		[],
	]);
});

test("a package on the command line and its conventional folder are loaded (D01)", async () => {
	const project = await startProject({
		files: { "pack/extensions/one.ts": marker("one"), "pack/package.json": "{}" },
		words: ["-e", "%/pack"],
		model: [],
	});

	expect(await project.stored("marker")).toEqual(["one"]);
});

test("a folder is its manifest's list, else index.ts, else index.js (D04, TRAP11)", async () => {
	const folder = "home/.pi/agent/extensions";
	const project = await startProject({
		files: {
			[`${folder}/a-manifest/package.json`]: JSON.stringify({ pi: { extensions: ["main.ts"] } }),
			[`${folder}/a-manifest/main.ts`]: marker("manifest"),
			[`${folder}/a-manifest/index.ts`]: marker("never: the manifest goes first"),
			[`${folder}/b-both/index.ts`]: marker("index.ts of two"),
			[`${folder}/b-both/index.js`]: marker("never: index.ts goes first"),
			[`${folder}/c-script/index.js`]: marker("index.js"),
			[`${folder}/d-missing/package.json`]: JSON.stringify({ pi: { extensions: ["gone.ts"] } }),
			[`${folder}/d-missing/index.ts`]: marker("index.ts instead of a missing file"),
			[`${folder}/e-no-key/package.json`]: JSON.stringify({ name: "plain" }),
			[`${folder}/e-no-key/index.ts`]: marker("index.ts beside a manifest without the key"),
		},
		model: [],
	});

	expect(await project.stored("marker")).toEqual([
		"manifest",
		"index.ts of two",
		"index.js",
		"index.ts instead of a missing file",
		"index.ts beside a manifest without the key",
	]);
});

test("a scan is one level deep and takes no hidden, declaration or foreign files (D03, TRAP10)", async () => {
	const folder = "home/.pi/agent/extensions";
	const project = await startProject({
		files: {
			[`${folder}/plain.ts`]: marker("plain.ts"),
			[`${folder}/script.js`]: marker("script.js"),
			[`${folder}/module.mjs`]: marker("never: .mjs"),
			[`${folder}/.hidden.ts`]: marker("never: hidden"),
			[`${folder}/types.d.ts`]: "export interface Never {}",
			[`${folder}/node_modules/index.ts`]: marker("never: node_modules"),
			[`${folder}/deep/deeper/index.ts`]: marker("never: two levels"),
		},
		model: [],
	});

	expect([await project.stored("marker"), project.problems]).toEqual([["plain.ts", "script.js"], []]);
});

test("one file under two names runs once (D05)", async () => {
	const project = await startProject({
		files: { "home/.pi/agent/extensions/real.ts": marker("real"), "link.ts": "-> home/.pi/agent/extensions/real.ts" },
		words: ["-e", "%/link.ts"],
		model: [],
	});

	expect(await project.stored("marker")).toEqual(["real"]);
});

test("an entry of the settings with a minus hides a scanned extension (D06)", async () => {
	const folder = "home/.pi/agent";
	const project = await startProject({
		files: {
			[`${folder}/settings.json`]: JSON.stringify({ extensions: ["-extensions/one.ts", "~/more.ts"] }),
			[`${folder}/extensions/one.ts`]: marker("one"),
			[`${folder}/extensions/two.ts`]: marker("two"),
			"home/more.ts": marker("below the home folder"),
		},
		model: [],
	});

	expect(await project.stored("marker")).toEqual(["below the home folder", "two"]);
});

const hasToolSearch = `export default (pi) => {
	pi.on("session_start", () => pi.appendEntry("known", pi.getAllTools().some(({ name }) => name === "tool_search")));
};`;

test.each([
	["without a word", {}, {}, [], true],
	["switched off by the user", { extensions: ["-builtin:tool-search"] }, {}, [], false],
	[
		"switched on again by the project",
		{ extensions: ["-builtin:tool-search"] },
		{ extensions: ["+builtin:tool-search"] },
		["--approve"],
		true,
	],
	["with --no-extensions", {}, {}, ["--no-extensions"], false],
	["named with --no-extensions", {}, {}, ["--no-extensions", "-e", "builtin:tool-search"], true],
])("a built-in extension %s is there or not (D07, D08)", async (_when, user, project, words, known) => {
	const started = await startProject({
		files: {
			"home/.pi/agent/settings.json": JSON.stringify(user),
			"work/.pi/settings.json": JSON.stringify(project),
			"probe.ts": hasToolSearch,
		},
		words: [...words, "-e", "%/probe.ts"],
		model: [],
	});

	expect([await started.stored("known"), started.problems]).toEqual([[known], []]);
});

test("a built-in extension makes room for one that takes its tool, and a warning names both (D09)", async () => {
	const project = await startProject({
		files: {
			"home/.pi/agent/extensions/mine.ts": `export default (pi) => {
				pi.registerTool({
					name: "tool_search", label: "mine", description: "mine", parameters: { type: "object", properties: {} },
					execute: async () => ({ content: [], details: {} }),
				});
				pi.on("session_start", () => pi.appendEntry("tools", pi.getAllTools().filter(({ name }) => name === "tool_search")
					.map(({ description, sourceInfo }) => [description, sourceInfo.path])));
			};`,
		},
		model: [],
	});

	const mine = "home/.pi/agent/extensions/mine.ts";
	expect([JSON.parse(project.strip(JSON.stringify(await project.stored("tools")))), project.problems]).toEqual([
		[[["mine", mine]]],
		[`warning: ${mine} replaces builtin:tool-search: both register tool "tool_search"`],
	]);
});

test("factories also run where no session follows, and then nothing tells them to begin work (L10)", async () => {
	const project = await startProject({
		files: {
			"probe.ts": `export default (pi) => {
				globalThis.probe = ["factory"];
				pi.on("session_start", () => globalThis.probe.push("start"));
				pi.on("session_shutdown", ({ reason }) => globalThis.probe.push(reason));
			};`,
		},
		words: ["-e", "%/probe.ts"],
		model: [],
	});
	const told = (): unknown => structuredClone((globalThis as { probe?: unknown }).probe);
	const before = told();
	const agent = await project.start();
	await agent.dispose();
	await agent.dispose();

	expect([before, told()]).toEqual([["factory"], ["factory", "start", "quit"]]);
});

test("an extension that exports no factory, or whose factory throws, is reported and left out; the others work (L06, L07)", async () => {
	const folder = "home/.pi/agent/extensions";
	const project = await startProject({
		files: {
			[`${folder}/a-number.ts`]: "export default 42",
			[`${folder}/b-nothing.ts`]: "export const helper = 1",
			[`${folder}/c-throws.ts`]: 'export default () => { throw new Error("no luck"); };',
			[`${folder}/d-rejects.ts`]: 'export default async () => { throw new Error("late"); };',
			[`${folder}/e-good.ts`]: marker("good"),
		},
		model: [],
	});

	const failed = (name: string, message: string): unknown =>
		expect.stringMatching(new RegExp(`^error: failed to load: ${message} \\(${folder}/${name}:1\\)$`));
	expect([await project.stored("marker"), project.problems]).toEqual([
		["good"],
		[
			"error: does not export a valid factory function",
			"error: does not export a valid factory function",
			failed("c-throws.ts", "no luck"),
			failed("d-rejects.ts", "late"),
		],
	]);
});
