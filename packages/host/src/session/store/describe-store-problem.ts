import type { Diagnostic } from "../../base/diagnostic.ts";
import type { StoreProblem } from "./store.ts";

const LINES_NAMED = 5;

/** The problem in one line for the user. */
export function describeStoreProblem(problem: StoreProblem): Diagnostic {
	const severity = problem.type.endsWith("_failed") ? "error" : QUIET.has(problem.type) ? "info" : "warning";
	const line = problem.type === "torn_tail" ? { line: problem.line } : {};
	return { severity, path: problem.path, message: messageOf(problem), ...line };
}

const QUIET: ReadonlySet<StoreProblem["type"]> = new Set(["write_resumed", "migrated"]);

function messageOf(problem: StoreProblem): string {
	switch (problem.type) {
		case "torn_tail":
			return `the session's last line is incomplete (${problem.bytes} bytes); it is kept and skipped`;
		case "broken_lines":
			return `skipped ${problem.lines.length} damaged ${plural("line", problem.lines.length)} of the session: ${nameLines(problem.lines)}`;
		case "unreadable_entry":
			return `entry ${problem.id} of the session is damaged and left out`;
		case "read_failed":
			return `the session cannot be read (${problem.message})`;
		case "write_failed":
			return `the session cannot be saved (${problem.message}); it goes on in memory and is written when that works again`;
		case "sync_failed":
			return `the disk may have lost the end of the session (${problem.message}); it is written again with what follows`;
		case "lease_lost":
			return `another process (${problem.owner?.program ?? "unknown"}, ${problem.owner?.pid ?? "?"}) took the session over; what follows is not saved`;
		case "write_resumed":
			return `the session is saved again (${problem.written} ${plural("entry", problem.written)})`;
		case "recreated":
			return "the session file was deleted and has been written again";
		case "set_aside":
			return `the session file was replaced by another one, which is kept as ${problem.keptAs}`;
		case "truncated":
			return `the session file was cut by another program; ${problem.lost} ${plural("entry", problem.lost)} lost`;
		case "migrated":
			return `the session was converted from format ${problem.from}; the original is kept as ${problem.keptAs}`;
	}
}

function nameLines(lines: readonly number[]): string {
	const named = lines.slice(0, LINES_NAMED).join(", ");
	return lines.length > LINES_NAMED ? `${named} …` : named;
}

function plural(word: string, count: number): string {
	if (count === 1) return word;
	return word.endsWith("y") ? `${word.slice(0, -1)}ies` : `${word}s`;
}
