import { join } from "node:path";
import type { SessionHeader } from "./entry.ts";

export const SESSION_FILE_ENDING: string = ".jsonl";

/** The folder for the sessions of a working directory, below the root of all sessions (S01). */
export function defaultSessionDir(cwd: string, sessionsRoot: string): string {
	return join(sessionsRoot, `--${cwd.replace(/^[/\\]/, "").replace(/[/\\:]/g, "-")}--`);
}

/** Names begin with the time, so that a folder lists its sessions in order. */
export function sessionFileName(header: Pick<SessionHeader, "id" | "timestamp">): string {
	return `${header.timestamp.replace(/[:.]/g, "-")}_${header.id}${SESSION_FILE_ENDING}`;
}
