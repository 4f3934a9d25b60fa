import type { Diagnostic } from "../../base/diagnostic.ts";
import type { SlashCommandInfo } from "../../extension-api/command.ts";
import { findDocsDir } from "../../platform/host-facts.ts";
import { findContextFiles } from "../../resources/context-files.ts";
import { expandSkill } from "../../resources/expand-skill.ts";
import { expandTemplate } from "../../resources/expand-template.ts";
import { loadPromptTemplates, type PromptTemplate } from "../../resources/prompt-templates.ts";
import { locateDiscovered, locateResources, type MarkdownKind } from "../../resources/resource-locations.ts";
import { loadSkills, type LoadedSkill } from "../../resources/skills.ts";
import { findSystemPromptTexts, type SystemPromptFlags } from "../../resources/system-prompt-files.ts";
import { createHostFacts } from "../../system-prompt/default-texts.ts";
import type { PromptInputs } from "../prompt-state.ts";
import type { DiscoveredResources } from "../discovered-resources.ts";
import type { Configuration } from "./configuration.ts";
import type { LoadedExtensions } from "./load-extensions.ts";

/** What the command line says about resources. */
export interface ResourceFlags extends SystemPromptFlags {
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
	/** Takes over what extensions brought along; a name that is taken already stays with its owner (E02). */
	add(found: DiscoveredResources): Promise<readonly Diagnostic[]>;
}

/** Reads what the prompt and `/name` need: context files, prompt texts, skills and templates. */
export async function loadResources(
	configuration: Configuration,
	flags: ResourceFlags,
	packages: Pick<LoadedExtensions, "packages" | "temporaryPackages">,
): Promise<LoadedResources> {
	const { discovery, surroundings, dirs, brand, settings } = configuration;
	const { files } = discovery;
	const locate = (kind: MarkdownKind, cli: readonly string[], onlyExplicit: boolean) =>
		locateResources({ kind, cli, entries: settings.resources[kind], ...packages, onlyExplicit }, discovery);
	const skillFiles = await locate("skills", flags.skills, flags.noSkills);
	const templateFiles = await locate("prompts", flags.promptTemplates, flags.noPromptTemplates);
	let skills = await loadSkills(skillFiles.resources, files);
	let templates = await loadPromptTemplates(templateFiles.resources, files);
	const texts = findSystemPromptTexts(flags, discovery);
	const contextFiles = flags.noContextFiles
		? []
		: findContextFiles({ agentDir: dirs.agentDir, cwd: surroundings.cwd }, files);
	return {
		prompt: {
			...(texts.customPrompt !== undefined && { customPrompt: texts.customPrompt }),
			appendSystemPrompt: texts.appendSystemPrompt,
			cwd: surroundings.cwd,
			contextFiles: contextFiles.map(({ path, content }) => ({ path, content })),
			get skills() {
				return [...skills.skills];
			},
			facts: createHostFacts(brand.title, { docsDir: findDocsDir() }),
		},
		diagnostics: [
			...skillFiles.diagnostics,
			...templateFiles.diagnostics,
			...skills.diagnostics,
			...templates.diagnostics,
		],
		expand: async (text) =>
			expandSkill(text, skills.skills, files) ?? expandTemplate(text, templates.templates) ?? text,
		commands: () => [...templates.templates.map(templateCommand), ...skills.skills.map(skillCommand)],
		add: async (found) => {
			const moreSkills = locateDiscovered("skills", found.skills, discovery);
			const moreTemplates = locateDiscovered("prompts", found.prompts, discovery);
			skills = await loadSkills([...skillFiles.resources, ...moreSkills.resources], files);
			templates = await loadPromptTemplates([...templateFiles.resources, ...moreTemplates.resources], files);
			return [...moreSkills.diagnostics, ...moreTemplates.diagnostics];
		},
	};
}

function templateCommand({ name, description, sourceInfo }: PromptTemplate): SlashCommandInfo {
	return { name, description, source: "prompt", sourceInfo };
}

function skillCommand({ name, description, sourceInfo }: LoadedSkill): SlashCommandInfo {
	return { name: `skill:${name}`, description, source: "skill", sourceInfo };
}
