import { resolve } from "node:path";
import type { Diagnostic } from "../base/diagnostic.ts";
import type { ContextFile, Skill } from "../extension-api/prompt-options.ts";
import type { ExtensionCandidate } from "../extensions/extension-host.ts";
import type { PromptTemplate } from "../resources/prompt-templates.ts";
import type { LoadedThemes } from "../resources/themes.ts";
import type { FoundResources } from "../runtime/start/load-resources.ts";
import { keepFolder } from "./kept-folders.ts";
import { createSyntheticSourceInfo } from "./synthetic-source.ts";
import {
	createExtensionRuntime,
	type InlineExtension,
	type LoadedPromptsResult,
	type LoadedSkillsResult,
	type LoadedThemesResult,
	type LoadExtensionsResult,
	type ResourceDiagnostic,
	type ResourceExtensionPaths,
	type ResourceLoader,
} from "./resource-loader.ts";
import type { SessionFolder } from "./session-folder.ts";
import { SettingsManager } from "./published-settings.ts";

export interface DefaultResourceLoaderOptions {
	cwd: string;
	agentDir: string;
	settingsManager?: SettingsManager;
	additionalExtensionPaths?: string[];
	additionalSkillPaths?: string[];
	additionalPromptTemplatePaths?: string[];
	additionalThemePaths?: string[];
	extensionFactories?: InlineExtension[];
	noExtensions?: boolean;
	noSkills?: boolean;
	noPromptTemplates?: boolean;
	noThemes?: boolean;
	noContextFiles?: boolean;
	/** Text, or the path of an existing file. */
	systemPrompt?: string;
	appendSystemPrompt?: string[];
	extensionsOverride?: (base: LoadExtensionsResult) => LoadExtensionsResult;
	skillsOverride?: (base: LoadedSkillsResult) => LoadedSkillsResult;
	promptsOverride?: (base: LoadedPromptsResult) => LoadedPromptsResult;
	themesOverride?: (base: LoadedThemesResult) => LoadedThemesResult;
	agentsFilesOverride?: (base: { agentsFiles: ContextFile[] }) => { agentsFiles: ContextFile[] };
	systemPromptOverride?: (base: string | undefined) => string | undefined;
	appendSystemPromptOverride?: (base: string[]) => string[];
}

interface Loaded {
	extensions: LoadExtensionsResult;
	skills: LoadedSkillsResult;
	prompts: LoadedPromptsResult;
	themes: LoadedThemesResult;
	readonly found: FoundResources | undefined;
}

/**
 * Finds what the command line would find, untrusted projects left out, and lets an embedder change each kind (Q04).
 * Empty until `reload` is through.
 */
export class DefaultResourceLoader implements ResourceLoader {
	readonly #options: DefaultResourceLoaderOptions;
	readonly #settings: SettingsManager;
	#loaded: Loaded;
	#extended: Promise<unknown> = Promise.resolve();

	constructor(options: DefaultResourceLoaderOptions) {
		const cwd = resolve(options.cwd);
		this.#options = { ...options, cwd };
		this.#settings = options.settingsManager ?? SettingsManager.create(cwd, options.agentDir);
		this.#loaded = {
			extensions: { extensions: [], errors: [], runtime: createExtensionRuntime() },
			skills: { skills: [], diagnostics: [] },
			prompts: { prompts: [], diagnostics: [] },
			themes: { themes: [], diagnostics: [] },
			found: undefined,
		};
	}

	/** Reads everything again and runs the factories of all extensions. */
	async reload(): Promise<void> {
		const [{ loadFolder }, { findResources }] = await Promise.all([
			import("./session-folder.ts"),
			import("../runtime/start/load-resources.ts"),
		]);
		const { cwd, agentDir, extensionFactories = [] } = this.#options;
		await this.#settings.reload();
		const folder = await loadFolder(
			{ cwd, agentDir, settings: this.#settings },
			{
				explicit: this.#options.additionalExtensionPaths ?? [],
				onlyExplicit: this.#options.noExtensions ?? false,
				inline: extensionFactories.map(inlineCandidate),
			},
		);
		const found = await findResources(folder.configuration, this.#flags(), folder.extensions);
		const extensions = this.#extensionsOf(folder);
		keepFolder(extensions.runtime, folder);
		this.#loaded = {
			extensions,
			skills: this.#override("skillsOverride", skillsResult(found.skills)),
			prompts: this.#override("promptsOverride", promptsResult(found.templates)),
			themes: this.#override("themesOverride", themesResult(await found.themes())),
			found,
		};
	}

	getExtensions(): LoadExtensionsResult {
		return this.#loaded.extensions;
	}

	getSkills(): LoadedSkillsResult {
		return this.#loaded.skills;
	}

	getPrompts(): LoadedPromptsResult {
		return this.#loaded.prompts;
	}

	getThemes(): LoadedThemesResult {
		return this.#loaded.themes;
	}

	getAgentsFiles(): { agentsFiles: ContextFile[] } {
		const agentsFiles = [...(this.#loaded.found?.contextFiles ?? [])];
		return this.#override("agentsFilesOverride", { agentsFiles });
	}

	getSystemPrompt(): string | undefined {
		return this.#override("systemPromptOverride", this.#loaded.found?.texts.customPrompt);
	}

	getSystemPromptSource(): { path: string } | undefined {
		const { found } = this.#loaded;
		const path = found?.texts.sources.find((source) => !isAppended(source));
		return found?.texts.customPrompt === undefined || path === undefined ? undefined : { path };
	}

	getAppendSystemPrompt(): string[] {
		const text = this.#loaded.found?.texts.appendSystemPrompt ?? "";
		return this.#override("appendSystemPromptOverride", text === "" ? [] : [text]);
	}

	getAppendSystemPromptSources(): { path: string }[] {
		return (this.#loaded.found?.texts.sources ?? []).filter(isAppended).map((path) => ({ path }));
	}

	/** Adds what extensions named; `settled` tells when it can be got. */
	extendResources({ skillPaths = [], promptPaths = [], themePaths = [] }: ResourceExtensionPaths): void {
		const { found } = this.#loaded;
		if (!found) return;
		const discovered = (given: { path: string; metadata: { source: string } }[]) =>
			given.map(({ path, metadata }) => ({ path, owner: metadata.source }));
		this.#extended = this.#extended.then(async () => {
			const more = { skills: discovered(skillPaths), prompts: discovered(promptPaths), rules: [], themes: [] };
			const { skills, templates } = await found.addTo(more);
			const themes = await found.themes(discovered(themePaths));
			this.#loaded.skills = this.#override("skillsOverride", skillsResult(skills));
			this.#loaded.prompts = this.#override("promptsOverride", promptsResult(templates));
			this.#loaded.themes = this.#override("themesOverride", themesResult(themes));
		});
	}

	/** Resolves when `extendResources` is through. */
	async settled(): Promise<void> {
		await this.#extended;
	}

	#flags(): Parameters<typeof import("../runtime/start/load-resources.ts").findResources>[1] {
		const { additionalSkillPaths, additionalPromptTemplatePaths, systemPrompt, appendSystemPrompt } = this.#options;
		return {
			skills: additionalSkillPaths ?? [],
			promptTemplates: additionalPromptTemplatePaths ?? [],
			themes: this.#options.additionalThemePaths ?? [],
			noThemes: this.#options.noThemes ?? false,
			noSkills: this.#options.noSkills ?? false,
			noPromptTemplates: this.#options.noPromptTemplates ?? false,
			noContextFiles: this.#options.noContextFiles ?? false,
			systemPrompt,
			appendSystemPrompt: appendSystemPrompt ?? [],
		};
	}

	#extensionsOf({ extensions: { host, diagnostics }, hooks }: SessionFolder): LoadExtensionsResult {
		const { contributions, flagValues } = host;
		const errors = diagnostics
			.filter(({ severity }) => severity === "error")
			.map(({ path = "", message }) => ({ path, error: message }));
		const base = { extensions: [...contributions.records], errors, runtime: { flagValues } };
		const result = this.#override("extensionsOverride", base);
		const kept = new Set(result.extensions.map(({ path }) => path));
		for (const record of base.extensions) {
			if (kept.has(record.path)) continue;
			contributions.remove(record);
			hooks.handlers.removeOwner(record.owner);
		}
		return result;
	}

	#override<Kind extends OverrideKind, Value extends OverrideValue<Kind>>(kind: Kind, base: Value): Value {
		const change = this.#options[kind] as ((base: Value) => Value) | undefined;
		return change ? change(base) : base;
	}
}

type OverrideKind = Extract<keyof DefaultResourceLoaderOptions, `${string}Override`>;
type OverrideValue<Kind extends OverrideKind> = Parameters<NonNullable<DefaultResourceLoaderOptions[Kind]>>[0];

function isAppended(path: string): boolean {
	return path.endsWith("APPEND_SYSTEM.md");
}

function inlineCandidate(given: InlineExtension, index: number): ExtensionCandidate {
	const { name, factory, replaceable, builtin } =
		typeof given === "function"
			? { name: String(index + 1), factory: given, replaceable: false, builtin: false }
			: { replaceable: false, builtin: false, ...given };
	const path = builtin ? `builtin:${name}` : `<inline:${name}>`;
	const sourceInfo = createSyntheticSourceInfo(path, { source: builtin ? "builtin" : "inline" });
	return { path, sourceInfo, code: { factory }, ...(replaceable && { replaceable }) };
}

function skillsResult(found: { skills: readonly Skill[]; diagnostics: readonly Diagnostic[] }): LoadedSkillsResult {
	return { skills: [...found.skills], diagnostics: found.diagnostics.map(toResourceDiagnostic) };
}

function promptsResult(found: {
	templates: readonly PromptTemplate[];
	diagnostics: readonly Diagnostic[];
}): LoadedPromptsResult {
	return { prompts: [...found.templates], diagnostics: found.diagnostics.map(toResourceDiagnostic) };
}

function themesResult({ themes, diagnostics }: LoadedThemes): LoadedThemesResult {
	const told = diagnostics.map(({ collision, ...diagnostic }): ResourceDiagnostic => {
		const base = toResourceDiagnostic(diagnostic);
		return collision ? { ...base, type: "collision", collision: { resourceType: "theme", ...collision } } : base;
	});
	return { themes: [...themes], diagnostics: told };
}

function toResourceDiagnostic({ severity, message, path }: Diagnostic): ResourceDiagnostic {
	return { type: severity === "error" ? "error" : "warning", message, ...(path !== undefined && { path }) };
}
