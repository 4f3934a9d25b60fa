import { afterEach, expect, test, vi } from "vitest";
import { formatDiagnostic } from "../../src/base/diagnostic.ts";
import { parseArgs } from "../../src/cli/args.ts";
import { createBrand } from "../../src/platform/brand.ts";
import { DISK } from "../../src/resources/resource-files.ts";
import { loadConfiguration } from "../../src/runtime/start/configuration.ts";
import { loadResources } from "../../src/runtime/start/load-resources.ts";
import { startProject } from "../harness/start-project.ts";
import { themeText } from "../theme/theme-text.ts";
import { createFileTree, type FileTree } from "./file-tree.ts";

let tree: FileTree;

afterEach(() => {
	vi.restoreAllMocks();
	tree?.dispose();
});

interface Options {
	readonly words?: readonly string[];
	readonly trusted?: boolean;
	/** Paths that an extension names. */
	readonly discovered?: readonly string[];
	readonly env?: Record<string, string>;
}

async function load({ words = [], trusted = true, discovered = [], env = {} }: Options = {}) {
	const configuration = await loadConfiguration({
		surroundings: { env: { ...env, PI_CODING_AGENT_DIR: tree.at("agent") }, home: tree.root, cwd: tree.at("work") },
		brand: createBrand({}),
		approve: trusted,
	});
	const { args } = parseArgs([...words]);
	const resources = await loadResources(configuration, args, { packages: [], temporaryPackages: [] });
	const themes = discovered.map((path) => ({ path, owner: "/x/kit.ts" }));
	await resources.add({ skills: [], prompts: [], rules: [], themes });
	const loaded = await resources.themes();
	return {
		themes: loaded.themes.map(({ name, sourcePath = "" }) => `${name} ${tree.strip(sourcePath)}`),
		loaded: loaded.themes,
		told: loaded.diagnostics.map((diagnostic) => tree.strip(formatDiagnostic(diagnostic))),
		collisions: loaded.diagnostics.map(({ collision }) => collision && tree.strip(JSON.stringify(collision))),
		silent: resources.diagnostics,
	};
}

test("two themes of one name are a collision: project before user before command line before extensions (R06)", async () => {
	tree = createFileTree({
		"work/.pi/themes/a.json": themeText("mine"),
		"work/.pi/own/b.json": themeText("named"),
		"work/.pi/settings.json": JSON.stringify({ themes: ["own"] }),
		"agent/themes/c.json": themeText("mine"),
		"agent/themes/d.json": themeText("user"),
		"cli/e.json": themeText("user"),
		"cli/f.json": themeText("cli"),
		"ext/g.json": themeText("cli"),
		"ext/h.json": themeText("ext"),
	});
	const { themes, told, collisions, loaded } = await load({
		words: ["--theme", tree.at("cli")],
		discovered: [tree.at("ext")],
	});
	expect(themes).toEqual([
		"named work/.pi/own/b.json",
		"mine work/.pi/themes/a.json",
		"user agent/themes/d.json",
		"cli cli/f.json",
		"ext ext/h.json",
	]);
	expect(told).toEqual([
		'agent/themes/c.json: theme "mine" is left out: the name belongs to work/.pi/themes/a.json',
		'cli/e.json: theme "user" is left out: the name belongs to agent/themes/d.json',
		'ext/g.json: theme "cli" is left out: the name belongs to cli/f.json',
	]);
	expect(collisions[0]).toBe(
		JSON.stringify({ name: "mine", winnerPath: "work/.pi/themes/a.json", loserPath: "agent/themes/c.json" }),
	);
	expect(loaded.map(({ sourceInfo }) => `${sourceInfo?.source} ${sourceInfo?.scope}`)).toEqual([
		"local project",
		"auto project",
		"auto user",
		"cli temporary",
		"extension:kit temporary",
	]);
});

test("a broken theme is told in one line with all that is wrong, and the others are there (R06)", async () => {
	tree = createFileTree({
		"agent/themes/bad.json": themeText("bad", { zzz: "#fff", mdHr: 300, dim: "nowhere" }),
		"agent/themes/good.json": themeText("good"),
		"agent/themes/half.json": themeText("half").replace("{", '{"vars":{"x":"nowhere"},'),
		"agent/themes/syntax.json": "{",
		"agent/themes/system.json": themeText("system"),
	});
	const { themes, told, silent } = await load();
	expect([themes, told, silent]).toEqual([
		["good agent/themes/good.json", "half agent/themes/half.json"],
		[
			'agent/themes/bad.json: theme "bad" is left out: colors.zzz: no such colour; colors.dim: there is no variable ' +
				'"nowhere"; colors.mdHr: 300 is not a whole number from 0 to 255',
			'agent/themes/half.json: theme "half" is used as far as it goes: vars.x: there is no variable "nowhere"',
			expect.stringMatching(/^agent\/themes\/syntax\.json: theme "syntax" is left out: not valid JSON: /),
			'agent/themes/system.json: theme "system" is left out: name: "system" is reserved',
		],
		[],
	]);
});

test("--no-themes leaves those that --theme names, and a path that is not there is told (R06)", async () => {
	tree = createFileTree({ "agent/themes/a.json": themeText("a"), "cli/b.json": themeText("b") });
	const words = ["--no-themes", "--theme", tree.at("cli/b.json"), "--theme", tree.at("none.json")];
	const { themes, told } = await load({ words });
	expect([themes, told]).toEqual([["b cli/b.json"], ["none.json: --theme none.json: no such file or folder"]]);
});

test("themes of a project wait for trust (TR1, R06)", async () => {
	tree = createFileTree({ "work/.pi/themes/a.json": themeText("a"), "agent/themes/b.json": themeText("b") });
	expect((await load({ trusted: false })).themes).toEqual(["b agent/themes/b.json"]);
});

test("a theme that is edited or added is there the next time it is asked for (R07)", async () => {
	tree = createFileTree({ "agent/themes/a.json": themeText("a", { accent: "#010203" }) });
	const configuration = await loadConfiguration({
		surroundings: {
			env: { PI_CODING_AGENT_DIR: tree.at("agent"), COLORTERM: "truecolor" },
			home: tree.root,
			cwd: tree.at("work"),
		},
		brand: createBrand({}),
		approve: true,
	});
	const resources = await loadResources(configuration, parseArgs([]).args, { packages: [], temporaryPackages: [] });
	const accents = async (): Promise<string[]> =>
		(await resources.themes()).themes.map((theme) => theme.getFgAnsi("accent"));
	const before = await accents();
	tree.add({ "agent/themes/a.json": themeText("a", { accent: "#040506" }), "agent/themes/b.json": themeText("b") });
	expect([before, await accents()]).toEqual([["\u001b[38;2;1;2;3m"], ["\u001b[38;2;4;5;6m", "\u001b[38;2;18;52;86m"]]);
});

test("a print run neither lists nor reads themes, and has none to offer (R06, C01)", async () => {
	const [read, listed] = [vi.spyOn(DISK, "readText"), vi.spyOn(DISK, "list")];
	const project = await startProject({
		files: {
			"home/.pi/agent/themes/mine.json": themeText("mine"),
			"home/.pi/agent/themes/broken.json": "{",
			"home/.pi/agent/skills/s/SKILL.md": "---\nname: s\ndescription: d\n---\n",
			"cli/c.json": "{",
			"kit/k.json": "{",
			"home/.pi/agent/extensions/look.ts": `% export default (pi) => {
				pi.on("resources_discover", () => ({ themePaths: ["%/kit"] }));
				pi.on("agent_end", (_event, { ui }) => pi.appendEntry("seen", [
					ui.getAllThemes(), ui.getTheme("dark") === undefined, ui.setTheme("mine"), ui.setTheme(ui.theme), ui.theme.fg("accent", "x"),
				]));
			};`,
		},
		words: ["--theme", "%/cli"],
		model: [{ text: "Fine." } as never],
	});
	await project.prompt("hi");
	const touched = [...read.mock.calls, ...listed.mock.calls].map(([path]) => project.strip(path));
	const refused = { success: false, error: "UI not available" };
	expect(touched.filter((path) => /themes|cli|kit/.test(path))).toEqual([]);
	expect(touched.some((path) => path.includes("skills"))).toBe(true);
	expect([await project.stored("seen"), project.problems]).toEqual([[[[], true, refused, refused, "x"]], []]);
});
