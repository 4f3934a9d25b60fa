import type { ThinkingLevel } from "@tau/ai";

/** The command line, read. Lists are empty and switches false where nothing was given. */
export interface CliArgs {
	print: boolean;
	mode?: "text" | "json" | "rpc";
	/** The session file to export; `exportOutput` is derived from it when missing. */
	exportInput?: string;
	exportOutput?: string;
	model?: string;
	provider?: string;
	apiKey?: string;
	thinking?: ThinkingLevel;
	models: string[];
	/** The search text, or true for all. */
	listModels?: string | true;
	continueSession: boolean;
	resume: boolean;
	session?: string;
	sessionId?: string;
	fork?: string;
	sessionDir?: string;
	noSession: boolean;
	name?: string;
	/** Undefined is no choice; an empty list is none of them. */
	tools?: string[];
	excludeTools: string[];
	noBuiltinTools: boolean;
	noTools: boolean;
	extensions: string[];
	noExtensions: boolean;
	noMcp: boolean;
	skills: string[];
	noSkills: boolean;
	promptTemplates: string[];
	noPromptTemplates: boolean;
	themes: string[];
	useTheme?: string;
	noThemes: boolean;
	noContextFiles: boolean;
	strictExtensions: boolean;
	systemPrompt?: string;
	appendSystemPrompt: string[];
	tuiMode?: "fullscreen" | "regular";
	verbose: boolean;
	/** True and false are `--approve` and `--no-approve`. */
	projectTrust?: boolean;
	offline: boolean;
	help: boolean;
	version: boolean;
	/** Prompts in their order. */
	messages: string[];
	/** `@file` arguments without the sign. */
	files: string[];
	/** Values of options that extensions registered. */
	extensionFlags: Map<string, boolean | string>;
}
