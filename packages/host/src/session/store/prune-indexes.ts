import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { withIndex } from "./index-file.ts";

/** Looking at every index is worth it once this many times more of them are there than sessions. */
const TOO_MANY = 2;
/** Below this number nobody notices. */
const FEW = 64;

/** Removes the indexes of sessions that are gone, when they have become many. */
export function pruneIndexes(indexDir: string, sessions: number): void {
	const names = namesIn(indexDir);
	if (names.length < FEW || names.length < sessions * TOO_MANY) return;
	for (const name of names) {
		const path = join(indexDir, name);
		const session = withIndex(path, ({ facts }) => facts.path);
		if (session === undefined || !existsSync(session)) rmSync(path, { force: true });
	}
}

function namesIn(folder: string): string[] {
	try {
		return readdirSync(folder);
	} catch {
		return []; // no folder, no indexes
	}
}
