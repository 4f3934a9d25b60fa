export type SessionErrorCode =
	| "not_a_session"
	| "newer_session_version"
	| "invalid_session_id"
	| "entry_not_found"
	| "entry_not_editable"
	| "entry_not_on_branch"
	| "file_exists";

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
	return new SessionError("not_a_session", `${path} is not a session: its first line is not a session header`, cause);
}

export function newerSessionVersion(path: string, version: number, supported: number): SessionError {
	return new SessionError(
		"newer_session_version",
		`${path} has session version ${version}, this program reads up to ${supported}: update it to open the session`,
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

export function sessionFileExists(path: string): SessionError {
	return new SessionError("file_exists", `${path} was created by another program in the meantime`);
}
