import { execFile } from "node:child_process";
import { closeSync, linkSync, mkdirSync, openSync, readdirSync, statSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { listSessions, type SessionListOptions } from "../../src/session/catalog.ts";
import { openSession } from "../../src/session/open-session.ts";
import type { SessionInfo } from "../../src/session/summarize-session-file.ts";
import { bundleProgram } from "./bundle-program.ts";
import { assistant, entry, header, idOf, toLines, toolResult, user } from "./entries.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const root = temporaryFolder();
const never = new AbortController().signal;
let folders = 0;

function freshFolder(): string {
	const folder = join(root, String((folders += 1)));
	mkdirSync(folder);
	return folder;
}

/** Long enough to be worth an index. */
function talk(id: string, words: string): string {
	const lines = Array.from({ length: 60 }, (_, n) =>
		entry(n, n === 0 ? null : n - 1, {
			type: "message",
			message: n % 2 === 0 ? user(`${words} ${n}`) : toolResult("r".repeat(4000)),
		}),
	);
	return toLines([header({ id }), ...lines, entry(60, 59, { type: "session_info", name: `name of ${id}` })]);
}

async function list(folder: string, options: SessionListOptions = {}): Promise<SessionInfo[]> {
	const found = await listSessions(folder, options, never);
	return found.map((info) => ({ ...info }));
}

test("sessions are listed from their indexes as from their files, and as they go on", async () => {
	const folder = freshFolder();
	const indexDir = join(folder, "indexes");
	for (const id of ["a", "b"]) writeFileSync(join(folder, `${id}.jsonl`), talk(id, `words of ${id}`));
	const plain = await list(folder);
	expect([await list(folder, { indexDir }), readdirSync(indexDir).length]).toEqual([plain, 2]);
	expect(await list(folder, { indexDir })).toEqual(plain);
	const written = readdirSync(indexDir).map((name) => statSync(join(indexDir, name)).mtimeMs);
	const session = openSession(join(folder, "a.jsonl"), { fallbackCwd: "/", indexDir });
	session.append({ type: "message", message: user("and then some") });
	session.append({ type: "message", message: assistant("an answer", 9e12) });
	session.append({ type: "session_info", name: "renamed" });
	session.close();
	const after = await list(folder, { indexDir });
	expect(after).toEqual(await list(folder));
	expect([after[0]?.name, after[0]?.allMessagesText.endsWith("and then some an answer")]).toEqual(["renamed", true]);
	// The session kept its own index, the other one's was not touched.
	const changed = readdirSync(indexDir).map((name, at) => statSync(join(indexDir, name)).mtimeMs !== written[at]);
	expect(changed.filter(Boolean)).toHaveLength(1);
});

test("a session that was opened before it was listed keeps what the list read of it", async () => {
	const folder = freshFolder();
	const indexDir = join(folder, "indexes");
	writeFileSync(join(folder, "a.jsonl"), talk("a", "words"));
	const session = openSession(join(folder, "a.jsonl"), { fallbackCwd: "/", indexDir });
	await session.flush();
	const first = await list(folder, { indexDir });
	const [name = ""] = readdirSync(indexDir);
	const { ino } = statSync(join(indexDir, name));
	session.append({ type: "message", message: user("more") });
	session.close();
	expect([first[0]?.messageCount, (await list(folder, { indexDir }))[0]?.messageCount]).toEqual([60, 61]);
	expect([await list(folder, { indexDir }), statSync(join(indexDir, name)).ino]).toEqual([await list(folder), ino]);
});

test("the text of a session is the same when its index changed after it was listed", async () => {
	const folder = freshFolder();
	const indexDir = join(folder, "indexes");
	writeFileSync(join(folder, "a.jsonl"), talk("a", "words"));
	await list(folder, { indexDir });
	const [info] = await listSessions(folder, { indexDir }, never);
	const [plain] = await list(folder);
	for (const name of readdirSync(indexDir)) writeFileSync(join(indexDir, name), "gone");
	expect(info?.allMessagesText).toBe(plain?.allMessagesText);
});

const LARGE_BYTES = 300 << 20;
const IMAGE_BYTES = 2 << 20;

/** A session of images, as large as the case asks for, without holding it in memory. */
function writeLarge(path: string): void {
	const file = openSync(path, "w");
	const image = { type: "image" as const, data: "A".repeat(IMAGE_BYTES), mimeType: "image/png" };
	writeSync(
		file,
		toLines([header({ id: "large" }), entry(0, null, { type: "message", message: user("look at these") })]),
	);
	for (let bytes = 0, number = 1; bytes < LARGE_BYTES; number += 1) {
		const content = number % 2 === 0 ? [image] : [{ type: "text" as const, text: `page ${number}` }, image];
		bytes += writeSync(
			file,
			toLines([entry(number, number - 1, { type: "message", message: { ...toolResult(""), content } })]),
		);
	}
	const last = 1e6;
	const kept = idOf(last);
	writeSync(file, toLines([entry(last, 1, { type: "message", message: user("go on") })]));
	writeSync(
		file,
		toLines([entry(last + 1, last, { type: "compaction", summary: "s", firstKeptEntryId: kept, tokensBefore: 1 })]),
	);
	closeSync(file);
}

interface Picked {
	sessions: number;
	told: number;
	found: string[];
	messages: number;
	listPeak: number;
	openPeak: number;
}

test(
	"PC-42: among five hundred sessions, three of them huge, one is found by a word, in little memory",
	{ timeout: 120_000 },
	async () => {
		const folder = freshFolder();
		for (let number = 0; number < 497; number += 1) {
			const words = number === 300 ? "a needle in here" : "some hay";
			const lines = Array.from({ length: 10 }, (_, n) =>
				entry(n, n === 0 ? null : n - 1, { type: "message", message: user(`${words} ${n}`) }),
			);
			writeFileSync(join(folder, `s${number}.jsonl`), toLines([header({ id: `s${number}` }), ...lines]));
		}
		const large = join(folder, "large-1.jsonl");
		writeLarge(large);
		for (const name of ["large-2.jsonl", "large-3.jsonl"]) linkSync(large, join(folder, name));
		const program = await bundleProgram(join(import.meta.dirname, "programs/pick-session.ts"), root);
		const pick = async (): Promise<Picked> => {
			const { stdout } = await promisify(execFile)(process.execPath, [
				program,
				folder,
				join(folder, "indexes"),
				"needle",
				large,
			]);
			return JSON.parse(stdout) as Picked;
		};
		for (const picked of [await pick(), await pick()]) {
			expect(picked).toMatchObject({ sessions: 500, told: 500, found: ["s300"], messages: 2 });
			expect([picked.listPeak < 300, picked.openPeak < 600]).toEqual([true, true]);
		}
	},
);
