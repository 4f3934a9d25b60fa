import { join } from "node:path";
import { isVisible, MAX_DEPTH } from "./find-files.ts";
import type { ResourceFiles } from "./resource-files.ts";

export interface SkillSearch {
	readonly files: ResourceFiles;
	/** Whether single Markdown files directly in the folder are skills too; in `.agents/skills` they are not. */
	readonly loose: "accept" | "ignore";
}

/**
 * The skill files of a location (R04): a folder with SKILL.md is one skill and nothing below it counts; other folders
 * are searched. A file is itself.
 */
export function findSkillFiles(path: string, { files, loose }: SkillSearch): string[] {
	if (files.kindOf(path) === "file") return [path];
	const seen = new Set<string>();
	const walk = (folder: string, depth: number): string[] => {
		const real = files.realPath(folder);
		if (depth > MAX_DEPTH || seen.has(real)) return [];
		seen.add(real);
		const entries = files.list(folder);
		if (entries.some(({ name, kind }) => name === "SKILL.md" && kind === "file")) return [join(folder, "SKILL.md")];
		return entries.filter(isVisible).flatMap(({ name, kind }) => {
			if (kind === "directory") return walk(join(folder, name), depth + 1);
			return depth === 0 && loose === "accept" && name.endsWith(".md") ? [join(folder, name)] : [];
		});
	};
	return walk(path, 0);
}
