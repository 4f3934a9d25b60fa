import { type Dirent, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";

export type FileKind = "file" | "directory";

export interface FolderEntry {
	readonly name: string;
	/** What a link leads to; dead links are left out. */
	readonly kind: FileKind;
}

/** The few questions discovery asks the disk. Missing and unreadable things are answers, not exceptions. */
export interface ResourceFiles {
	kindOf(path: string): FileKind | undefined;
	readText(path: string): string | undefined;
	/** Sorted by name; empty where there is no folder. */
	list(folder: string): FolderEntry[];
	/** One name per file however it is reached; the path itself where there is nothing. */
	realPath(path: string): string;
}

export const DISK: ResourceFiles = {
	kindOf(path) {
		const stats = statSync(path, { throwIfNoEntry: false });
		if (stats?.isFile()) return "file";
		return stats?.isDirectory() ? "directory" : undefined;
	},
	readText: (path) => attempt(() => readFileSync(path, "utf8")),
	list(folder) {
		const entries = attempt(() => readdirSync(folder, { withFileTypes: true })) ?? [];
		entries.sort((one, other) => (one.name < other.name ? -1 : 1));
		return entries.flatMap((entry) => {
			const { name } = entry;
			const kind = kindOfEntry(entry) ?? attempt(() => DISK.kindOf(join(folder, name)));
			return kind === undefined ? [] : [{ name, kind }];
		});
	},
	realPath: (path) => attempt(() => realpathSync.native(path)) ?? path,
};

/** What the folder itself knows; links, and everything on file systems that keep no types, have to be asked. */
function kindOfEntry(entry: Dirent): FileKind | undefined {
	if (entry.isFile()) return "file";
	return entry.isDirectory() ? "directory" : undefined;
}

function attempt<T>(ask: () => T): T | undefined {
	try {
		return ask();
	} catch {
		// Missing, forbidden, a link in a circle: for discovery there is nothing here.
		return undefined;
	}
}
