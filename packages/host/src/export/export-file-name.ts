import { basename } from "node:path";
import type { ReadonlySession } from "../session/readonly-session.ts";
import { SESSION_FILE_ENDING, sessionFileName } from "../session/session-paths.ts";

export type ExportFormat = "html" | "jsonl";

/** `pi-session-<time>_<id>` with the ending of the format (H01): the name of the session's file, or what it would be. */
export function exportFileName(session: ReadonlySession, format: ExportFormat): string {
	const file = session.getSessionFile() ?? sessionFileName(session.getHeader());
	return `pi-session-${basename(file, SESSION_FILE_ENDING)}.${format}`;
}

/** The ending decides; anything else than a session file is a document. */
export function formatOf(path: string | undefined): ExportFormat {
	return path?.toLowerCase().endsWith(SESSION_FILE_ENDING) === true ? "jsonl" : "html";
}
