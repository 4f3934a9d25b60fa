import type { ContextFile, PromptOptions, Skill } from "../extension-api/prompt-options.ts";

/** The project's instructions, outermost first: what stands later is closer to the work (R01). */
export function describeProject(files: readonly ContextFile[]): string {
	if (files.length === 0) return "";
	const blocks = files.map(
		({ path, content }) =>
			`<project_instructions path="${escapeMarkup(path)}">\n${content.trim()}\n</project_instructions>`,
	);
	return ["Instructions of this project. Where they disagree, the later ones hold.", ...blocks].join("\n\n");
}

type SkillOptions = Pick<PromptOptions, "skills" | "selectedTools" | "hiddenTools">;

/** Tools that can read a skill, the handier one first. */
const READERS = ["read", "bash"] as const;

/** The skills the model may load, by name, description and file; none when no tool could read them (R04). */
export function describeSkills({ skills, selectedTools, hiddenTools }: SkillOptions): string {
	const offered = skills.filter((skill) => skill.disableModelInvocation !== true);
	const reader = READERS.find((name) => selectedTools.includes(name));
	if (offered.length === 0 || reader === undefined) return "";
	const how = hiddenTools.includes(reader) ? "open its file" : `open its file with ${reader}`;
	const advice =
		`Each skill holds instructions for one kind of task. When a task fits a description, ${how} before you start. ` +
		"Relative paths in a skill start at the folder of its file.";
	return [advice, "", "<available_skills>", ...offered.map(describeSkill), "</available_skills>"].join("\n");
}

function describeSkill({ name, description, filePath }: Skill): string {
	return [
		"  <skill>",
		`    <name>${escapeMarkup(name)}</name>`,
		`    <description>${escapeMarkup(description)}</description>`,
		`    <location>${escapeMarkup(filePath)}</location>`,
		"  </skill>",
	].join("\n");
}

const MARKUP: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escapeMarkup(text: string): string {
	return text.replace(/[&<>"]/g, (character) => MARKUP[character] ?? character);
}
