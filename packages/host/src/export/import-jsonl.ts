import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isRecord } from "../base/is-record.ts";
import { SESSION_VERSION, type SessionEntry, type SessionHeader } from "../session/entry.ts";
import { newerSessionVersion, notASession } from "../session/errors.ts";
import { createMemorySession, openSession, type SessionTools } from "../session/open-session.ts";
import type { Session } from "../session/session.ts";
import { assertValidSessionId } from "../session/session-id.ts";
import { sessionFileName } from "../session/session-paths.ts";
import { migrateValues } from "../session/store/migrate.ts";
import { parseHeader } from "../session/store/read-header.ts";
import { importNotStored } from "./errors.ts";

export interface ImportPlace {
	/** Folder of the new session file; empty keeps the session in memory. */
	readonly sessionDir: string;
	/** For sessions that do not say where they ran. */
	readonly cwd: string;
	/** Where the text comes from, for messages. */
	readonly source?: string | undefined;
}

/**
 * Takes over a session from the text of its file (S17), with its id and its working directory. The file in the folder
 * is a new one: nothing is written over. Throws `not_a_session`, `newer_session_version` and `invalid_session_id` for
 * what is no session; lines that are damaged are reported and kept.
 */
export function importJsonl(text: string, place: ImportPlace, tools: SessionTools = {}): Session {
	const source = place.source ?? "The text";
	const bytes = Buffer.from(text.replace(/^\uFEFF/, ""));
	const line = parseHeader(bytes);
	if (line === undefined) throw notASession(source);
	if (line.version > SESSION_VERSION) throw newerSessionVersion(source, line.version, SESSION_VERSION);
	assertValidSessionId(line.header.id);
	if (place.sessionDir === "") return importToMemory(bytes.toString(), { place, source, tools });
	const file = store(bytes, place.sessionDir, fileNameOf(line.header));
	return openSession(file, { ...tools, sessionDir: place.sessionDir, fallbackCwd: place.cwd });
}

/** The time becomes part of a name: only a time may. */
function fileNameOf({ id, timestamp }: SessionHeader): string {
	const time = new Date(timestamp);
	return sessionFileName({
		id,
		timestamp: Number.isNaN(time.getTime()) ? new Date(0).toISOString() : time.toISOString(),
	});
}

/** Writes the file under this name, or the next one that is free; the same content is not stored twice. */
function store(bytes: Buffer, folder: string, name: string): string {
	try {
		mkdirSync(folder, { recursive: true });
		for (let count = 1; ; count += 1) {
			const path = join(folder, count === 1 ? name : name.replace(/(\.[^.]*)$/, `-${count}$1`));
			if (writeNew(path, bytes) || readFileSync(path).equals(bytes)) return path;
		}
	} catch (error) {
		throw importNotStored(folder, error);
	}
}

/** False when there is a file of that name. */
function writeNew(path: string, bytes: Buffer): boolean {
	try {
		writeFileSync(path, bytes, { flag: "wx" });
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
		// Half a file is worse than none.
		rmSync(path, { force: true });
		throw error;
	}
}

interface MemoryImport {
	readonly place: ImportPlace;
	readonly source: string;
	readonly tools: SessionTools;
}

function importToMemory(text: string, { place, source, tools }: MemoryImport): Session {
	const values: Record<string, unknown>[] = [];
	const broken: number[] = [];
	for (const [at, line] of text.split("\n").entries()) {
		if (line.trim() === "") continue;
		const value = parseLine(line);
		if (value === undefined || (at > 0 && typeof value["type"] !== "string")) broken.push(at + 1);
		else values.push(value);
	}
	if (broken.length > 0) tools.onProblem?.({ type: "broken_lines", path: source, lines: broken });
	migrateValues(values);
	const [header, ...entries] = values as unknown as [SessionHeader, ...SessionEntry[]];
	return createMemorySession(header.cwd ?? place.cwd, { ...tools, header, entries });
}

function parseLine(line: string): Record<string, unknown> | undefined {
	try {
		const value: unknown = JSON.parse(line);
		return isRecord(value) ? value : undefined;
	} catch {
		return undefined; // counted as broken
	}
}
