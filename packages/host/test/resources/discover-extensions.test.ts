import { afterEach, expect, test } from "vitest";
import { formatDiagnostic } from "../../src/base/diagnostic.ts";
import { discoverExtensions, type ExtensionDiscoveryOptions } from "../../src/resources/discover-extensions.ts";
import type { DiscoveryContext, PackageEntry } from "../../src/resources/discovery-options.ts";
import { resolvePackages } from "../../src/resources/resolve-packages.ts";
import { createFileTree, type FileTree, type Tree } from "./file-tree.ts";

let tree: FileTree;

afterEach(() => tree.dispose());

interface Found {
	extensions: string[];
	builtIns: readonly string[];
	diagnostics: string[];
}

interface Settings {
	user?: { extensions?: string[]; packages?: PackageEntry[] };
	project?: { extensions?: string[]; packages?: PackageEntry[] };
}

async function discover(
	settings: Settings = {},
	options: Partial<ExtensionDiscoveryOptions> = {},
	context: Partial<DiscoveryContext> = {},
): Promise<Found> {
	const here = { ...tree.context, ...context };
	const scopes = [
		{ scope: "project" as const, baseDir: here.folders.projectDir, values: settings.project },
		{ scope: "user" as const, baseDir: here.folders.agentDir, values: settings.user },
	];
	const list = <Entry>(pick: (values: NonNullable<Settings["user"]>) => Entry[] | undefined) =>
		scopes.flatMap(({ scope, baseDir, values }) =>
			(pick(values ?? {}) ?? []).map((entry) => ({ entry, scope, baseDir })),
		);
	const packages = await resolvePackages(
		list((values) => values.packages),
		here,
	);
	const found = await discoverExtensions(
		{
			cli: [],
			entries: list((values) => values.extensions),
			packages: packages.packages,
			builtIns: ["mcp", "codemode"],
			onlyExplicit: false,
			...options,
		},
		here,
	);
	return {
		extensions: tree.short(found.extensions.map(({ path }) => path)),
		builtIns: found.builtIns,
		diagnostics: [...packages.diagnostics, ...found.diagnostics].map((diagnostic) =>
			tree.strip(formatDiagnostic(diagnostic)),
		),
	};
}

test("the four places are read in their order of authority (D02, AD17)", async () => {
	tree = createFileTree({
		"work/cli2.ts": "",
		"cli1.ts": "",
		"work/.pi/listed.ts": "",
		"work/.pi/extensions/b.ts": "",
		"work/.pi/extensions/a/index.ts": "",
		"work/.grip/extensions/pg.ts": "",
		"agent/listed.ts": "",
		"agent/extensions/z.js": "",
		".grip/agent/extensions/ug.ts": "",
		"pack/extensions/p.ts": "",
		"ppack/extensions/q.ts": "",
	});
	const found = await discover(
		{
			project: { extensions: ["./listed.ts"], packages: ["../../ppack"] },
			user: { extensions: ["listed.ts"], packages: ["../pack"] },
		},
		{ cli: ["~/cli1.ts", "cli2.ts"] },
	);
	expect(found).toEqual({
		extensions: [
			"cli1.ts",
			"work/cli2.ts",
			"work/.pi/listed.ts",
			"work/.pi/extensions/a/index.ts",
			"work/.pi/extensions/b.ts",
			"work/.grip/extensions/pg.ts",
			"agent/listed.ts",
			"agent/extensions/z.js",
			".grip/agent/extensions/ug.ts",
			"ppack/extensions/q.ts",
			"pack/extensions/p.ts",
		],
		builtIns: ["mcp", "codemode"],
		diagnostics: [],
	});
});

test("every candidate says where it came from", async () => {
	tree = createFileTree({
		"work/c.ts": "",
		"work/.pi/p.ts": "",
		"agent/extensions/u.ts": "",
		"pack/extensions/k.ts": "",
	});
	const base = { scope: "project" as const, baseDir: tree.at("work/.pi") };
	const { packages } = await resolvePackages([{ entry: "../../pack", ...base }], tree.context);
	const found = await discoverExtensions(
		{ cli: ["c.ts"], entries: [{ entry: "p.ts", ...base }], packages, builtIns: [], onlyExplicit: false },
		tree.context,
	);
	expect(found.extensions.map(({ source }) => source)).toEqual([
		{ path: tree.at("work/c.ts"), source: "cli", scope: "temporary", origin: "top-level" },
		{ path: tree.at("work/.pi/p.ts"), source: "local", scope: "project", origin: "top-level" },
		{
			path: tree.at("agent/extensions/u.ts"),
			source: "auto",
			scope: "user",
			origin: "top-level",
			baseDir: tree.at("agent"),
		},
		{
			path: tree.at("pack/extensions/k.ts"),
			source: "../../pack",
			scope: "project",
			origin: "package",
			baseDir: tree.at("pack"),
		},
	]);
});

test("a folder scan takes sources one level deep and nothing else (D03, B46, TRAP10)", async () => {
	tree = createFileTree({
		"agent/extensions/a.ts": "",
		"agent/extensions/b.js": "",
		"agent/extensions/types.d.ts": "",
		"agent/extensions/c.mjs": "",
		"agent/extensions/d.mts": "",
		"agent/extensions/.hidden.ts": "",
		"agent/extensions/README.md": "",
		"agent/extensions/node_modules/index.ts": "",
		"agent/extensions/.git/index.ts": "",
		"agent/extensions/deep/deeper/index.ts": "",
		"agent/extensions/empty/notes.txt": "",
		"agent/extensions/both/index.ts": "",
		"agent/extensions/both/index.js": "",
		"agent/extensions/js/index.js": "",
	});
	expect((await discover()).extensions).toEqual([
		"agent/extensions/a.ts",
		"agent/extensions/b.js",
		"agent/extensions/both/index.ts",
		"agent/extensions/js/index.js",
	]);
});

test.each<[string, Tree, string[], string[]]>([
	[
		"its entries",
		{
			"package.json": '{"pi":{"extensions":["./src/a.ts","./src/b.ts"]}}',
			"src/a.ts": "",
			"src/b.ts": "",
			"index.ts": "",
		},
		["src/a.ts", "src/b.ts"],
		[],
	],
	[
		"globs with exclusions",
		{ "package.json": '{"pi":{"extensions":["./src/*.ts","!./src/b.ts"]}}', "src/a.ts": "", "src/b.ts": "" },
		["src/a.ts"],
		[],
	],
	[
		"folders",
		{ "package.json": '{"pi":{"extensions":["./src"]}}', "src/x.ts": "", "src/y/index.ts": "" },
		["src/x.ts", "src/y/index.ts"],
		[],
	],
	["itself, and ends", { "package.json": '{"pi":{"extensions":["."]}}', "index.ts": "" }, ["index.ts"], []],
	["its parent, and ends", { "package.json": '{"pi":{"extensions":[".."]}}', "index.ts": "" }, ["index.ts"], []],
	[
		"the other family's key",
		{ "package.json": '{"grip":{"extensions":["g.ts"]}}', "g.ts": "", "index.ts": "" },
		["g.ts"],
		[],
	],
	["only other things", { "package.json": '{"name":"x"}', "index.ts": "" }, ["index.ts"], []],
	[
		"what is missing",
		{ "package.json": '{"pi":{"extensions":["gone.ts"]}}', "index.ts": "" },
		["index.ts"],
		['agent/extensions/d/package.json: the manifest names "gone.ts", which does not exist'],
	],
])("a manifest that names %s", async (_words, folder, expected, diagnostics) => {
	tree = createFileTree(
		Object.fromEntries(Object.entries(folder).map(([path, text]) => [`agent/extensions/d/${path}`, text])),
	);
	const found = await discover();
	expect([found.extensions, found.diagnostics]).toEqual([
		expected.map((path) => `agent/extensions/d/${path}`),
		diagnostics,
	]);
});

test("a broken package.json is named and the index still loads", async () => {
	tree = createFileTree({ "agent/extensions/d/package.json": "{", "agent/extensions/d/index.ts": "" });
	const found = await discover();
	expect([found.extensions, found.diagnostics.map((line) => line.slice(0, 68))]).toEqual([
		["agent/extensions/d/index.ts"],
		["agent/extensions/d/package.json: not valid JSON, so it is ignored: E"],
	]);
});

test("one file counts once, and the earlier place keeps it (D05, PC-10)", async () => {
	tree = createFileTree({
		"agent/extensions/v/index.ts": "",
		"agent/extensions/w.ts": "",
		"work/link.ts": "-> agent/extensions/w.ts",
	});
	const found = await discover(
		{ user: { packages: ["extensions/v"], extensions: ["./extensions/v"] } },
		{ cli: ["link.ts"] },
	);
	expect(found).toEqual({
		extensions: ["work/link.ts", "agent/extensions/v/index.ts"],
		builtIns: ["mcp", "codemode"],
		diagnostics: [],
	});
});

test.each<[string[], string[]]>([
	[["!u1.ts"], ["dir/index.ts", "u2.ts"]],
	[["-extensions/u1.ts"], ["dir/index.ts", "u2.ts"]],
	[["-./extensions/u1.ts"], ["dir/index.ts", "u2.ts"]],
	[["-u1.ts"], ["dir/index.ts", "u1.ts", "u2.ts"]],
	[["-extensions/dir/index.ts"], ["u1.ts", "u2.ts"]],
	[["!extensions/**", "+extensions/u2.ts"], ["u2.ts"]],
	[
		["-extensions/u1.ts", "+extensions/u1.ts"],
		["dir/index.ts", "u2.ts"],
	],
])("user entries %j leave %j of the folder (D06)", async (extensions, left) => {
	tree = createFileTree({
		"agent/extensions/u1.ts": "",
		"agent/extensions/u2.ts": "",
		"agent/extensions/dir/index.ts": "",
	});
	expect((await discover({ user: { extensions } })).extensions).toEqual(left.map((path) => `agent/extensions/${path}`));
});

test("settings name files, folders of extensions and globs; what is missing is a warning", async () => {
	tree = createFileTree({
		"agent/extra/b.ts": "",
		"agent/extra/sub/index.ts": "",
		"agent/more/a.ts": "",
		"agent/more/a.d.ts": "",
	});
	expect(await discover({ user: { extensions: ["extra", "more/*.ts", "gone.ts"] } })).toEqual({
		extensions: ["agent/extra/b.ts", "agent/extra/sub/index.ts", "agent/more/a.ts"],
		builtIns: ["mcp", "codemode"],
		diagnostics: ['agent/gone.ts: extension "gone.ts" of the settings does not exist'],
	});
});

test("an untrusted project contributes nothing (TRAP99)", async () => {
	tree = createFileTree({
		"work/.pi/extensions/p.ts": "",
		"work/.pi/l.ts": "",
		"work/.grip/extensions/g.ts": "",
		"agent/extensions/u.ts": "",
		"pp/index.ts": "",
	});
	const settings = { project: { extensions: ["l.ts"], packages: ["../../pp"] } };
	expect((await discover(settings, {}, { projectTrusted: false })).extensions).toEqual(["agent/extensions/u.ts"]);
});

test("with --no-extensions only what -e names is loaded (D08)", async () => {
	tree = createFileTree({ "agent/extensions/u.ts": "", "x.ts": "", "pack/extensions/p.ts": "" });
	const found = await discover(
		{ user: { packages: ["../pack"] } },
		{ cli: ["../x.ts", "builtin:mcp"], onlyExplicit: true },
	);
	expect([found.extensions, found.builtIns]).toEqual([["x.ts"], ["mcp"]]);
});

test.each<[Settings, string[], string[]]>([
	[{}, [], ["mcp", "codemode"]],
	[{ user: { extensions: ["-builtin:mcp"] } }, [], ["codemode"]],
	[{ user: { extensions: ["-builtin:mcp"] }, project: { extensions: ["+builtin:mcp"] } }, [], ["mcp", "codemode"]],
	[{ project: { extensions: ["-builtin:mcp"] }, user: { extensions: ["+builtin:mcp"] } }, [], ["codemode"]],
	[{ user: { extensions: ["-builtin:mcp"] } }, ["builtin:mcp"], ["mcp", "codemode"]],
])("built-in extensions with %j and -e %j are %j (D07)", async (settings, cli, builtIns) => {
	tree = createFileTree({});
	const found = await discover(settings, { cli });
	expect([found.builtIns, found.diagnostics]).toEqual([builtIns, []]);
});

test("what -e cannot load is an error that says why", async () => {
	tree = createFileTree({ "work/empty/notes.txt": "" });
	const found = await discover({}, { cli: ["gone.ts", "empty", "builtin:nosuch", "npm:@x/y"] });
	expect(found.diagnostics).toEqual([
		"work/gone.ts: -e gone.ts: no such file or folder",
		"work/empty: -e empty: no extension in this folder",
		"work/npm:@x/y: -e npm:@x/y: the package is not installed; only local packages are loaded",
		"-e builtin:nosuch: no such built-in extension; known: builtin:mcp, builtin:codemode",
	]);
});

test("-e takes a package folder with all it offers, a folder of extensions, or an extension folder", async () => {
	tree = createFileTree({
		"pack/extensions/p.ts": "",
		"pack/index.ts": "",
		"pack/prompts/t.md": "",
		"many/a.ts": "",
		"one/index.ts": "",
	});
	const found = await discoverExtensions(
		{ cli: ["../pack", "../many", "../one"], entries: [], packages: [], builtIns: [], onlyExplicit: true },
		tree.context,
	);
	expect([
		tree.short(found.extensions.map(({ path }) => path)),
		found.temporaryPackages.map(({ resources }) => tree.short(resources.prompts)),
	]).toEqual([
		["pack/extensions/p.ts", "many/a.ts", "one/index.ts"],
		[["pack/prompts/t.md"], [], []],
	]);
});

const PACKAGE: Tree = {
	"pack/package.json": '{"pi":{"extensions":["ext/*.ts","!./ext/hidden.ts"],"prompts":["prompts"]}}',
	"pack/ext/a.ts": "",
	"pack/ext/b.ts": "",
	"pack/ext/hidden.ts": "",
	"pack/prompts/t.md": "",
	"pack/skills/s/SKILL.md": "",
};

test.each<[PackageEntry[], PackageEntry[], string[]]>([
	[["../pack"], [], ["a", "b"]],
	[[{ source: "../pack", extensions: [] }], [], []],
	[[{ source: "../pack", extensions: ["ext/a.ts"] }], [], ["a"]],
	[[{ source: "../pack", extensions: ["ext/*.ts", "!ext/a.ts"] }], [], ["b"]],
	[[{ source: "../pack", extensions: ["-./ext/b.ts"] }], [], ["a"]],
	[[{ source: "../pack", extensions: ["-ext/b.ts", "+ext/b.ts"] }], [], ["a"]],
	[[{ source: "../pack", extensions: ["+ext/hidden.ts"] }], [], ["a", "b"]],
	[[{ source: "../pack", autoload: false }], [], []],
	[[{ source: "../pack", autoload: false, extensions: ["+ext/b.ts"] }], [], ["b"]],
	[["../pack"], [{ source: "../../pack", extensions: ["ext/b.ts"] }], ["b"]],
	[
		[{ source: "../pack", extensions: ["ext/a.ts"] }],
		[{ source: "../../pack", autoload: false, extensions: ["+ext/b.ts"] }],
		["a", "b"],
	],
	[["../pack"], [{ source: "../../pack", autoload: false, extensions: ["-ext/a.ts"] }], ["b"]],
])("user packages %j and project packages %j load %j (TRAP102)", async (user, project, names) => {
	tree = createFileTree(PACKAGE);
	const found = await discover({ user: { packages: user }, project: { packages: project } });
	expect([found.extensions, found.diagnostics]).toEqual([names.map((name) => `pack/ext/${name}.ts`), []]);
});

test("a manifest is the whole truth about a package; without one the conventional folders are", async () => {
	tree = createFileTree({
		...PACKAGE,
		"plain/extensions/e.ts": "",
		"plain/skills/s/SKILL.md": "",
		"plain/themes/t.json": "",
	});
	const entries = ["../pack", "../plain"].map((entry) => ({
		entry,
		scope: "user" as const,
		baseDir: tree.at("agent"),
	}));
	const { packages } = await resolvePackages(entries, tree.context);
	expect(packages.map(({ resources }) => Object.values(resources).map(tree.short))).toEqual([
		[["pack/ext/a.ts", "pack/ext/b.ts"], [], ["pack/prompts/t.md"], []],
		[["plain/extensions/e.ts"], ["plain/skills/s/SKILL.md"], [], ["plain/themes/t.json"]],
	]);
});

test("packages that are not here are warnings", async () => {
	tree = createFileTree({});
	expect((await discover({ user: { packages: ["npm:@a/b@1", "git:github.com/a/b", "./gone"] } })).diagnostics).toEqual([
		'npm:@a/b@1: package "npm:@a/b@1" is not installed; only local packages are loaded',
		'git:github.com/a/b: package "git:github.com/a/b" is not installed; only local packages are loaded',
		'agent/gone: ./gone: package "./gone" does not exist',
	]);
});
