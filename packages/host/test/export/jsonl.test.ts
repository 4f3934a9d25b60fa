import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { getCurrentTools } from "@tau/ai";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { exportJsonl } from "../../src/export/export-jsonl.ts";
import { importJsonl } from "../../src/export/import-jsonl.ts";
import { createMemorySession, createSession } from "../../src/session/open-session.ts";
import type { Session } from "../../src/session/session.ts";
import type { StoreProblem } from "../../src/session/store/store.ts";
import { assistant, counters, entry, header, idOf, sessionEntries, toLines, user } from "../session/entries.ts";
import { temporaryFolder } from "../session/temporary-folder.ts";
import { message, QUESTION, sessionOf } from "./sample-session.ts";

const folder = temporaryFolder();
let folders = 0;

const newFolder = (): string => join(folder, String(folders++));
const inMemory = { sessionDir: "", cwd: "/elsewhere" };
const exported = (session: Session): string => exportJsonl(session, counters());
const linesOf = (text: string): Record<string, unknown>[] =>
	text
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line) as Record<string, unknown>);

/** What a session means, whatever branches it has. */
function meaningOf(session: Session): unknown {
	const branch = session.getBranch();
	return {
		header: session.getHeader(),
		cwd: session.getCwd(),
		context: session.buildSessionContext(),
		name: session.getSessionName(),
		labels: branch.map(({ id }) => session.getLabel(id)).filter((label) => label !== undefined),
	};
}

test("any branch, exported and imported, is the same session (S17)", () => {
	fc.assert(
		fc.property(sessionEntries, fc.nat(), (entries, leaf) => {
			const session = createMemorySession("/project", { ...counters(), header: header(), entries });
			if (entries.length > 0) session.branch(idOf(leaf % entries.length));
			expect(meaningOf(importJsonl(exported(session), inMemory, counters()))).toEqual(meaningOf(session));
		}),
	);
});

test("an entry that comes along never gets the id of one that is only spoken of", () => {
	const session = createMemorySession("/project", {
		...counters(),
		header: header(),
		entries: [
			entry(0, null, { type: "message", message: user("") }),
			entry(1, 0, { type: "message", message: assistant("") }),
			entry(2, 0, { type: "label", targetId: idOf(1), label: "elsewhere" }),
			entry(3, 0, { type: "label", targetId: idOf(0), label: "here" }),
		],
	});
	session.branch(idOf(2));
	expect(meaningOf(importJsonl(exported(session), inMemory, counters()))).toEqual(meaningOf(session));
});

test("only the active branch is exported, with the name and the labels it has from elsewhere", () => {
	const session = sessionOf(QUESTION, message(assistant("one")));
	const [question = "", one = ""] = session.getEntries().map(({ id }) => id);
	session.branch(question);
	session.append({ type: "session_info", name: "Named on the other branch" });
	session.append({ type: "label", targetId: one, label: "best" });
	session.branch(one);
	expect(
		linesOf(exported(session)).map(({ type, id, parentId, ...rest }) => [
			type,
			id,
			parentId,
			rest["name"] ?? rest["label"],
		]),
	).toEqual([
		["session", "session-1", undefined, undefined],
		["message", question, null, undefined],
		["message", one, question, undefined],
		["label", expect.any(String), one, "best"],
		["session_info", expect.any(String), expect.any(String), "Named on the other branch"],
	]);
});

test("the tools of a session come along, as they came and went (X13)", () => {
	const tool = (name: string) => ({ name, description: name, parameters: { type: "object" } });
	const session = sessionOf(
		message({ role: "system", content: "p", toolsAdded: [tool("read"), tool("bash")], timestamp: 1 }),
		QUESTION,
		message({
			role: "system",
			content: "",
			toolsAdded: [tool("extra")],
			toolsRemoved: [{ name: "bash" }],
			timestamp: 2,
		}),
		message(assistant("one")),
		{ type: "compaction", summary: "s", firstKeptEntryId: null, tokensBefore: 1 },
		QUESTION,
	);
	const imported = importJsonl(exported(session), inMemory);
	expect(getCurrentTools(imported.buildSessionContext().messages).map(({ name }) => name)).toEqual(["read", "extra"]);
});

test("an imported session is a file of its own, with its id, its folder and its entries, and goes on there", () => {
	const place = { sessionDir: newFolder(), cwd: "/elsewhere" };
	const imported = importJsonl(exported(sessionOf(QUESTION)), place, counters());
	imported.append(message(assistant("more")));
	imported.close();
	const [name = ""] = readdirSync(place.sessionDir).filter((file) => file.endsWith(".jsonl"));
	expect([imported.getCwd(), imported.getSessionId(), name]).toEqual([
		"/project",
		"session-1",
		"2026-01-02T03-04-05-006Z_session-1.jsonl",
	]);
	expect(linesOf(readFileSync(join(place.sessionDir, name), "utf8")).map(({ type }) => type)).toEqual([
		"session",
		"message",
		"message",
	]);
});

test("nothing is written over: other content gets another name, the same content is not stored twice", () => {
	const place = { sessionDir: newFolder(), cwd: "/elsewhere" };
	const texts = [exported(sessionOf(QUESTION)), exported(sessionOf(QUESTION, QUESTION))];
	const names = [...texts, ...texts].map((text) => {
		const session = importJsonl(text, place);
		session.close();
		return session.getSessionFile()?.slice(place.sessionDir.length + 1);
	});
	const first = "2026-01-02T03-04-05-006Z_session-1.jsonl";
	const second = "2026-01-02T03-04-05-006Z_session-1-2.jsonl";
	expect([names, readFileSync(join(place.sessionDir, first), "utf8")]).toEqual([
		[first, second, first, second],
		texts[0],
	]);
});

test.each<[string, string, string]>([
	["nothing", "", "x.jsonl:1 is not a session: its first line is not a session header"],
	["another file", '{"type":"message"}\n', "x.jsonl:1 is not a session: its first line is not a session header"],
	[
		"a newer version",
		toLines([header({ version: 9 })]),
		"x.jsonl:1 has session version 9, this program reads up to 3: update it to open the session",
	],
	["an id that is a path", toLines([header({ id: "../../etc/passwd" })]), "Session id must be non-empty"],
])("%s is refused in one line, and nothing is stored", (_name, text, reason) => {
	const sessionDir = newFolder();
	expect(() => importJsonl(text, { sessionDir, cwd: "/", source: "x.jsonl" })).toThrow(reason);
	expect(() => readdirSync(sessionDir)).toThrow("ENOENT");
});

test("a time that is a path does not become part of a name", () => {
	const sessionDir = newFolder();
	importJsonl(toLines([header({ timestamp: "/../../x" })]), { sessionDir, cwd: "/" }).close();
	expect(readdirSync(sessionDir)).toEqual(["1970-01-01T00-00-00-000Z_session-1.jsonl"]);
});

test("a cut or damaged session is taken over as far as it can be read, and what cannot is reported", () => {
	const [question, answer] = sessionOf(QUESTION, message(assistant("a"))).getEntries();
	const text = `${toLines([header(), question ?? {}])}{"broken\n${JSON.stringify(answer)}\n{"type":"mess`;
	const seen = [newFolder(), ""].map((sessionDir) => {
		const problems: StoreProblem[] = [];
		const session = importJsonl(text, { sessionDir, cwd: "/" }, { onProblem: (problem) => problems.push(problem) });
		const entries = session.getEntries();
		session.close();
		return { entries, types: problems.map(({ type }) => type) };
	});
	expect(seen).toEqual([
		{ entries: [question, answer], types: expect.arrayContaining(["broken_lines"]) },
		{ entries: [question, answer], types: ["broken_lines"] },
	]);
});

test("sessions of the first version become current ones", () => {
	const old = [
		{ type: "session", id: "old", timestamp: header().timestamp, cwd: "/old" },
		{ type: "message", timestamp: header().timestamp, message: user("hello") },
	];
	const stored = importJsonl(toLines(old), { sessionDir: newFolder(), cwd: "/" });
	const kept = importJsonl(toLines(old), inMemory);
	const messages = [stored, kept].map((session) => session.buildSessionContext().messages);
	stored.close();
	expect(messages).toEqual([[user("hello")], [user("hello")]]);
});

test("a folder that cannot be written is named", () => {
	const file = join(folder, "a-file");
	writeFileSync(file, "");
	expect(() => importJsonl(exported(sessionOf(QUESTION)), { sessionDir: file, cwd: "/" })).toThrow(
		`The session cannot be stored in ${file}: EEXIST`,
	);
});

test("an export of a stored session is the file, when there is one branch only", () => {
	const session = createSession({ cwd: "/project", sessionDir: newFolder() }, counters());
	session.append({ type: "message", message: user("hello") });
	session.append({ type: "message", message: assistant("hi") });
	const text = exported(session);
	session.close();
	expect(text).toBe(readFileSync(session.getSessionFile() ?? "", "utf8"));
});
