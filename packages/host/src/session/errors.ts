import type { LeaseOwner } from "../platform/lease-record.ts";

export type SessionErrorCode =
	| "not_a_session"
	| "newer_session_version"
	| "invalid_session_id"
	| "entry_not_found"
	| "entry_not_editable"
	| "entry_not_on_branch"
	| "file_exists"
	| "unreadable_session"
	| "session_in_use"
	| "session_read_only"
	| "repair_failed";

/** A refusal of this room. Callers test `code`; the message is one line for the user. */
export class SessionError extends Error {
	readonly code: SessionErrorCode;

	constructor(code: SessionErrorCode, message: string, cause?: unknown) {
		super(message, cause === undefined ? undefined : { cause });
		this.name = "SessionError";
		this.code = code;
	}
}

export function notASession(path: string, cause?: unknown): SessionError {
	return new SessionError("not_a_session", `${path}:1 is not a session: its first line is not a session header`, cause);
}

export function newerSessionVersion(path: string, version: number, supported: number): SessionError {
	return new SessionError(
		"newer_session_version",
		`${path}:1 has session version ${version}, this program reads up to ${supported}: update it to open the session`,
	);
}

export function invalidSessionId(): SessionError {
	return new SessionError(
		"invalid_session_id",
		"Session id must be non-empty, contain only alphanumeric characters, '-', '_', and '.', and start and end with an alphanumeric character",
	);
}

export function entryNotFound(id: string): SessionError {
	return new SessionError("entry_not_found", `Entry ${id} not found`);
}

export function entryNotEditable(id: string): SessionError {
	return new SessionError("entry_not_editable", `Entry ${id} does not contribute editable model content`);
}

export function entryNotOnBranch(id: string): SessionError {
	return new SessionError("entry_not_on_branch", `Entry ${id} is not on the active branch`);
}

/** The system does not let the file be read. */
export function unreadableSession(path: string, cause: unknown): SessionError {
	return new SessionError("unreadable_session", describeReadFailure(path, cause), cause);
}

/** Why a session file cannot be used, in one line that names it. */
export function describeReadFailure(path: string, cause: unknown): string {
	if (cause instanceof SessionError) return cause.message;
	const { code = "", message } = cause as NodeJS.ErrnoException;
	return `${path}:1 cannot be read: ${REASONS[code] ?? message.replaceAll("\n", " ")}`;
}

const REASONS: Readonly<Record<string, string>> = {
	EACCES: "permission denied",
	EPERM: "permission denied",
	EISDIR: "it is a folder",
	ENOENT: "there is no such file",
	EIO: "the disk fails",
};

/** Another process writes the session. `owner` says who, where that is known. */
export class SessionInUseError extends SessionError {
	readonly owner: LeaseOwner | undefined;

	constructor(path: string, owner: LeaseOwner | undefined) {
		const who = owner === undefined ? "another program" : describeOwner(owner);
		super(
			"session_in_use",
			`${path} is in use by ${who}: view it (--export ${path}), fork it (--fork ${path}), or wait until that ends`,
		);
		this.owner = owner;
	}
}

export function sessionInUse(path: string, owner: LeaseOwner | undefined): SessionInUseError {
	return new SessionInUseError(path, owner);
}

function describeOwner({ program, pid, host, since }: LeaseOwner): string {
	return `${program} (process ${pid} on ${host}, since ${since})`;
}

export function sessionReadOnly(path: string): SessionError {
	return new SessionError("session_read_only", `${path} is open for viewing only`);
}

/** What a repair wrote is not what it should be; the file was left alone. */
export function repairFailed(path: string): SessionError {
	return new SessionError("repair_failed", `${path} cannot be repaired and was left as it is`);
}

export function sessionFileExists(path: string): SessionError {
	return new SessionError("file_exists", `${path} was created by another program in the meantime`);
}
