import { readFileSync, renameSync, rmSync, type Stats, writeFileSync } from "node:fs";
import type { ProcessIdentity } from "./process-identity.ts";

/** Who holds a lease, in words for a user. */
export interface LeaseOwner {
	readonly pid: number;
	readonly host: string;
	/** What the owner calls itself. */
	readonly program: string;
	/** ISO 8601. */
	readonly since: string;
}

/**
 * What lies beside a lock directory. The directory itself stays empty: programs that know only the directory remove it
 * when it is old, which works for an empty one only.
 */
export interface LeaseRecord extends LeaseOwner, ProcessIdentity {
	/** Unique for each acquisition. */
	readonly token: string;
	/** The directory this speaks of; a record that outlived its directory says nothing about the next one. */
	readonly directory: string;
}

export function recordPath(lockPath: string): string {
	return `${lockPath}.owner`;
}

/** Names one directory, also against a later one that got the same inode. */
export function nameDirectory(stats: Stats): string {
	return `${stats.dev}:${stats.ino}:${stats.birthtimeMs}`;
}

export function readRecord(path: string): LeaseRecord | undefined {
	try {
		const value = JSON.parse(readFileSync(path, "utf8")) as Partial<LeaseRecord> | null;
		const isWhole = typeof value?.token === "string" && typeof value.pid === "number";
		return isWhole ? (value as LeaseRecord) : undefined;
	} catch {
		return undefined; // none, or somebody else's file: then only the directory counts
	}
}

/** Appears at once or not at all. */
export function writeRecord(path: string, record: LeaseRecord): void {
	const temporary = `${path}.${record.token}`;
	try {
		writeFileSync(temporary, `${JSON.stringify(record)}\n`, { mode: 0o600, flag: "wx" });
		renameSync(temporary, path);
	} catch (error) {
		rmSync(temporary, { force: true });
		throw error;
	}
}
