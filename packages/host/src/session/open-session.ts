import { statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { findLeaseOwner, waitForLease } from "../platform/file-lease.ts";
import { BRAND } from "../platform/host-facts.ts";
import type { LeaseOwner } from "../platform/lease-record.ts";
import { findMostRecentSession } from "./catalog.ts";
import { SESSION_VERSION, type SessionEntry, type SessionHeader } from "./entry.ts";
import { entryNotFound } from "./errors.ts";
import { Session } from "./session.ts";
import { assertValidSessionId, createSessionId, type EntryIdSource } from "./session-id.ts";
import { sessionFileName } from "./session-paths.ts";
import { JsonlStore, type JsonlStoreOptions } from "./store/jsonl-store.ts";
import { MemoryStore } from "./store/memory-store.ts";
import type { StoreProblemListener, SyncPolicy } from "./store/store.ts";
import { allPositions, branchTo } from "./tree.ts";
import { type WriterClaim, WriterLease } from "./writer-lease.ts";

/**
 * `write`: the right to write is taken with the first append, which throws `session_in_use` when another process has
 * it. `own`: the same at once. `view`: nothing is ever written.
 */
export type SessionAccess = "write" | "own" | "view";

/** What every session gets from its surroundings. */
export interface SessionTools {
	now?: (() => number) | undefined;
	createEntryId?: EntryIdSource | undefined;
	onProblem?: StoreProblemListener | undefined;
	/** Folder for what spares reading large sessions, below the agent directory; without it, every start reads all. */
	indexDir?: string | undefined;
	/** When appended entries become durable; default "group". */
	sync?: SyncPolicy | undefined;
	/** How an existing file is opened; default "write". */
	access?: SessionAccess | undefined;
	/** What other processes are told about this one while it writes the session; default: the name of the product. */
	program?: string | undefined;
}

export interface OpenSessionOptions extends SessionTools {
	sessionDir?: string | undefined;
	/** Takes the place of the folder the header names. */
	cwd?: string | undefined;
	fallbackCwd: string;
}

export interface NewSessionOptions extends SessionTools {
	/** Default: a new UUID. */
	id?: string | undefined;
	/** File of the session it comes from. */
	parentSession?: string | undefined;
}

/** Where a new session runs and is stored. */
export interface SessionPlace {
	cwd: string;
	sessionDir: string;
}

/** A new session. Its file appears with the first user or assistant message (S05). */
export function createSession(place: SessionPlace, options: NewSessionOptions = {}): Session {
	const header = createHeader(place.cwd, options);
	return createAt(join(resolve(place.sessionDir), sessionFileName(header)), header, { place, tools: options });
}

/**
 * Opens a file. One that is missing or empty becomes a new session under that name; one that is something else is
 * refused. Throws `session_in_use` where the access asks for it.
 */
export function openSession(path: string, options: OpenSessionOptions): Session {
	const file = resolve(path);
	const sessionDir = options.sessionDir ?? dirname(file);
	const lease = leaseFor(file, options);
	if (options.access === "own") lease.claim();
	try {
		const isNew = options.access !== "view" && (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0;
		if (isNew) {
			const place = { cwd: resolve(options.cwd ?? options.fallbackCwd), sessionDir };
			return createAt(file, createHeader(place.cwd, options), { place, tools: options, lease });
		}
		const store = JsonlStore.open(file, { ...storeOptions(options), lease, isReadOnly: options.access === "view" });
		// Sessions of early versions do not say where they ran.
		const cwd = options.cwd ?? store.header.cwd ?? options.fallbackCwd;
		return new Session({ store, cwd: resolve(cwd), sessionDir, ...toolsOf(options) });
	} catch (error) {
		lease.release();
		throw error;
	}
}

/** Opens a session for writing once no other process writes it. */
export async function waitForSession(path: string, options: OpenSessionOptions, signal: AbortSignal): Promise<Session> {
	const waited = await waitForLease(resolve(path), { program: options.program ?? BRAND.name }, signal);
	try {
		return openSession(path, { ...options, access: "own" });
	} finally {
		waited.release();
	}
}

/** Who writes a session now; `owner` is missing for a program that does not say. Undefined when nobody does. */
export function findSessionOwner(path: string): { readonly owner: LeaseOwner | undefined } | undefined {
	return findLeaseOwner(resolve(path));
}

/** The session of this folder that was written last, or a new one (S14). */
export function continueRecentSession(place: SessionPlace, tools: SessionTools = {}): Session {
	const recent = findMostRecentSession(place.sessionDir, place.cwd);
	if (recent === undefined) return createSession(place, tools);
	const { cwd, sessionDir } = place;
	return openSession(recent, { ...tools, cwd, sessionDir, fallbackCwd: cwd });
}

/** A session that is not stored, with entries that are held elsewhere, if any. */
export function createMemorySession(
	cwd: string,
	options: NewSessionOptions & { header?: SessionHeader | undefined; entries?: Iterable<SessionEntry> } = {},
): Session {
	const header = options.header ?? createHeader(cwd, options);
	const store = new MemoryStore(header, options.entries);
	return new Session({ store, cwd: resolve(cwd), sessionDir: "", ...toolsOf(options) });
}

/** A new session with everything another one holds (S13). The other file is only read. */
export function forkSession(sourcePath: string, place: SessionPlace, options: NewSessionOptions = {}): Session {
	const source = JsonlStore.open(resolve(sourcePath), { ...storeOptions(options), isReadOnly: true });
	try {
		const fork = createSession(place, { ...options, parentSession: options.parentSession ?? resolve(sourcePath) });
		fork.adoptAll(source.readEach(allPositions(source.index)));
		return fork;
	} finally {
		source.close();
	}
}

/**
 * A new session with one branch of another: from the root to the given entry, with the labels its entries have now.
 * Stored if the other is.
 */
export function extractBranch(session: Session, leafId: string, options: NewSessionOptions = {}): Session {
	const { index } = session;
	const leaf = index.positionOf(leafId);
	if (leaf === undefined) throw entryNotFound(leafId);
	const parentSession = options.parentSession ?? session.getSessionFile();
	const place = { cwd: session.getCwd(), sessionDir: session.getSessionDir() };
	const isStored = session.getSessionFile() !== undefined;
	const complete = { ...options, parentSession };
	const target = isStored ? createSession(place, complete) : createMemorySession(place.cwd, complete);
	const branch = branchTo(index, leaf);
	target.adoptAll(session.readEach(branch));
	for (const position of branch) carryLabel(session, target, index.idAt(position));
	return target;
}

/** Labels set on other branches come along; those set on the branch itself are there already. */
function carryLabel(from: Session, to: Session, targetId: string): void {
	const label = from.getLabel(targetId);
	if (label !== to.getLabel(targetId)) to.append({ type: "label", targetId, label });
}

interface NewSessionFile {
	place: SessionPlace;
	tools: SessionTools;
	lease?: WriterClaim;
}

function createAt(path: string, header: SessionHeader, { place, tools, lease }: NewSessionFile): Session {
	const store = JsonlStore.create(path, header, { ...storeOptions(tools), lease: lease ?? leaseFor(path, tools) });
	return new Session({ store, cwd: header.cwd, sessionDir: place.sessionDir, ...toolsOf(tools) });
}

function leaseFor(path: string, { program, onProblem }: SessionTools): WriterLease {
	const onLost = (owner: LeaseOwner | undefined): void => onProblem?.({ type: "lease_lost", path, owner });
	return new WriterLease(path, { program: program ?? BRAND.name, onLost });
}

function storeOptions({ onProblem, indexDir, sync }: SessionTools): JsonlStoreOptions {
	return { onProblem, indexDir, sync };
}

function createHeader(cwd: string, options: NewSessionOptions): SessionHeader {
	const now = (options.now ?? Date.now)();
	const id = options.id ?? createSessionId(now);
	assertValidSessionId(id);
	const { parentSession } = options;
	return {
		type: "session",
		version: SESSION_VERSION,
		id,
		timestamp: new Date(now).toISOString(),
		cwd: resolve(cwd),
		...(parentSession !== undefined && { parentSession }),
	};
}

function toolsOf({ now, createEntryId }: SessionTools): SessionTools {
	return { now, createEntryId };
}
