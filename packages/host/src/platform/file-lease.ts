import { randomUUID } from "node:crypto";
import {
	linkSync,
	mkdirSync,
	realpathSync,
	renameSync,
	rmdirSync,
	rmSync,
	type Stats,
	statSync,
	utimesSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import {
	type LeaseOwner,
	type LeaseRecord,
	nameDirectory,
	readRecord,
	recordPath,
	writeRecord,
} from "./lease-record.ts";
import { livenessOf, ownIdentity } from "./process-identity.ts";

export interface LeaseOptions {
	/** What others are told about the owner. */
	readonly program: string;
	/** Somebody took the lease away, for example because this machine slept; told once. */
	onLost?: ((owner: LeaseOwner | undefined) => void) | undefined;
}

/** The right to write a file, for one process at a time. Within a process it is shared. */
export interface FileLease {
	isHeld(): boolean;
	release(): void;
}

export type LeaseAttempt =
	| { readonly type: "held"; readonly lease: FileLease }
	/** The owner is not known when a program holds the directory that writes no record. */
	| { readonly type: "owned"; readonly owner: LeaseOwner | undefined };

/** A lock directory whose owner cannot be asked is old after this; the value of proper-lockfile. */
const STALE_MS = 10_000;
const HEARTBEAT_MS = 3000;
const WAIT_MS = 100;
/** Each further try means that somebody else was quicker. */
const MOST_TRIES = 8;

interface Held {
	readonly lockPath: string;
	readonly record: LeaseRecord;
	readonly timer: NodeJS.Timeout;
	readonly listeners: Set<LeaseOptions["onLost"]>;
	users: number;
	isLost: boolean;
}

const held = new Map<string, Held>();
let endsWithProcess = false;

/**
 * Takes the lease, or says who has it. The lock of a process that ended is taken over at once. On disk it is the
 * directory `FILE.lock`, touched every few seconds, so that programs with nothing but that convention respect it.
 */
export function tryLease(path: string, options: LeaseOptions): LeaseAttempt {
	const lockPath = lockPathOf(path);
	const shared = held.get(lockPath);
	if (shared !== undefined && !shared.isLost) return { type: "held", lease: share(shared, options) };
	for (let attempt = 0; attempt < MOST_TRIES; attempt += 1) {
		const outcome = makeDirectory(lockPath) ? "taken" : contend(lockPath);
		if (outcome === "taken") return { type: "held", lease: share(hold(lockPath, options.program), options) };
		if (outcome !== "again") return { type: "owned", owner: outcome.owner };
	}
	return { type: "owned", owner: undefined };
}

/** Resolves with the lease once its owner lets go of it or ends. */
export async function waitForLease(path: string, options: LeaseOptions, signal: AbortSignal): Promise<FileLease> {
	for (;;) {
		signal.throwIfAborted();
		const attempt = tryLease(path, options);
		if (attempt.type === "held") return attempt.lease;
		await wait(WAIT_MS, undefined, { signal });
	}
}

/** Who holds the lease of a file now; takes nothing. */
export function findLeaseOwner(path: string): { readonly owner: LeaseOwner | undefined } | undefined {
	const lockPath = lockPathOf(path);
	const directory = statSync(lockPath, { throwIfNoEntry: false });
	if (directory === undefined) return undefined;
	const record = readRecordOf(lockPath, directory);
	return isOver(record, directory) ? undefined : { owner: record && toOwner(record) };
}

/** One lock for all names of a file. */
function lockPathOf(path: string): string {
	const full = resolve(path);
	try {
		return `${realpathSync(full)}.lock`;
	} catch {
		// Not there yet; its folder may be a link all the same.
		return `${join(realFolder(dirname(full)), basename(full))}.lock`;
	}
}

function realFolder(folder: string): string {
	try {
		return realpathSync(folder);
	} catch {
		return folder; // not there yet either
	}
}

function makeDirectory(lockPath: string): boolean {
	try {
		mkdirSync(dirname(lockPath), { recursive: true });
		mkdirSync(lockPath);
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
		throw error;
	}
}

function contend(lockPath: string): "taken" | "again" | { owner: LeaseOwner | undefined } {
	const directory = statSync(lockPath, { throwIfNoEntry: false });
	if (directory === undefined) return "again";
	const record = readRecordOf(lockPath, directory);
	if (!isOver(record, directory)) return { owner: record && toOwner(record) };
	if (record !== undefined) return takeOver(lockPath, record) ? "taken" : "again";
	removeStale(lockPath);
	return "again";
}

/** The record that speaks of this directory, and not of one before it. */
function readRecordOf(lockPath: string, directory: Stats): LeaseRecord | undefined {
	const record = readRecord(recordPath(lockPath));
	return record?.directory === nameDirectory(directory) ? record : undefined;
}

/** Without a record, only the directory's age counts. */
function isOver(record: LeaseRecord | undefined, directory: Stats): boolean {
	const liveness = record === undefined ? "unknown" : livenessOf(record);
	return liveness === "dead" || (liveness === "unknown" && Date.now() - directory.mtimeMs > STALE_MS);
}

/**
 * Whoever moves the dead owner's record away is the next owner; the others find it gone. The directory is touched
 * first, so that at no moment somebody finds an old directory without a record.
 */
function takeOver(lockPath: string, dead: LeaseRecord): boolean {
	const path = recordPath(lockPath);
	const aside = `${path}.${dead.token}`;
	try {
		touch(lockPath);
		renameSync(path, aside);
	} catch {
		return false; // somebody else was quicker
	}
	if (readRecord(aside)?.token === dead.token) {
		rmSync(aside, { force: true });
		return true;
	}
	try {
		linkSync(aside, path);
	} catch {
		// A new record is there already, which is the one that counts.
	}
	rmSync(aside, { force: true });
	return false;
}

/** Moves the directory away before it is removed: what was renewed in the meantime is put back. */
function removeStale(lockPath: string): void {
	const aside = `${lockPath}.${randomUUID()}`;
	try {
		renameSync(lockPath, aside);
		if (Date.now() - statSync(aside).mtimeMs <= STALE_MS) renameSync(aside, lockPath);
		else rmdirSync(aside);
	} catch {
		// Somebody else was quicker; the next look tells what there is now.
	}
}

function hold(lockPath: string, program: string): Held {
	const directory = nameDirectory(statSync(lockPath));
	const since = new Date().toISOString();
	const record: LeaseRecord = { ...ownIdentity(), program, since, token: randomUUID(), directory };
	try {
		writeRecord(recordPath(lockPath), record);
	} catch (error) {
		// A lock without a record would keep everybody out until it is old.
		rmdirSync(lockPath);
		throw error;
	}
	const timer = setInterval(() => renew(entry), HEARTBEAT_MS);
	timer.unref();
	const entry: Held = { lockPath, record, timer, listeners: new Set(), users: 0, isLost: false };
	held.set(lockPath, entry);
	if (!endsWithProcess) process.once("exit", () => held.forEach(drop));
	endsWithProcess = true;
	return entry;
}

function share(entry: Held, options: LeaseOptions): FileLease {
	entry.users += 1;
	entry.listeners.add(options.onLost);
	let isReleased = false;
	return {
		isHeld: () => !isReleased && !entry.isLost,
		release() {
			if (isReleased) return;
			isReleased = true;
			entry.users -= 1;
			entry.listeners.delete(options.onLost);
			if (entry.users === 0) drop(entry);
		},
	};
}

/** A directory that vanished with its folder is nobody's; one with another record is somebody else's. */
function renew(entry: Held): void {
	const present = readRecord(recordPath(entry.lockPath));
	if (present !== undefined && present.token !== entry.record.token) {
		entry.isLost = true;
		forget(entry);
		for (const listener of entry.listeners) listener?.(toOwner(present));
		return;
	}
	try {
		touch(entry.lockPath);
	} catch {
		// The folder is gone; whoever needs it again begins with a new directory.
	}
}

function drop(entry: Held): void {
	forget(entry);
	const path = recordPath(entry.lockPath);
	if (entry.isLost || readRecord(path)?.token !== entry.record.token) return;
	try {
		rmSync(path, { force: true });
		rmdirSync(entry.lockPath);
	} catch {
		// Gone already, or the folder is read-only now: the next owner finds a process that ended.
	}
}

function forget(entry: Held): void {
	clearInterval(entry.timer);
	if (held.get(entry.lockPath) === entry) held.delete(entry.lockPath);
}

function touch(lockPath: string): void {
	const now = new Date();
	utimesSync(lockPath, now, now);
}

function toOwner({ pid, host, program, since }: LeaseRecord): LeaseOwner {
	return { pid, host, program, since };
}
