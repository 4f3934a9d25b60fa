import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runExport } from "../../src/export/run-export.ts";
import { writeExport } from "../../src/export/write-export.ts";
import { assistant, header, toLines } from "../session/entries.ts";
import { temporaryFolder } from "../session/temporary-folder.ts";
import { message, QUESTION, sessionOf } from "./sample-session.ts";

const root = temporaryFolder();
let count = 0;

/** A folder with one session file. */
function createPlace(): { cwd: string; home: string; file: string } {
	const cwd = join(root, String(count++));
	mkdirSync(cwd);
	const file = join(cwd, "2026-01-02T03-04-05-006Z_session-1.jsonl");
	writeFileSync(file, toLines([header(), ...sessionOf(QUESTION, message(assistant("an answer"))).getEntries()]));
	return { cwd, home: cwd, file };
}

test("without a name the document gets the name of the session, in the working folder (H01)", async () => {
	const { file, ...place } = createPlace();
	const written = await runExport({ input: file }, place);
	const shown = "pi-session-2026-01-02T03-04-05-006Z_session-1.html";
	expect([written, readFileSync(written.path, "utf8").includes("an answer"), readdirSync(place.cwd).length]).toEqual([
		{ shown, path: join(place.cwd, shown) },
		true,
		2,
	]);
});

test("the ending of the output chooses the form, folders are made, and ~ is the home", async () => {
	const { file, ...place } = createPlace();
	const outputs = ["new/a.html", "~/b.jsonl", "c.txt"];
	const written = [];
	for (const output of outputs) written.push(await runExport({ input: file, output }, place));
	expect(written.map(({ path }) => readFileSync(path, "utf8").slice(0, 15))).toEqual([
		"<!DOCTYPE html>",
		'{"type":"sessio',
		"<!DOCTYPE html>",
	]);
});

test("an older document is replaced, a session file never", async () => {
	const { file, ...place } = createPlace();
	const before = readFileSync(file, "utf8");
	writeFileSync(join(place.cwd, "old.html"), "old");
	await runExport({ input: file, output: "old.html" }, place);
	const refused = [file, "other.txt"];
	writeFileSync(join(place.cwd, "other.txt"), before);
	for (const output of refused) {
		await expect(runExport({ input: file, output }, place)).rejects.toThrow(
			`${output} exists already: name another file for the export`,
		);
	}
	expect([
		readFileSync(join(place.cwd, "old.html"), "utf8").startsWith("<!DOCTYPE"),
		readFileSync(file, "utf8"),
	]).toEqual([true, before]);
});

test("what is missing or no session is refused in one line, and nothing is written", async () => {
	const { cwd, home } = createPlace();
	writeFileSync(join(cwd, "notes.txt"), "notes");
	const before = readdirSync(cwd);
	await expect(runExport({ input: "nowhere.jsonl" }, { cwd, home })).rejects.toThrow(join(cwd, "nowhere.jsonl"));
	await expect(runExport({ input: "notes.txt" }, { cwd, home })).rejects.toThrow(
		`${join(cwd, "notes.txt")}:1 is not a session`,
	);
	expect(readdirSync(cwd)).toEqual(before);
});

test("a session is exported without being touched, even one of an old version that may only be read", async () => {
	const { cwd, home } = createPlace();
	const file = join(cwd, "old.jsonl");
	const text = toLines([
		{ type: "session", id: "old", timestamp: header().timestamp, cwd: "/old" },
		{
			type: "message",
			timestamp: header().timestamp,
			message: { role: "user", content: "from the past", timestamp: 1 },
		},
	]);
	writeFileSync(file, text);
	chmodSync(file, 0o400);
	const { path } = await runExport({ input: "old.jsonl" }, { cwd, home });
	expect([readFileSync(path, "utf8").includes("from the past"), readFileSync(file, "utf8")]).toEqual([true, text]);
	expect(readdirSync(cwd).filter((name) => name.startsWith("old"))).toEqual(["old.jsonl"]);
});

test("a session in memory gets the name that its file would have", async () => {
	const cwd = join(root, "memory");
	mkdirSync(cwd);
	const { shown } = await writeExport(sessionOf(QUESTION), { cwd, home: cwd, format: "jsonl" });
	expect([shown, existsSync(join(cwd, shown))]).toEqual(["pi-session-2026-01-02T03-04-05-006Z_session-1.jsonl", true]);
});
