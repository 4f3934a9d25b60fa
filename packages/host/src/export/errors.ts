export type ExportErrorCode = "export_over_session" | "import_not_stored";

/** A refusal of this room. Callers test `code`; the message is one line for the user. */
export class ExportError extends Error {
	readonly code: ExportErrorCode;

	constructor(code: ExportErrorCode, message: string, cause?: unknown) {
		super(message, cause === undefined ? undefined : { cause });
		this.name = "ExportError";
		this.code = code;
	}
}

/** Session files are never written over, whatever is asked for. */
export function exportOverSession(path: string): ExportError {
	return new ExportError("export_over_session", `${path} exists already: name another file for the export`);
}

export function importNotStored(folder: string, cause: unknown): ExportError {
	const reason = cause instanceof Error ? cause.message : String(cause);
	return new ExportError("import_not_stored", `The session cannot be stored in ${folder}: ${reason}`, cause);
}
