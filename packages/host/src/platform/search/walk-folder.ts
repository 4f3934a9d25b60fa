import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { IgnoreRules } from "./ignore-rules.ts";

export interface FolderWalk {
	readonly folder: string;
	/** Patterns, as in ignore files, of what is left out. */
	readonly exclude: readonly string[];
}

/**
 * The files below a folder that are not ignored, as paths with `/` in their order. Neither files nor folders are
 * reached through symbolic links; a folder that cannot be read is left out unless it is the first.
 */
export async function* walkFolder(walk: FolderWalk, signal: AbortSignal | undefined): AsyncGenerator<string, void> {
	const rules = new IgnoreRules(walk.folder, walk.exclude);
	const open = [{ path: "", entries: await readSorted(walk.folder) }];
	for (let here = open.at(-1); here !== undefined; here = open.at(-1)) {
		signal?.throwIfAborted();
		const entry = here.entries.pop();
		if (entry === undefined) {
			open.pop();
			rules.leave();
			continue;
		}
		const path = here.path + entry.name;
		const absolute = join(walk.folder, path);
		const isFolder = entry.isDirectory();
		if ((!isFolder && !entry.isFile()) || rules.isIgnored(absolute, { isFolder })) continue;
		if (!isFolder) {
			yield path;
			continue;
		}
		rules.enter(absolute);
		open.push({ path: `${path}/`, entries: await readSorted(absolute).catch(() => []) });
	}
}

/** The last one first. */
async function readSorted(folder: string): Promise<Dirent[]> {
	const entries = await readdir(folder, { withFileTypes: true });
	return entries.toSorted((one, other) => (one.name < other.name ? 1 : -1));
}
