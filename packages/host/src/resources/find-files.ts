import { join } from "node:path";
import type { FolderEntry, ResourceFiles } from "./resource-files.ts";

/** Deeper trees are no resource folders but accidents, such as a link to the root. */
export const MAX_DEPTH = 12;

/** Every file below a folder; hidden entries, node_modules and folders already seen through a link are left out. */
export function findFilesBelow(folder: string, files: ResourceFiles): string[] {
	const seen = new Set<string>();
	const walk = (current: string, depth: number): string[] => {
		const real = files.realPath(current);
		if (depth > MAX_DEPTH || seen.has(real)) return [];
		seen.add(real);
		return files.list(current).flatMap((entry) => {
			if (!isVisible(entry)) return [];
			const path = join(current, entry.name);
			return entry.kind === "file" ? [path] : walk(path, depth + 1);
		});
	};
	return walk(folder, 0);
}

export function isVisible({ name }: FolderEntry): boolean {
	return !name.startsWith(".") && name !== "node_modules";
}

/** The file itself, or the direct children of a folder with this ending: prompts and themes lie flat (R05, R06). */
export function listFilesEnding(path: string, ending: string, files: ResourceFiles): string[] {
	if (files.kindOf(path) === "file") return [path];
	const children = files.list(path).filter((entry) => entry.kind === "file" && isVisible(entry));
	return children.filter(({ name }) => name.endsWith(ending)).map(({ name }) => join(path, name));
}
