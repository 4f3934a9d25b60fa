import type { Diagnostic } from "../../base/diagnostic.ts";
import type { SlashCommandInfo } from "../../extension-api/command.ts";
import type { ContextFile } from "../../extension-api/prompt-options.ts";
import { findDocsDir } from "../../platform/host-facts.ts";
import { findContextFiles } from "../../resources/context-files.ts";
import { expandSkill } from "../../resources/expand-skill.ts";
import { expandTemplate } from "../../resources/expand-template.ts";
import {
	type LoadedPromptTemplates,
	loadPromptTemplates,
	type PromptTemplate,
} from "../../resources/prompt-templates.ts";
import {
	type DiscoveredPath,
	locateDiscovered,
	locateResources,
	type MarkdownKind,
} from "../../resources/resource-locations.ts";
import { expandRule, type LoadedRules, loadRules, type Rule } from "../../resources/rules.ts";
import { loadSkills, type LoadedSkill, type LoadedSkills } from "../../resources/skills.ts";
import {
	findSystemPromptTexts,
	type SystemPromptFlags,
	type SystemPromptTexts,
} from "../../resources/system-prompt-files.ts";
import type { LoadedThemes } from "../../resources/themes.ts";
import { createHostFacts } from "../../system-prompt/default-texts.ts";
import type { PromptInputs } from "../prompt-state.ts";
import type { DiscoveredResources } from "../discovered-resources.ts";
import type { Configuration } from "./configuration.ts";
import type { ThemeFlags } from "./find-themes.ts";
import type { LoadedExtensions } from "./load-extensions.ts";

/** What the command line says about resources. */
export interface ResourceFlags extends SystemPromptFlags, ThemeFlags {
	readonly skills: readonly string[];
	readonly promptTemplates: readonly string[];
	readonly noSkills: boolean;
	readonly noPromptTemplates: boolean;
	readonly noContextFiles: boolean;
}

export interface LoadedResources {
	readonly prompt: PromptInputs;
	readonly diagnostics: readonly Diagnostic[];
	/** Skills first, then templates (R08); anything else comes back as it is. */
	expand(text: string): Promise<string>;
	/** Templates, then skills, as `getCommands` lists them (API08). */
	commands(): SlashCommandInfo[];
	/** Found and read when asked, each time anew: what draws nothing needs none (R06). */
	themes(): Promise<LoadedThemes>;
	/** Takes over what extensions brought along; a name that is taken already stays with its owner (E02). */
	add(found: DiscoveredResources): Promise<readonly Diagnostic[]>;
}

/** Skills, templates, context files and prompt texts, before anybody uses them. */
export interface FoundResources {
	readonly skills: LoadedSkills;
	readonly templates: LoadedPromptTemplates;
	readonly contextFiles: readonly ContextFile[];
	readonly texts: SystemPromptTexts;
	readonly diagnostics: readonly Diagnostic[];
	/** The themes, those of extensions last; nothing of them is read before. */
	themes(discovered?: readonly DiscoveredPath[]): Promise<LoadedThemes>;
	/** With what extensions brought along; a name that is taken already stays with its owner (E02). */
	addTo(found: DiscoveredResources): Promise<{
		skills: LoadedSkills;
		templates: LoadedPromptTemplates;
		diagnostics: readonly Diagnostic[];
	}>;
}

/** Reads what the prompt and `/name` need: context files, prompt texts, skills and templates. */
export async function loadResources(
	configuration: Configuration,
	flags: ResourceFlags,
	packages: Pick<LoadedExtensions, "packages" | "temporaryPackages">,
): Promise<LoadedResources> {
	const found = await findResources(configuration, flags, packages);
	let { skills, templates } = found;
	let themePaths: readonly DiscoveredPath[] = [];
	const used = useResources(configuration, {
		skills: () => skills.skills,
		templates: () => templates.templates,
		contextFiles: found.contextFiles,
		customPrompt: found.texts.customPrompt,
		appendSystemPrompt: found.texts.appendSystemPrompt,
		diagnostics: found.diagnostics,
		themes: () => found.themes(themePaths),
		add: async (discovered) => {
			themePaths = discovered.themes;
			const { diagnostics, ...all } = await found.addTo(discovered);
			({ skills, templates } = all);
			return diagnostics;
		},
	});
	return withRules(used, configuration);
}

/** Rules are only those that extensions bring along (R09). */
function withRules(used: LoadedResources, { discovery }: Configuration): LoadedResources {
	let { rules }: Pick<LoadedRules, "rules"> = { rules: [] };
	return {
		...used,
		expand: async (text) => expandRule(text, rules) ?? used.expand(text),
		commands: () => [...used.commands(), ...rules.map(ruleCommand)],
		add: async (found) => {
			const located = locateDiscovered("rules", found.rules, discovery);
			const loaded = await loadRules(located.resources, discovery.files);
			({ rules } = loaded);
			return [...(await used.add(found)), ...located.diagnostics, ...loaded.diagnostics];
		},
	};
}

/** The resources of a folder, in the order of authority. */
export async function findResources(
	configuration: Configuration,
	flags: ResourceFlags,
	packages: Pick<LoadedExtensions, "packages" | "temporaryPackages">,
): Promise<FoundResources> {
	const { discovery, surroundings, dirs, settings } = configuration;
	const { files } = discovery;
	const locate = (kind: MarkdownKind, cli: readonly string[], onlyExplicit: boolean) =>
		locateResources({ kind, cli, entries: settings.resources[kind], ...packages, onlyExplicit }, discovery);
	const skillFiles = await locate("skills", flags.skills, flags.noSkills);
	const templateFiles = await locate("prompts", flags.promptTemplates, flags.noPromptTemplates);
	const skills = await loadSkills(skillFiles.resources, files);
	const templates = await loadPromptTemplates(templateFiles.resources, files);
	const texts = findSystemPromptTexts(flags, discovery);
	const contextFiles = flags.noContextFiles
		? []
		: findContextFiles({ agentDir: dirs.agentDir, cwd: surroundings.cwd }, files);
	return {
		skills,
		templates,
		contextFiles: contextFiles.map(({ path, content }) => ({ path, content })),
		texts,
		diagnostics: [
			...skillFiles.diagnostics,
			...templateFiles.diagnostics,
			...skills.diagnostics,
			...templates.diagnostics,
		],
		themes: async (discovered = []) => {
			const { findThemes } = await import("./find-themes.ts");
			return findThemes(configuration, { flags, packages, discovered });
		},
		addTo: async (found) => {
			const moreSkills = locateDiscovered("skills", found.skills, discovery);
			const moreTemplates = locateDiscovered("prompts", found.prompts, discovery);
			return {
				skills: await loadSkills([...skillFiles.resources, ...moreSkills.resources], files),
				templates: await loadPromptTemplates([...templateFiles.resources, ...moreTemplates.resources], files),
				diagnostics: [...moreSkills.diagnostics, ...moreTemplates.diagnostics],
			};
		},
	};
}

/** What a session uses; asked for anew each time, since extensions and embedders add to it. */
export interface UsedResources extends Pick<LoadedResources, "add" | "diagnostics" | "themes"> {
	skills(): readonly LoadedSkill[];
	templates(): readonly PromptTemplate[];
	readonly contextFiles: readonly ContextFile[];
	readonly customPrompt: string | undefined;
	readonly appendSystemPrompt: string;
}

export function useResources({ discovery, surroundings, brand }: Configuration, used: UsedResources): LoadedResources {
	const { files } = discovery;
	return {
		prompt: {
			...(used.customPrompt !== undefined && { customPrompt: used.customPrompt }),
			appendSystemPrompt: used.appendSystemPrompt,
			cwd: surroundings.cwd,
			contextFiles: [...used.contextFiles],
			get skills() {
				return [...used.skills()];
			},
			facts: createHostFacts(brand.title, { docsDir: findDocsDir() }),
		},
		diagnostics: used.diagnostics,
		expand: async (text) => expandSkill(text, used.skills(), files) ?? expandTemplate(text, used.templates()) ?? text,
		commands: () => [...used.templates().map(templateCommand), ...used.skills().map(skillCommand)],
		themes: used.themes,
		add: used.add,
	};
}

function templateCommand({ name, description, sourceInfo }: PromptTemplate): SlashCommandInfo {
	return { name, description, source: "prompt", sourceInfo };
}

function skillCommand({ name, description, sourceInfo }: LoadedSkill): SlashCommandInfo {
	return { name: `skill:${name}`, description, source: "skill", sourceInfo };
}

/** Pi's kinds of commands know no rules: like a template, a rule is text that takes the command's place. */
function ruleCommand({ name, description, sourceInfo }: Rule): SlashCommandInfo {
	return { name: `rule:${name}`, description, source: "prompt", sourceInfo };
}
