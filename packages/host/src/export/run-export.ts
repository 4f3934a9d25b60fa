import { resolvePath } from "../platform/app-dirs.ts";
import { openSession } from "../session/open-session.ts";
import type { StoreProblemListener } from "../session/store/store.ts";
import { type ExportTarget, type WrittenExport, writeExport } from "./write-export.ts";

export interface ExportRequest {
	/** A session file; relative to the folder, or from `~`. */
	readonly input: string;
	/** The ending `.jsonl` asks for a session file, everything else for a document. */
	readonly output?: string | undefined;
}

export interface ExportSurroundings extends Omit<ExportTarget, "output" | "format"> {
	readonly onProblem?: StoreProblemListener | undefined;
}

/**
 * What `--export input [output]` does: the session is opened for viewing, exported and closed. Rejects with one line
 * for what is no session, cannot be read or may not be written.
 */
export async function runExport(request: ExportRequest, surroundings: ExportSurroundings): Promise<WrittenExport> {
	const { onProblem, ...target } = surroundings;
	const file = resolvePath(request.input, { base: target.cwd, home: target.home });
	const session = openSession(file, { access: "view", fallbackCwd: target.cwd, onProblem });
	try {
		return await writeExport(session, { ...target, output: request.output });
	} finally {
		session.close();
	}
}
