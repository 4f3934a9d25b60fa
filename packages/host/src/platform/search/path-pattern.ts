import { isAbsolute, relative } from "node:path";

/** Tells whether a path below the searched folder is meant; paths are relative and use `/`. */
export type PathTest = (path: string) => boolean;

/**
 * A glob pattern as both search tools understand it (BT07): without `/` it is compared with the last segment at any
 * depth, else with the whole path below the searched folder. Dotfiles match.
 */
export async function compilePathPattern(pattern: string, folder: string): Promise<PathTest> {
	const { Minimatch } = await import("minimatch");
	const relativePattern = relativeTo(folder, pattern);
	const matcher = new Minimatch(relativePattern, { dot: true, nonegate: true, nocomment: true });
	if (relativePattern.includes("/")) return (path) => matcher.match(path);
	return (path) => matcher.match(path.slice(path.lastIndexOf("/") + 1));
}

function relativeTo(folder: string, pattern: string): string {
	if (isAbsolute(pattern)) {
		const inside = relative(folder, pattern).replaceAll("\\", "/");
		// `/src/*.ts` of a pattern that is not below the folder means the top of the folder, as in ignore files.
		return inside.startsWith("..") ? pattern.replace(/^\/+/, "") : inside;
	}
	return pattern.replace(/^(?:\.\/)+/, "");
}
