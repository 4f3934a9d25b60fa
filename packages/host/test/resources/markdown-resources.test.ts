import { afterEach, expect, test } from "vitest";
import { formatDiagnostic } from "../../src/base/diagnostic.ts";
import { findContextFiles } from "../../src/resources/context-files.ts";
import type { DiscoveryContext } from "../../src/resources/discovery-options.ts";
import { expandSkill } from "../../src/resources/expand-skill.ts";
import { loadPromptTemplates } from "../../src/resources/prompt-templates.ts";
import { locateResources, type ResourceLocationOptions } from "../../src/resources/resource-locations.ts";
import { DISK } from "../../src/resources/resource-files.ts";
import { loadSkills } from "../../src/resources/skills.ts";
import { findSystemPromptTexts } from "../../src/resources/system-prompt-files.ts";
import { createFileTree, type FileTree } from "./file-tree.ts";

let tree: FileTree;

afterEach(() => tree.dispose());

function skill(name: string, description = `about ${name}`): string {
	return `---\nname: ${name}\ndescription: ${description}\n---\nDo ${name}.\n`;
}

function locate(options: Partial<ResourceLocationOptions>, context: Partial<DiscoveryContext> = {}) {
	const defaults = {
		kind: "skills" as const,
		cli: [],
		entries: [],
		packages: [],
		temporaryPackages: [],
		onlyExplicit: false,
	};
	return locateResources({ ...defaults, ...options }, { ...tree.context, ...context });
}

async function skills(options: Partial<ResourceLocationOptions> = {}, context: Partial<DiscoveryContext> = {}) {
	const located = await locate(options, context);
	const loaded = await loadSkills(located.resources, DISK);
	return {
		names: loaded.skills.map(({ name }) => name),
		skills: loaded.skills,
		diagnostics: [...located.diagnostics, ...loaded.diagnostics].map((d) => tree.strip(formatDiagnostic(d))),
	};
}

test("skills are found in all places, project before user before packages before the command line (R04)", async () => {
	tree = createFileTree({
		"work/.pi/skills/a/SKILL.md": skill("a"),
		"work/.pi/own/b/SKILL.md": skill("b"),
		"work/.agents/skills/c/SKILL.md": skill("c"),
		"work/.grip/skills/g/SKILL.md": skill("g"),
		"agent/skills/d/SKILL.md": skill("d"),
		".agents/skills/e/SKILL.md": skill("e"),
		"x/f/SKILL.md": skill("f"),
		"pack/skills/k/SKILL.md": skill("k"),
	});
	const pack = {
		source: "../pack",
		scope: "user" as const,
		root: tree.at("pack"),
		resources: { extensions: [], skills: [tree.at("pack/skills/k/SKILL.md")], prompts: [], themes: [] },
	};
	const found = await skills({
		cli: ["../x"],
		entries: [{ entry: "own", scope: "project", baseDir: tree.at("work/.pi") }],
		packages: [pack],
	});
	expect([found.names, found.diagnostics]).toEqual([["b", "a", "g", "c", "d", "e", "k", "f"], []]);
});

test("a folder with SKILL.md hides what lies below it, loose files count in the root only (R04)", async () => {
	tree = createFileTree({
		"agent/skills/one/SKILL.md": skill("one"),
		"agent/skills/one/inner/SKILL.md": skill("inner"),
		"agent/skills/deep/a/b/SKILL.md": skill("deep"),
		"agent/skills/deep/loose.md": skill("deep-loose"),
		"agent/skills/loose.md": "---\ndescription: no name\n---\n",
		"agent/skills/README.md": "# only words\n",
		"agent/skills/node_modules/m/SKILL.md": skill("m"),
		"agent/skills/.hidden/SKILL.md": skill("hidden"),
		".agents/skills/loose.md": skill("shared-loose"),
		"agent/skills/loop": "-> agent/skills",
	});
	const found = await skills();
	expect([found.names, found.diagnostics]).toEqual([["deep", "loose", "one"], []]);
});

test("shared skills are searched up to the root of the repository (R04)", async () => {
	tree = createFileTree({
		"repo/.git/HEAD": "",
		"repo/.agents/skills/r/SKILL.md": skill("r"),
		"repo/in/.agents/skills/i/SKILL.md": skill("i"),
		"repo/in/cwd/x": "",
	});
	const folders = { ...tree.context.folders, cwd: tree.at("repo/in/cwd"), projectDir: tree.at("repo/in/cwd/.pi") };
	tree.add({ ".agents/skills/home/SKILL.md": skill("home") });
	expect([(await skills({}, { folders })).names, (await skills({}, { folders, projectTrusted: false })).names]).toEqual(
		[["i", "r", "home"], ["home"]],
	);
});

test("what is wrong with a skill is said once, and only what cannot work is left out (R04)", async () => {
	tree = createFileTree({
		"agent/skills/bad/SKILL.md": skill("Bad Name"),
		"agent/skills/broken/SKILL.md": "---\nname: broken\ndescription: [\n---\n",
		"agent/skills/dup/SKILL.md": skill("first"),
		"agent/skills/first/SKILL.md": skill("first", "the other"),
		"agent/skills/long/SKILL.md": skill("long", "x".repeat(1025)),
		"agent/skills/none/SKILL.md": "---\nname: none\n---\n",
		"agent/skills/words/SKILL.md": "no frontmatter",
	});
	const found = await skills();
	expect([
		found.names,
		found.diagnostics.map((line) => line.replace(/left out: (?:Flow|[^i]*Flow).*/, "left out: …")),
	]).toEqual([
		["Bad Name", "first", "long"],
		[
			'agent/skills/bad/SKILL.md: skill name "Bad Name": use lowercase letters, numbers and single hyphens',
			"agent/skills/broken/SKILL.md:4: skill is left out: …",
			'agent/skills/first/SKILL.md: skill "first" is left out: the name belongs to agent/skills/dup/SKILL.md',
			'agent/skills/long/SKILL.md: skill "long": the description is longer than 1024 characters',
			"agent/skills/none/SKILL.md: skill is left out: it has no description",
			"agent/skills/words/SKILL.md: skill is left out: it has no description",
		],
	]);
});

test("a hidden skill keeps its command, and a folded description is one text (R04)", async () => {
	tree = createFileTree({
		"agent/skills/h/SKILL.md":
			"---\nname: h\ndescription: >\n  folded\n  text\ndisable-model-invocation: true\n---\nBody\n",
	});
	expect((await skills()).skills).toEqual([
		{
			name: "h",
			description: "folded text",
			filePath: tree.at("agent/skills/h/SKILL.md"),
			baseDir: tree.at("agent/skills/h"),
			disableModelInvocation: true,
			sourceInfo: {
				path: tree.at("agent/skills/h/SKILL.md"),
				source: "auto",
				scope: "user",
				origin: "top-level",
				baseDir: tree.at("agent"),
			},
		},
	]);
});

test("settings switch skills off, and --no-skills leaves the named ones", async () => {
	tree = createFileTree({
		"agent/skills/a/SKILL.md": skill("a"),
		"agent/skills/b/SKILL.md": skill("b"),
		"x.md": skill("x"),
	});
	const entries = (entry: string) => [{ entry, scope: "user" as const, baseDir: tree.at("agent") }];
	expect([
		(await skills({ entries: entries("-skills/a") })).names,
		(await skills({ entries: entries("!skills/b") })).names,
		(await skills({ onlyExplicit: true, cli: ["../x.md", "../gone"] })).names,
		(await skills({ onlyExplicit: true, cli: ["../gone"] })).diagnostics,
	]).toEqual([["b"], ["a"], ["x"], ["gone: --skill ../gone: no such file or folder"]]);
});

test("a skill command becomes a block with the instructions, then the request (R04)", async () => {
	tree = createFileTree({ "agent/skills/a/SKILL.md": skill("a") });
	const [a] = (await skills()).skills;
	const block = [
		`<skill name="a" location="${tree.at("agent/skills/a/SKILL.md")}">`,
		`Relative paths in this skill start at ${tree.at("agent/skills/a")}.`,
		"",
		"Do a.",
		"</skill>",
	].join("\n");
	const texts = ["/skill:a", "/skill:a  do it\nnow ", "/skill:b x", "x /skill:a"];
	expect(texts.map((text) => expandSkill(text, [a!], DISK))).toEqual([
		block,
		`${block}\n\ndo it\nnow`,
		undefined,
		undefined,
	]);
});

test("prompt templates are the direct Markdown children; the first of a name wins (R05)", async () => {
	tree = createFileTree({
		"work/.pi/prompts/review.md": '---\ndescription: Reviews\nargument-hint: "[focus]"\n---\n\nLook at ${1:-all}.\n\n',
		"work/.pi/prompts/deep/no.md": "x",
		"agent/prompts/review.md": "Another",
		"agent/prompts/plain.md": "\nFirst line\nmore\n",
		"agent/prompts/hint.md": "---\nargument-hint: [a, b]\n---\nx",
		"agent/prompts/broken.md": "---\na: [\n---\nx",
		"nested/n.md": "N",
	});
	const located = await locate({ kind: "prompts", cli: ["../nested/n.md"] });
	const { templates, diagnostics } = await loadPromptTemplates(located.resources, DISK);
	expect([
		templates.map(({ name, description, argumentHint, content }) => ({ name, description, argumentHint, content })),
		diagnostics.map((d) => tree.strip(formatDiagnostic(d)).replace(/left out: .*/, "left out: …")),
	]).toEqual([
		[
			{ name: "review", description: "Reviews", argumentHint: "[focus]", content: "Look at ${1:-all}." },
			{ name: "hint", description: "x", argumentHint: "[a, b]", content: "x" },
			{ name: "plain", description: "First line", argumentHint: undefined, content: "First line\nmore" },
			{ name: "n", description: "N", argumentHint: undefined, content: "N" },
		],
		[
			"agent/prompts/broken.md:3: prompt template is left out: …",
			'agent/prompts/review.md: prompt template "review" is left out: …',
		],
	]);
});

test("themes are the JSON files of the same places", async () => {
	tree = createFileTree({ "work/.pi/themes/a.json": "{}", "agent/themes/b.json": "{}", "agent/themes/c.txt": "" });
	const located = await locate({ kind: "themes" });
	expect(tree.short(located.resources.map(({ path }) => path))).toEqual([
		"work/.pi/themes/a.json",
		"agent/themes/b.json",
	]);
});

test("context files come from the user and then from the root down, one per folder, without trust (R01)", () => {
	tree = createFileTree({
		"agent/AGENTS.md": "user",
		"work/AGENTS.override.md": "override",
		"work/AGENTS.md": "covered",
		"work/sub/CLAUDE.md": "claude",
		"work/sub/in/AGENTS.md": "",
		"work/sub/in/CLAUDE.md": "covered by an empty file",
		"work/sub/in/here/CLAUDE.MD": "\uFEFFlast",
	});
	const cwd = tree.at("work/sub/in/here");
	const found = findContextFiles({ agentDir: tree.at("agent"), cwd }, DISK);
	expect(found.map(({ path, content }) => [tree.strip(path), content])).toEqual([
		["agent/AGENTS.md", "user"],
		["work/AGENTS.override.md", "override"],
		["work/sub/CLAUDE.md", "claude"],
		["work/sub/in/here/CLAUDE.MD", "last"],
	]);
});

test("working in the agent directory reads its file once", () => {
	tree = createFileTree({ "agent/AGENTS.md": "user" });
	expect(findContextFiles({ agentDir: tree.at("agent"), cwd: tree.at("agent") }, DISK)).toHaveLength(1);
});

test("prompt texts: the command line over the trusted project over the user (R02)", () => {
	tree = createFileTree({
		"agent/SYSTEM.md": "user\n",
		"agent/APPEND_SYSTEM.md": "user more\n",
		"work/.pi/SYSTEM.md": "project\n",
		"work/.pi/APPEND_SYSTEM.md": "project more\n",
		"work/file.md": "from a file\n",
	});
	const untrusted = { ...tree.context, projectTrusted: false };
	const texts = [
		findSystemPromptTexts({ appendSystemPrompt: [] }, untrusted),
		findSystemPromptTexts({ appendSystemPrompt: [] }, tree.context),
		findSystemPromptTexts({ systemPrompt: "own words", appendSystemPrompt: ["X", "./file.md"] }, tree.context),
		findSystemPromptTexts({ systemPrompt: "file.md", appendSystemPrompt: [] }, untrusted),
	];
	expect(
		texts.map(({ customPrompt, appendSystemPrompt, sources }) => [
			customPrompt,
			appendSystemPrompt,
			tree.short(sources),
		]),
	).toEqual([
		["user", "user more", ["agent/SYSTEM.md", "agent/APPEND_SYSTEM.md"]],
		["project", "project more", ["work/.pi/SYSTEM.md", "work/.pi/APPEND_SYSTEM.md"]],
		["own words", "X\n\nfrom a file", ["work/file.md"]],
		["from a file", "user more", ["work/file.md", "agent/APPEND_SYSTEM.md"]],
	]);
});

test("without any text there is no custom prompt", () => {
	tree = createFileTree({ "agent/SYSTEM.md": " \n" });
	expect(findSystemPromptTexts({ systemPrompt: "", appendSystemPrompt: [] }, tree.context)).toEqual({
		appendSystemPrompt: "",
		sources: [],
	});
});
