import type { ContextFile, Skill } from "../extension-api/prompt-options.ts";
import type { ExtensionFactory } from "../extension-api/extension-api.ts";
import type { ExtensionRecord } from "../extensions/extension-record.ts";
import type { PromptTemplate } from "../resources/prompt-templates.ts";
import type { Theme } from "../theme/theme.ts";

export interface ResourceDiagnostic {
	type: "warning" | "error" | "collision";
	message: string;
	path?: string;
	/** Of a name that two resources claim. */
	collision?: {
		resourceType: "extension" | "skill" | "prompt" | "theme";
		name: string;
		winnerPath: string;
		loserPath: string;
	};
}

/** An extension that is code of the embedder (Q04). */
export type InlineExtension =
	| ExtensionFactory
	| {
			/** Shown as `<inline:name>`. */
			name: string;
			factory: ExtensionFactory;
			hidden?: boolean;
			/** Left out when another extension claims one of its names (D09). */
			replaceable?: boolean;
			/** Named `builtin:<name>`, and switched off like one. */
			builtin?: boolean;
	  };

/** An extension that is loaded, with what it registered. */
export type Extension = Pick<
	ExtensionRecord,
	"path" | "resolvedPath" | "sourceInfo" | "tools" | "commands" | "flags" | "shortcuts"
>;

/** Stands for what loaded extensions share; what is behind it is the host's. */
export interface ExtensionRuntime {
	readonly flagValues: Map<string, boolean | string>;
}

export interface LoadExtensionsResult {
	extensions: Extension[];
	errors: { path: string; error: string }[];
	runtime: ExtensionRuntime;
}

export interface LoadedSkillsResult {
	skills: Skill[];
	diagnostics: ResourceDiagnostic[];
}

export interface LoadedPromptsResult {
	prompts: PromptTemplate[];
	diagnostics: ResourceDiagnostic[];
}

export interface LoadedThemesResult {
	themes: Theme[];
	diagnostics: ResourceDiagnostic[];
}

/** Paths that extensions named in answer to `resources_discover`. */
export interface ResourceExtensionPaths {
	skillPaths?: { path: string; metadata: { source: string } }[];
	promptPaths?: { path: string; metadata: { source: string } }[];
	themePaths?: { path: string; metadata: { source: string } }[];
}

/** Where a session gets everything that lies in files; an embedder may bring its own (Q04). */
export interface ResourceLoader {
	getExtensions(): LoadExtensionsResult;
	getSkills(): LoadedSkillsResult;
	getPrompts(): LoadedPromptsResult;
	getThemes(): LoadedThemesResult;
	getAgentsFiles(): { agentsFiles: ContextFile[] };
	getSystemPrompt(): string | undefined;
	getSystemPromptSource(): { path: string } | undefined;
	getAppendSystemPrompt(): string[];
	getAppendSystemPromptSources(): { path: string }[];
	extendResources(paths: ResourceExtensionPaths): void;
	reload(): Promise<void>;
}

/** For resource loaders without extensions. */
export function createExtensionRuntime(): ExtensionRuntime {
	return { flagValues: new Map() };
}
