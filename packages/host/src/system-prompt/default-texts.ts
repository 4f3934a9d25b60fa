import type { PromptOptions } from "../extension-api/prompt-options.ts";

/** What the prompt says about the host itself. */
export interface HostFacts {
	/** The host's name as a title. */
	readonly title: string;
	readonly preamble: string;
	/** Folders with the host's own documentation; left out where they are not shipped. */
	readonly docsDir?: string | undefined;
	readonly examplesDir?: string | undefined;
}

export function createHostFacts(title: string, folders: Pick<HostFacts, "docsDir" | "examplesDir"> = {}): HostFacts {
	const preamble =
		`You are ${title}, a coding agent working in the user's terminal. ` +
		"You read, search and change files and run commands with the tools below, until what the user asked for is done.";
	return { title, preamble, ...folders };
}

type ToolOptions = Pick<PromptOptions, "selectedTools" | "hiddenTools" | "toolSnippets">;

/** Active tools that the request declares; hidden ones are reached through another tool. */
function visibleTools({ selectedTools, hiddenTools }: Pick<PromptOptions, "selectedTools" | "hiddenTools">): string[] {
	return selectedTools.filter((name) => !hiddenTools.includes(name));
}

/** One line per visible tool that has a snippet (TL13). */
export function describeTools(options: ToolOptions): string {
	const lines = visibleTools(options).flatMap((name) => {
		const snippet = options.toolSnippets[name]?.trim() ?? "";
		return snippet === "" ? [] : [`- ${name}: ${snippet}`];
	});
	const rest = "More tools may be declared than are listed here.";
	return lines.length === 0 ? rest : `${lines.join("\n")}\n\n${rest}`;
}

const GENERAL_RULES: readonly string[] = [
	"Answer briefly and get to the point.",
	"Name files by their path when you talk about them.",
	"Look before you change: never guess what a file contains.",
];

type RuleOptions = Pick<PromptOptions, "selectedTools" | "hiddenTools" | "toolGuidelines" | "promptGuidelines">;

/** The bullets of the visible tools, then those of extensions, then our own; each once (TL14). */
export function describeRules(options: RuleOptions): string {
	const ofTools = visibleTools(options).flatMap((name) => options.toolGuidelines[name] ?? []);
	const all = [...ofTools, ...options.promptGuidelines, ...GENERAL_RULES];
	const rules = new Set(all.map((rule) => rule.trim()).filter((rule) => rule !== ""));
	return [...rules].map((rule) => `- ${rule}`).join("\n");
}

export function describeDocs({ title, docsDir, examplesDir }: HostFacts): string {
	const places = [
		...(docsDir === undefined ? [] : [`- Documentation: ${docsDir}`]),
		...(examplesDir === undefined ? [] : [`- Examples: ${examplesDir}`]),
	];
	if (places.length === 0) return "";
	const when = `Read these only when the user asks about ${title} itself: its settings, extensions, skills, themes or SDK.`;
	return `${when}\n${places.join("\n")}`;
}
