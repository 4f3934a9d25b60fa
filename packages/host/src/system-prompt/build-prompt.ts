import type { PromptOptions } from "../extension-api/prompt-options.ts";
import { describeDocs, describeRules, describeTools, type HostFacts } from "./default-texts.ts";
import { describeProject, describeSkills } from "./resource-texts.ts";

/** Sections of the prompt by name, in the order the model reads them. All but `preamble` wear a tag of their name. */
export type PromptSections = Record<string, string>;

/** The whole prompt: a forced text stands alone in `content`, otherwise the sections say everything. */
export interface PromptState {
	readonly content: string;
	readonly sections: PromptSections;
}

export function buildPromptState(options: PromptOptions, facts: HostFacts): PromptState {
	const { forceSystemPrompt } = options;
	if (forceSystemPrompt !== undefined) return { content: forceSystemPrompt, sections: {} };
	return { content: "", sections: buildPromptSections(options, facts) };
}

/** The sections in the order of R03; empty ones are left out. A custom prompt stands for the first four. */
export function buildPromptSections(options: PromptOptions, facts: HostFacts): PromptSections {
	const sections: PromptSections = {};
	const add = (name: string, text: string) => {
		if (text.trim() !== "") sections[name] = name === "preamble" ? text.trim() : wrapSection(name, text);
	};
	if (options.customPrompt === undefined) {
		add("preamble", facts.preamble);
		add("tools", describeTools(options));
		add("rules", describeRules(options));
		add("docs", describeDocs(facts));
	} else add("preamble", options.customPrompt);
	add("addendum", options.appendSystemPrompt);
	add("project_context", describeProject(options.contextFiles));
	add("skills", describeSkills(options));
	add("cwd", options.cwd);
	for (const [name, text] of Object.entries(options.sections)) add(name, text);
	return sections;
}

/** The sections as one text, as the transcript replays them. */
export function joinSections(sections: PromptSections): string {
	return Object.values(sections).join("\n\n");
}

/** The tag lets the model tell which part a later update replaces. */
export function wrapSection(name: string, text: string): string {
	return `<${name}>\n${text.trim()}\n</${name}>`;
}
