import { expect, test } from "vitest";
import type { SessionInfo } from "../../session/summarize-session-file.ts";
import { describeRecentSessions } from "./recent-sessions.ts";

const NOW = Date.UTC(2026, 0, 10);
const MINUTE = 60_000;

function info(id: string, age: number, more: Partial<SessionInfo> = {}): SessionInfo {
	const modified = new Date(NOW - age);
	const firstMessage = `asked in ${id}`;
	return {
		path: "",
		id,
		cwd: "",
		created: modified,
		modified,
		messageCount: 1,
		firstMessage,
		allMessagesText: "",
		...more,
	};
}

const describe = (sessions: SessionInfo[]): string[] =>
	describeRecentSessions(sessions, { folder: "/w", program: "tau", now: NOW }).split("\n");

test("sessions are listed with id, age and name or first message, and how to open one (S11, S14)", () => {
	expect(
		describe([
			info("a", 30_000),
			info("bcd", 61 * MINUTE, { name: "My\u001b[2J work" }),
			info("e", 49 * 60 * MINUTE, { firstMessage: "line one\nline two" }),
		]),
	).toEqual([
		"--resume needs a terminal to choose in. The latest sessions of /w:",
		"  a    just now    asked in a",
		"  bcd  1 hour ago  My [2J work",
		"  e    2 days ago  line one line two",
		"Open one with tau --session ID, the last one with tau --continue.",
	]);
});

test("long titles are cut and only the latest ten are shown (S14)", () => {
	const many = Array.from({ length: 12 }, (_, at) => info(`s${at}`, at, { firstMessage: "ä".repeat(100) }));
	const lines = describe(many);
	expect([lines.length, lines[1]?.endsWith(`  ${"ä".repeat(59)}…`)]).toEqual([12, true]);
});

test("a folder without sessions says so (S14)", () => {
	expect(describe([])).toEqual(['--resume: /w has no sessions yet; begin one with tau -p "…"']);
});
