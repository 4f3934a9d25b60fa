import type { SessionInfo } from "../../session/summarize-session-file.ts";

/** As many as are worth reading before an id is copied. */
const MOST_SHOWN = 10;

const SHOWN_CHARACTERS = 60;
const UNITS = [
	["day", 86_400_000],
	["hour", 3_600_000],
	["minute", 60_000],
] as const;

export interface RecentSessionsOptions {
	/** Whose sessions they are. */
	readonly folder: string;
	/** What the program is called. */
	readonly program: string;
	readonly now: number;
}

/** What `--resume` says where there is no terminal to choose in: the latest sessions, and how to open one. */
export function describeRecentSessions(
	sessions: readonly SessionInfo[],
	{ folder, program, now }: RecentSessionsOptions,
): string {
	if (sessions.length === 0) return `--resume: ${folder} has no sessions yet; begin one with ${program} -p "…"`;
	const shown = sessions.slice(0, MOST_SHOWN);
	const ages = shown.map(({ modified }) => ageOf(now - modified.getTime()));
	const widths = [
		Math.max(...shown.map(({ id }) => id.length)),
		Math.max(...ages.map(({ length }) => length)),
	] as const;
	const rows = shown.map(
		(session, at) => `  ${session.id.padEnd(widths[0])}  ${ages[at]!.padEnd(widths[1])}  ${titleOf(session)}`,
	);
	return [
		`--resume needs a terminal to choose in. The latest sessions of ${folder}:`,
		...rows,
		`Open one with ${program} --session ID, the last one with ${program} --continue.`,
	].join("\n");
}

function ageOf(milliseconds: number): string {
	for (const [unit, length] of UNITS) {
		const count = Math.floor(milliseconds / length);
		if (count > 0) return `${count} ${unit}${count === 1 ? "" : "s"} ago`;
	}
	return "just now";
}

function titleOf({ name, firstMessage }: SessionInfo): string {
	// Control characters of a message are no commands to a terminal.
	// oxlint-disable-next-line no-control-regex -- that is the point
	const line = (name ?? firstMessage).replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, " ").trim();
	const characters = Array.from(line);
	return characters.length <= SHOWN_CHARACTERS ? line : `${characters.slice(0, SHOWN_CHARACTERS - 1).join("")}…`;
}
