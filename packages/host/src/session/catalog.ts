import { statSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { SessionHeader } from "./entry.ts";
import { readSessionHeader } from "./read-session-header.ts";
import { namesOf, sessionFilesOf } from "./session-location.ts";
import { SESSION_FILE_ENDING } from "./session-paths.ts";
import { pruneIndexes } from "./store/prune-indexes.ts";
import { type SessionInfo, summarizeSessionFile } from "./summarize-session-file.ts";

export type SessionListProgress = (loaded: number, total: number, partialSessions?: readonly SessionInfo[]) => void;

export interface SessionListOptions {
	/** Only sessions of this working directory. */
	cwd?: string | undefined;
	/** Told after every file, with what is known so far every now and then. */
	onProgress?: SessionListProgress | undefined;
	/** Folder for what spares reading large sessions again; without it, every list reads every file. */
	indexDir?: string | undefined;
}

/** Files read at the same time: more would only wait for the same disk. */
const PARALLEL_FILES = 4;
const FILES_PER_UPDATE = 10;
/** Half a frame of a screen that draws sixty times a second. */
const WORK_MS = 8;

/** The sessions of one folder, those with the latest activity first. */
export async function listSessions(
	sessionDir: string,
	options: SessionListOptions,
	signal: AbortSignal,
): Promise<SessionInfo[]> {
	return summarizeAll(sessionFilesOf(sessionDir), options, signal);
}

/** The sessions of all working directories: those of every folder below the root. */
export async function listAllSessions(
	sessionsRoot: string,
	options: SessionListOptions,
	signal: AbortSignal,
): Promise<SessionInfo[]> {
	const folders = (await readFolder(sessionsRoot)).filter((entry) => entry.isDirectory());
	const files = folders.flatMap(({ name }) =>
		namesOf(join(sessionsRoot, name)).map((file) => join(sessionsRoot, name, file)),
	);
	const found = await summarizeAll(files, options, signal);
	if (options.indexDir !== undefined) pruneIndexes(options.indexDir, files.length);
	return found;
}

/** The file of exactly this id; looks at names before it looks into files (S22). */
export function findSessionById(sessionDir: string, id: string, cwd?: string): string | undefined {
	const files = sessionFilesOf(sessionDir);
	const ending = `_${id}${SESSION_FILE_ENDING}`;
	const likely = files.filter((file) => file.endsWith(ending));
	const ordered = [...likely, ...files.filter((file) => !likely.includes(file))];
	return ordered.find((file) => {
		const header = readSessionHeader(file);
		return header?.id === id && belongsTo(header, cwd);
	});
}

/** The files whose ids begin with these characters (S14). */
export function findSessionsByPartialId(sessionDir: string, partialId: string): string[] {
	return sessionFilesOf(sessionDir).filter((file) => readSessionHeader(file)?.id.startsWith(partialId));
}

/** The session of a folder that was written last. */
export function findMostRecentSession(sessionDir: string, cwd?: string): string | undefined {
	const files = sessionFilesOf(sessionDir).map((path) => ({ path, time: modifiedAt(path) }));
	files.sort((left, right) => right.time - left.time || basename(right.path).localeCompare(basename(left.path)));
	return files.find(({ path }) => {
		const header = readSessionHeader(path);
		return header !== undefined && belongsTo(header, cwd);
	})?.path;
}

async function summarizeAll(
	files: readonly string[],
	options: SessionListOptions,
	signal: AbortSignal,
): Promise<SessionInfo[]> {
	const found: SessionInfo[] = [];
	const queue = (await newestFirst(files)).values();
	let loaded = 0;
	const pause = createPause();
	const work = async (): Promise<void> => {
		for (const path of queue) {
			await pause();
			signal.throwIfAborted();
			const info = await summarizeIfWanted(path, options, signal);
			if (info !== undefined) found.push(info);
			loaded += 1;
			const isUpdate = loaded % FILES_PER_UPDATE === 0;
			options.onProgress?.(loaded, files.length, isUpdate ? byActivity(found) : undefined);
		}
	};
	await Promise.all(Array.from({ length: PARALLEL_FILES }, work));
	return byActivity(found);
}

/** Lets everything else go on now and then: many small files are read without a wait between them. */
function createPause(): () => Promise<void> {
	let last = performance.now();
	return async () => {
		if (performance.now() - last < WORK_MS) return;
		await nextTurn();
		last = performance.now();
	};
}

async function summarizeIfWanted(
	path: string,
	{ cwd, indexDir }: SessionListOptions,
	signal: AbortSignal,
): Promise<SessionInfo | undefined> {
	const header = readSessionHeader(path);
	if (header === undefined || !belongsTo(header, cwd)) return undefined;
	try {
		return await summarizeSessionFile(path, indexDir, signal);
	} catch (error) {
		if (signal.aborted) throw error;
		return undefined; // a file that cannot be read any more is not listed
	}
}

/** Files of early versions name no folder and belong to the one they lie in. */
function belongsTo(header: SessionHeader, cwd: string | undefined): boolean {
	return cwd === undefined || (header.cwd ?? "") === "" || resolve(header.cwd) === resolve(cwd);
}

function byActivity(sessions: readonly SessionInfo[]): SessionInfo[] {
	return sessions.toSorted(
		(left, right) => right.modified.getTime() - left.modified.getTime() || left.path.localeCompare(right.path),
	);
}

async function newestFirst(files: readonly string[]): Promise<string[]> {
	const timed = await Promise.all(files.map(async (path) => ({ path, time: await modifiedLater(path) })));
	return timed.toSorted((left, right) => right.time - left.time).map(({ path }) => path);
}

async function modifiedLater(path: string): Promise<number> {
	try {
		return (await stat(path)).mtimeMs;
	} catch {
		return 0; // gone since it was listed
	}
}

function modifiedAt(path: string): number {
	return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

async function readFolder(folder: string): Promise<{ name: string; isDirectory(): boolean }[]> {
	try {
		return await readdir(folder, { withFileTypes: true });
	} catch {
		return []; // no folder, no sessions
	}
}
