import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { Diagnostic } from "../../base/diagnostic.ts";
import { findSessionDir, resolvePath } from "../../platform/app-dirs.ts";
import { findSessionById, findSessionsByPartialId } from "../../session/catalog.ts";
import {
	continueRecentSession,
	createMemorySession,
	createSession,
	forkSession,
	openSession,
	type SessionTools,
} from "../../session/open-session.ts";
import type { Session } from "../../session/session.ts";
import { readSessionHeader } from "../../session/read-session-header.ts";
import { defaultSessionDir } from "../../session/session-location.ts";
import type { Configuration } from "./configuration.ts";
import { isFolder, type MissingFolderChoice, MissingSessionFolderError } from "./missing-session-folder.ts";

/** What the command line says about the session (S14). */
export interface SessionFlags {
	readonly noSession?: boolean;
	readonly continueSession?: boolean;
	/** A path, an id or the beginning of one. */
	readonly session?: string | undefined;
	readonly sessionId?: string | undefined;
	/** The same, for a session whose entries a new one begins with. */
	readonly fork?: string | undefined;
	readonly sessionDir?: string | undefined;
	/** What a user said about a session whose folder is gone; without a word it is refused (S15). */
	readonly missingFolder?: MissingFolderChoice | undefined;
}

export interface ChosenSession {
	readonly session: Session;
	/** Whether it held entries already. */
	readonly isResumed: boolean;
	readonly diagnostics: readonly Diagnostic[];
}

/** No session answers to the name; the message says where was looked. */
export function sessionNotFound(name: string, sessionDir: string): Error {
	return new Error(
		`No session "${name}": there is no such file, and no session in ${sessionDir} has an id that begins so`,
	);
}

export function sessionIsNoFile(path: string): Error {
	return new Error(`${path} is not a session: it is no file; name a session file or an id`);
}

export function sessionAmbiguous(name: string, paths: readonly string[]): Error {
	return new Error(
		`"${name}" fits ${paths.length} sessions; give more of the id:\n${paths.map((path) => `  ${path}`).join("\n")}`,
	);
}

/** Where the sessions of a start are; `named` when somebody asked for that folder. */
export function sessionDirOf(
	configuration: Configuration,
	flags: Pick<SessionFlags, "sessionDir">,
): { sessionDir: string; named: string | undefined } {
	const { surroundings, brand, settings, dirs } = configuration;
	const { sessionDir: setting } = settings.settings;
	const named = findSessionDir({ flag: flags.sessionDir, setting }, surroundings, brand);
	return { sessionDir: named ?? defaultSessionDir(surroundings.cwd, dirs.sessionsRoot), named };
}

/**
 * The folder in which the session that the flags name runs; undefined for all that run where the program was started.
 * Throws for a session that is not there, or whose folder is not.
 */
export function findSessionFolder(configuration: Configuration, flags: SessionFlags): string | undefined {
	if (flags.noSession || flags.session === undefined || flags.continueSession) return undefined;
	const { sessionDir } = sessionDirOf(configuration, flags);
	return folderOf(locate(flags.session, configuration, sessionDir), configuration, flags);
}

/** Opens or creates the session of a start. Nothing is written before something is said (S05). */
export function chooseSession(configuration: Configuration, flags: SessionFlags, tools: SessionTools): ChosenSession {
	const { cwd } = configuration.surroundings;
	if (flags.noSession) return opened(createMemorySession(cwd, { ...tools, id: flags.sessionId }));
	const { sessionDir, named } = sessionDirOf(configuration, flags);
	const place = { cwd, sessionDir };
	if (flags.continueSession) return opened(continueRecentSession(place, tools));
	if (flags.fork !== undefined) {
		const source = locate(flags.fork, configuration, sessionDir);
		if (!existsSync(source)) throw sessionNotFound(flags.fork, sessionDir);
		return opened(forkSession(source, place, { ...tools, id: flags.sessionId }));
	}
	if (flags.session !== undefined) {
		const path = locate(flags.session, configuration, sessionDir);
		const folder = folderOf(path, configuration, flags);
		if (folder === cwd && flags.missingFolder === "fork") return opened(forkSession(path, place, tools));
		const options = { ...tools, ...(named !== undefined && { sessionDir }), cwd: folder, fallbackCwd: cwd };
		return opened(openSession(path, options));
	}
	if (flags.sessionId === undefined) return opened(createSession(place, tools));
	const path = findSessionById(sessionDir, flags.sessionId, cwd);
	if (path !== undefined) return opened(openSession(path, { ...tools, sessionDir, fallbackCwd: cwd }));
	const message = `No session of this folder has the id ${flags.sessionId}: a new one begins under it`;
	return opened(createSession(place, { ...tools, id: flags.sessionId }), [{ severity: "warning", message }]);
}

/** Sessions of early versions, and those that do not exist yet, name no folder. */
function folderOf(path: string, { surroundings }: Configuration, flags: SessionFlags): string | undefined {
	const { cwd } = readSessionHeader(path) ?? {};
	if (cwd === undefined || cwd === "") return undefined;
	if (isFolder(cwd)) return resolve(cwd);
	if (flags.missingFolder !== undefined) return surroundings.cwd;
	throw new MissingSessionFolderError({ file: path, folder: cwd, cwd: surroundings.cwd });
}

function locate(name: string, { surroundings }: Configuration, sessionDir: string): string {
	const path = resolvePath(name, { base: surroundings.cwd, home: surroundings.home });
	const stats = statSync(path, { throwIfNoEntry: false });
	if (stats?.isFile()) return path;
	if (stats !== undefined) throw sessionIsNoFile(path);
	const found = findSessionsByPartialId(sessionDir, name);
	if (found.length === 1) return found[0]!;
	if (found.length > 1) throw sessionAmbiguous(name, found);
	// A path that does not exist yet becomes a new session under that name (K07).
	if (/[/\\]|\.jsonl$/.test(name)) return path;
	throw sessionNotFound(name, sessionDir);
}

function opened(session: Session, diagnostics: readonly Diagnostic[] = []): ChosenSession {
	return { session, isResumed: session.index.size > 0, diagnostics };
}
