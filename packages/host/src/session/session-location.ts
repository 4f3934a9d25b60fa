import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { SessionHeader } from "./entry.ts";
import { readSessionHeader } from "./read-session-header.ts";
import {
	folderKey,
	isNameTooLong,
	keyedFolderName,
	parseKeyedName,
	plainFolderName,
	SESSION_FILE_ENDING,
} from "./session-paths.ts";

/**
 * The folder for the sessions of a working directory, below the root of all sessions (S01): the one Pi uses, unless it
 * is too long for a name or belongs to another directory with the same plain name. A folder belongs to the directory
 * that its oldest session names, so Pi's stores stay where they are.
 */
export function defaultSessionDir(cwd: string, sessionsRoot: string): string {
	const keyed = join(sessionsRoot, keyedFolderName(cwd));
	const name = plainFolderName(cwd);
	if (isNameTooLong(name) || existsSync(keyed)) return keyed;
	const plain = join(sessionsRoot, name);
	const owner = ownerOf(plain);
	return owner === undefined || resolve(owner) === resolve(cwd) ? plain : keyed;
}

/** The session files of a folder, with those that Pi left in the plain folder of the same working directory. */
export function sessionFilesOf(folder: string): string[] {
	const keyed = parseKeyedName(basename(folder));
	const own = namesOf(folder).map((name) => join(folder, name));
	if (keyed === undefined) return own;
	const shared = join(dirname(folder), keyed.plain);
	const files = namesOf(shared).map((name) => join(shared, name));
	return [...own, ...files.filter((file) => belongsToKey(readSessionHeader(file), keyed.key))];
}

/** The session files of exactly this folder. */
export function namesOf(folder: string): string[] {
	try {
		return readdirSync(folder).filter((name) => name.endsWith(SESSION_FILE_ENDING));
	} catch {
		return []; // no folder, no sessions
	}
}

function belongsToKey(header: SessionHeader | undefined, key: string): boolean {
	return (header?.cwd ?? "") !== "" && folderKey(header?.cwd ?? "") === key;
}

/** Undefined for a folder that is not there or whose sessions do not say where they ran. */
function ownerOf(folder: string): string | undefined {
	for (const name of namesOf(folder).toSorted()) {
		const cwd = readSessionHeader(join(folder, name))?.cwd ?? "";
		if (cwd !== "") return cwd;
	}
	return undefined;
}
