import { splitFrontmatter } from "./frontmatter.ts";
import type { ResourceFiles } from "./resource-files.ts";
import type { LoadedSkill } from "./skills.ts";

const COMMAND = /^\/skill:(\S+)(?:\s+([\s\S]*))?$/;

/**
 * What `/skill:name arguments` sends (R04): the instructions in a `<skill>` block, then a blank line and the arguments.
 * Undefined when the text is no such command or names no skill that can be read.
 */
export function expandSkill(
	text: string,
	skills: readonly Pick<LoadedSkill, "name" | "filePath" | "baseDir">[],
	files: Pick<ResourceFiles, "readText">,
): string | undefined {
	const match = COMMAND.exec(text);
	const skill = skills.find(({ name }) => name === match?.[1]);
	const content = skill === undefined ? undefined : files.readText(skill.filePath);
	if (skill === undefined || content === undefined) return undefined;
	const block = [
		`<skill name="${escapeAttribute(skill.name)}" location="${escapeAttribute(skill.filePath)}">`,
		`Relative paths in this skill start at ${skill.baseDir}.`,
		"",
		splitFrontmatter(content).body.trim(),
		"</skill>",
	].join("\n");
	const request = match?.[2]?.trim() ?? "";
	return request === "" ? block : `${block}\n\n${request}`;
}

function escapeAttribute(text: string): string {
	return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
