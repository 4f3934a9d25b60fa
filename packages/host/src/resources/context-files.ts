import { dirname, join, parse } from "node:path";
import type { ResourceFiles } from "./resource-files.ts";

/** Instructions that apply in a folder and below it. */
export interface ContextFile {
	path: string;
	content: string;
}

/** Of each folder the first of these that exists (R01). */
const NAMES = ["AGENTS.override.md", "AGENTS.md", "AGENTS.MD", "CLAUDE.md", "CLAUDE.MD"];

export interface ContextFileOptions {
	readonly agentDir: string;
	readonly cwd: string;
}

/**
 * The context files in force: the user's, then those of the folders from the root down to the working directory (R01).
 * They need no trust (TRAP99). An empty file takes its folder's turn and says nothing.
 */
export function findContextFiles({ agentDir, cwd }: ContextFileOptions, files: ResourceFiles): ContextFile[] {
	const folders = [agentDir, ...pathFromRoot(cwd)];
	const seen = new Set<string>();
	return folders.flatMap((folder) => {
		const path = NAMES.map((name) => join(folder, name)).find((candidate) => files.kindOf(candidate) === "file");
		if (path === undefined || seen.has(files.realPath(path))) return [];
		seen.add(files.realPath(path));
		const content = files.readText(path)?.replace(/^\uFEFF/, "") ?? "";
		return content.trim() === "" ? [] : [{ path, content }];
	});
}

/** The folder and its parents, outermost first. */
export function pathFromRoot(folder: string): string[] {
	const { root } = parse(folder);
	const folders = [folder];
	while (folders[0] !== root && folders[0] !== dirname(folders[0]!)) folders.unshift(dirname(folders[0]!));
	return folders;
}
