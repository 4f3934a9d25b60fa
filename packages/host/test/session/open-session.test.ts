import { existsSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import {
	continueRecentSession,
	createMemorySession,
	createSession,
	extractBranch,
	forkSession,
	openSession,
} from "../../src/session/open-session.ts";
import type { Session } from "../../src/session/session.ts";
import { assistant, counters, header, toLines, user } from "./entries.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const folder = temporaryFolder();
let folders = 0;

function freshPlace(): { cwd: string; sessionDir: string } {
	return { cwd: "/project", sessionDir: join(folder, String((folders += 1))) };
}

function say(session: Session, text: string): string {
	return session.append({ type: "message", message: user(text) }).id;
}

function answer(session: Session, text: string): string {
	return session.append({ type: "message", message: assistant(text) }).id;
}

function texts(session: Session): unknown[] {
	return session
		.buildSessionContext()
		.messages.map((message) => ("content" in message ? message.content : message.role));
}

function linesOf(session: Session): { type: string; id: string; parentSession?: string }[] {
	const text = readFileSync(session.getSessionFile() ?? "", "utf8").trimEnd();
	return text.split("\n").map((line) => JSON.parse(line) as { type: string; id: string });
}

test("a new session is named by time and id, and its header is the first line", () => {
	const place = freshPlace();
	const session = createSession(place, { ...counters(), id: "my.id", parentSession: "/other.jsonl" });
	say(session, "one");
	expect(session.getSessionFile()).toBe(join(place.sessionDir, "2026-01-02T03-04-06-006Z_my.id.jsonl"));
	expect(linesOf(session)[0]).toEqual({
		type: "session",
		version: 3,
		id: "my.id",
		timestamp: "2026-01-02T03:04:06.006Z",
		cwd: "/project",
		parentSession: "/other.jsonl",
	});
});

test("an id that cannot be part of a file name is refused", () => {
	expect(() => createSession(freshPlace(), { id: "a/b" })).toThrow(/alphanumeric/);
});

test("an opened session runs where its header says, unless told otherwise, and goes on at its last entry", () => {
	const place = freshPlace();
	const first = createSession(place, counters());
	say(first, "one");
	const path = first.getSessionFile() ?? "";
	const second = openSession(path, { fallbackCwd: "/elsewhere" });
	answer(second, "two");
	const third = openSession(path, { fallbackCwd: "/elsewhere", cwd: "/moved" });
	expect([second.getCwd(), third.getCwd(), third.getSessionDir(), texts(third)]).toEqual([
		"/project",
		"/moved",
		place.sessionDir,
		["one", [{ type: "text", text: "two" }]],
	]);
	expect(third.getHeader().cwd).toBe("/project");
});

test("a missing or empty file becomes a new session under that name", () => {
	const empty = join(folder, "empty.jsonl");
	writeFileSync(empty, "");
	const outcomes = [join(folder, "missing.jsonl"), empty].map((path) => {
		const session = openSession(path, { fallbackCwd: "/project" });
		say(session, "one");
		return [session.getSessionFile() === path, session.getCwd(), linesOf(session).map(({ type }) => type)];
	});
	expect(outcomes).toEqual([0, 1].map(() => [true, "/project", ["session", "message"]]));
});

test("the most recent session of the folder goes on, by time of writing and only of this folder (S14)", () => {
	const place = freshPlace();
	const session = createSession(place, { id: "older" });
	say(session, "one");
	const newer = createSession(place, { id: "newer" });
	say(newer, "two");
	const foreign = createSession({ ...place, cwd: "/foreign" }, { id: "foreign" });
	say(foreign, "three");
	const time = Date.now() / 1000;
	[session, newer, foreign].forEach((written, at) => utimesSync(written.getSessionFile() ?? "", time + at, time + at));
	utimesSync(session.getSessionFile() ?? "", time + 1.5, time + 1.5);
	expect(continueRecentSession(place).getSessionId()).toBe("older");
	expect(continueRecentSession({ ...place, cwd: "/nowhere" }).getEntries()).toEqual([]);
});

test("a fork holds everything, names its source, and leaves the source alone (S13)", () => {
	const place = freshPlace();
	const source = createSession(place, counters());
	const first = say(source, "one");
	answer(source, "two");
	source.branch(first);
	answer(source, "other");
	const path = source.getSessionFile() ?? "";
	const before = readFileSync(path);
	const fork = forkSession(path, { ...place, cwd: "/target" }, { id: "fork" });
	say(fork, "three");
	expect(fork.getEntries().slice(0, -1)).toEqual(source.getEntries());
	expect([fork.getCwd(), fork.getHeader().parentSession, texts(fork)]).toEqual([
		"/target",
		path,
		["one", [{ type: "text", text: "other" }], "three"],
	]);
	expect([readFileSync(path), linesOf(fork).length]).toEqual([before, 5]);
});

test("a session of one branch holds that branch and the labels its entries have now (S13)", () => {
	const source = createSession(freshPlace(), counters());
	const first = say(source, "one");
	const second = answer(source, "two");
	source.append({ type: "label", targetId: first, label: "start" });
	source.append({ type: "label", targetId: second, label: "end" });
	source.branch(first);
	const other = answer(source, "other");
	const branch = extractBranch(source, second, { id: "branch" });
	expect(branch.getEntries().map(({ type }) => type)).toEqual(["message", "message", "label", "label"]);
	expect([first, second, other].map((id) => branch.getLabel(id))).toEqual(["start", "end", undefined]);
	expect([branch.getHeader().parentSession, linesOf(branch).length]).toEqual([source.getSessionFile(), 5]);
});

test("a branch without user or assistant message leaves no file until something is said", () => {
	const source = createSession(freshPlace(), counters());
	const state = source.append({ type: "custom", customType: "c" }).id;
	say(source, "one");
	const branch = extractBranch(source, state, { id: "branch" });
	const file = branch.getSessionFile() ?? "";
	const before = existsSync(file);
	say(branch, "two");
	expect([before, linesOf(branch).map(({ type }) => type)]).toEqual([false, ["session", "custom", "message"]]);
});

test("a session in memory has no file, nor have sessions made from it", () => {
	const memory = createMemorySession("/project", counters());
	const first = say(memory, "one");
	const branch = extractBranch(memory, first);
	expect([memory.getSessionFile(), memory.getSessionDir(), branch.getSessionFile(), texts(branch)]).toEqual([
		undefined,
		"",
		undefined,
		["one"],
	]);
});

test("a fork of ten thousand entries is written with few writes", () => {
	const path = join(folder, "many.jsonl");
	const entries = Array.from({ length: 10_000 }, (_, n) => ({
		type: "message",
		id: n.toString(16).padStart(8, "0"),
		parentId: n === 0 ? null : (n - 1).toString(16).padStart(8, "0"),
		timestamp: "2026-01-01T00:00:00.000Z",
		message: user(`text ${n}`),
	}));
	writeFileSync(path, toLines([header(), ...entries]));
	const fork = forkSession(path, freshPlace(), { id: "many" });
	const written = readFileSync(fork.getSessionFile() ?? "", "utf8");
	expect(written.slice(written.indexOf("\n") + 1)).toBe(toLines(entries));
	expect(basename(fork.getSessionFile() ?? "")).toMatch(/_many\.jsonl$/);
});
