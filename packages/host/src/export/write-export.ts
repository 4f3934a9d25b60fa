import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { resolvePath } from "../platform/app-dirs.ts";
import type { ReadonlySession } from "../session/readonly-session.ts";
import { parseHeader } from "../session/store/read-header.ts";
import { exportOverSession } from "./errors.ts";
import { exportFileName, type ExportFormat, formatOf } from "./export-file-name.ts";
import { exportHtml } from "./export-html.ts";
import { exportJsonl } from "./export-jsonl.ts";
import type { ExportHtmlOptions } from "./export-options.ts";
import { readStart } from "./read-start.ts";

export interface ExportTarget {
	/** Relative to the folder below, or from `~`; without it the default name there. */
	readonly output?: string | undefined;
	/** Default: what the ending of the output says. */
	readonly format?: ExportFormat | undefined;
	readonly cwd: string;
	readonly home: string;
	readonly html?: ExportHtmlOptions | undefined;
}

export interface WrittenExport {
	/** As it was asked for. */
	readonly shown: string;
	readonly path: string;
}

/**
 * Writes the active branch to a file, all of it or nothing. An older export of that name is replaced; a session file
 * never is: that throws `export_over_session`.
 */
export async function writeExport(session: ReadonlySession, target: ExportTarget): Promise<WrittenExport> {
	const format = target.format ?? formatOf(target.output);
	const shown = target.output ?? exportFileName(session, format);
	const path = resolvePath(shown, { base: target.cwd, home: target.home });
	if (format === "jsonl" ? existsSync(path) : isSession(path)) throw exportOverSession(shown);
	const text = format === "jsonl" ? exportJsonl(session) : await exportHtml(session, target.html);
	mkdirSync(dirname(path), { recursive: true });
	const temporary = `${path}.${process.pid}.tmp`;
	try {
		writeFileSync(temporary, text);
		renameSync(temporary, path);
	} catch (error) {
		rmSync(temporary, { force: true });
		throw error;
	}
	return { shown, path };
}

function isSession(path: string): boolean {
	const start = readStart(path);
	return start !== undefined && parseHeader(start) !== undefined;
}
