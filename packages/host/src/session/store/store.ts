import type { SessionEntry, SessionHeader } from "../entry.ts";
import type { LeaseOwner } from "../../platform/lease-record.ts";
import type { SessionIndex } from "./session-index.ts";

/**
 * Where the entries of one session are kept. It only ever grows. A store holds no list of parsed entries: it knows the
 * index, and reads what it is asked for.
 */
export interface SessionStore {
	readonly header: SessionHeader;
	/** May be another object after an append. */
	readonly index: SessionIndex;
	/** Undefined when the session is not stored. */
	readonly file: string | undefined;
	/**
	 * Adds the entry as one line. It counts at once, even when it cannot be written: then the store reports that, keeps
	 * the line and writes it with a later one.
	 */
	append(entry: SessionEntry): void;
	/** The same for many, with few writes. */
	appendAll(entries: Iterable<SessionEntry>): void;
	/** Undefined when there is no such entry, or its line is damaged. */
	read(id: string): SessionEntry | undefined;
	/** Reads many in the order given, neighbours together; damaged lines are left out. */
	readEach(positions: Iterable<number>): Iterable<SessionEntry>;
	/**
	 * Resolves once everything appended will survive the machine losing power, or with false when it would not: the disk
	 * refuses, or the store was told not to wait for it.
	 */
	flush(): Promise<boolean>;
	/** Takes in what others appended; true when there was something. */
	refresh(): boolean;
	/**
	 * Writes what could not be written before, where that is possible now, and lets go of the file. What was appended is
	 * durable when this returns.
	 */
	close(): void;
}

/**
 * When appended lines become durable: before `append` returns, in the background with one call to the disk for all that
 * waits, or when the system finds the time. A line survives the end of the process in each case.
 */
export type SyncPolicy = "always" | "group" | "off";

/** Something happened to the file. The session goes on in each case. */
export type StoreProblem =
	/** The last line is half a record, as a killed program leaves it. It stays; what follows begins on a new line. */
	| { type: "torn_tail"; path: string; line: number; bytes: number }
	/** Lines that are no entries. They stay in the file. */
	| { type: "broken_lines"; path: string; lines: readonly number[] }
	/** An entry's place in the tree is known, its content is not readable. */
	| { type: "unreadable_entry"; path: string; id: string }
	| { type: "read_failed"; path: string; message: string }
	/** Reported once until writing works again. */
	| { type: "write_failed"; path: string; message: string }
	/** Lines were written, but the disk does not vouch for them. They are written anew with the next ones. */
	| { type: "sync_failed"; path: string; message: string }
	/** Another process took the session over; appending is refused from now on. */
	| { type: "lease_lost"; path: string; owner: LeaseOwner | undefined }
	| { type: "write_resumed"; path: string; written: number }
	/** The file was deleted, and is whole again. */
	| { type: "recreated"; path: string }
	/** Another file stood in its place; that one is kept under the other name. */
	| { type: "set_aside"; path: string; keptAs: string }
	/** Somebody cut the file; entries that were still in memory are written again. */
	| { type: "truncated"; path: string; lost: number }
	/** The file had an older format; the old one is kept under the other name. */
	| { type: "migrated"; path: string; from: number; keptAs: string };

export type StoreProblemListener = (problem: StoreProblem) => void;

/** Whether an entry makes a session worth a file: nothing but set-up leaves none behind (S05). */
export function isConversation(entry: SessionEntry): boolean {
	return entry.type === "message" && (entry.message.role === "user" || entry.message.role === "assistant");
}
