import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
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
		const names = attempt(() => readdirSync(folder)) ?? [];
		return names.sort().flatMap((name) => {
			const kind = attempt(() => DISK.kindOf(join(folder, name)));
			return kind === undefined ? [] : [{ name, kind }];
		});
	},
	realPath: (path) => attempt(() => realpathSync(path)) ?? path,
};

function attempt<T>(ask: () => T): T | undefined {
	try {
		return ask();
	} catch {
		// Missing, forbidden, a link in a circle: for discovery there is nothing here.
		return undefined;
	}
}
