/** A skill the model may read (R04). */
export interface Skill {
	name: string;
	description: string;
	filePath: string;
	baseDir: string;
	disableModelInvocation?: boolean;
	[field: string]: unknown;
}

export interface ContextFile {
	path: string;
	content: string;
}

/** What the system prompt is built from (E14, K02, AD1). Handlers of `before_agent_start` edit it in place. */
export interface PromptOptions {
	/** Replaces preamble, tools, rules and docs. */
	customPrompt?: string;
	/** Replaces the whole prompt for one run; never stored. */
	forceSystemPrompt?: string;
	/** Active tools; editing it is the same as `setActiveTools`. */
	selectedTools: string[];
	/** Active tools whose declarations requests leave out. */
	hiddenTools: string[];
	/** One line per tool; a tool without one is not listed in the prompt (TL13). */
	toolSnippets: Record<string, string>;
	/** Rule bullets by tool (TL14). */
	toolGuidelines: Record<string, string[]>;
	promptGuidelines: string[];
	appendSystemPrompt: string;
	/** Further sections by tag name, after the built-in ones. */
	sections: Record<string, string>;
	cwd: string;
	contextFiles: ContextFile[];
	skills: Skill[];
}
