import { dirname } from "node:path";
import { resolvePath } from "../../platform/app-dirs.ts";
import {
	createMemorySession,
	createSession,
	extractBranch,
	forkSession,
	openSession,
	type SessionTools,
} from "../../session/open-session.ts";
import { readSessionHeader } from "../../session/read-session-header.ts";
import type { Session } from "../../session/session.ts";
import {
	isFolder,
	type MissingFolderChoice,
	type MissingSessionFolder,
	MissingSessionFolderError,
} from "./missing-session-folder.ts";

/** A new session for the folder of another one: empty, or with its branch up to `leafId`. */
export function createReplacement(
	from: Session,
	{ parentSession, leafId }: { parentSession?: string | undefined; leafId?: string | undefined },
	tools: SessionTools,
): Session {
	const options = { ...tools, parentSession };
	if (leafId !== undefined) return extractBranch(from, leafId, options);
	if (from.getSessionFile() === undefined) return createMemorySession(from.getCwd(), options);
	return createSession({ cwd: from.getCwd(), sessionDir: from.getSessionDir() }, options);
}

export interface OpeningPlace {
	/** What a relative path is relative to, and the folder of sessions that name none. */
	readonly cwd: string;
	readonly home: string;
	readonly tools: SessionTools;
	/** Asks a user about a session whose folder is gone; without anybody to ask it is refused (S15). */
	readonly ask?: ((missing: MissingSessionFolder) => Promise<MissingFolderChoice | undefined>) | undefined;
}

/** A path that does not exist yet becomes a new session under that name (K07). Undefined when a user wants none. */
export async function openReplacement(path: string, from: Session, place: OpeningPlace): Promise<Session | undefined> {
	const { cwd, home, tools, ask } = place;
	const file = resolvePath(path, { base: cwd, home });
	const folder = readSessionHeader(file)?.cwd;
	if (folder === undefined || folder === "" || isFolder(folder))
		return openSession(file, { ...tools, fallbackCwd: cwd });
	const missing = { file, folder, cwd };
	if (ask === undefined) throw new MissingSessionFolderError(missing);
	const choice = await ask(missing);
	if (choice === undefined) return undefined;
	if (choice === "continue") return openSession(file, { ...tools, cwd, fallbackCwd: cwd });
	return forkSession(file, { cwd, sessionDir: from.getSessionDir() || dirname(file) }, tools);
}
