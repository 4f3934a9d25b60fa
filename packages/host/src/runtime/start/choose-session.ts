import { existsSync, statSync } from "node:fs";
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
import { defaultSessionDir } from "../../session/session-location.ts";
import type { Configuration } from "./configuration.ts";

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
}

export interface ChosenSession {
	readonly session: Session;
	/** Whether it held entries already. */
	readonly isResumed: boolean;
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

/** Opens or creates the session of a start. Nothing is written before something is said (S05). */
export function chooseSession(configuration: Configuration, flags: SessionFlags, tools: SessionTools): ChosenSession {
	const { surroundings, brand, settings, dirs } = configuration;
	const { cwd } = surroundings;
	if (flags.noSession) return opened(createMemorySession(cwd, { ...tools, id: flags.sessionId }));
	const setting = configuration.projectTrusted ? settings.settings.sessionDir : settings.configured.sessionDir;
	const named = findSessionDir({ flag: flags.sessionDir, setting }, surroundings, brand);
	const sessionDir = named ?? defaultSessionDir(cwd, dirs.sessionsRoot);
	const place = { cwd, sessionDir };
	if (flags.continueSession) return opened(continueRecentSession(place, tools));
	if (flags.fork !== undefined) {
		const source = locate(flags.fork, configuration, sessionDir);
		if (!existsSync(source)) throw sessionNotFound(flags.fork, sessionDir);
		return opened(forkSession(source, place, { ...tools, id: flags.sessionId }));
	}
	if (flags.session !== undefined) {
		const path = locate(flags.session, configuration, sessionDir);
		return opened(openSession(path, { ...tools, ...(named !== undefined && { sessionDir }), fallbackCwd: cwd }));
	}
	if (flags.sessionId !== undefined) {
		const path = findSessionById(sessionDir, flags.sessionId, cwd);
		if (path !== undefined) return opened(openSession(path, { ...tools, sessionDir, fallbackCwd: cwd }));
	}
	return opened(createSession(place, { ...tools, id: flags.sessionId }));
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

function opened(session: Session): ChosenSession {
	return { session, isResumed: session.index.size > 0 };
}
