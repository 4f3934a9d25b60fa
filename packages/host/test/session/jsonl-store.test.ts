import {
	appendFileSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	truncateSync,
	writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { SessionEntry } from "../../src/session/entry.ts";
import { nodeDisk, type Disk } from "../../src/session/store/disk.ts";
import { JsonlStore } from "../../src/session/store/jsonl-store.ts";
import type { StoreProblem } from "../../src/session/store/store.ts";
import { readAll, said } from "./describe-session-store.ts";
import { assistant, entry, header, idOf, sessionEntries, toLines, user } from "./entries.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const folder = temporaryFolder();
let files = 0;

function freshPath(): string {
	return join(folder, `${(files += 1)}.jsonl`);
}

/** A file with this content, opened, with everything the store reports. */
function openFile(
	content: string | Buffer,
	path = freshPath(),
): { store: JsonlStore; path: string; told: StoreProblem[] } {
	writeFileSync(path, content);
	return reopen(path);
}

function reopen(path: string, disk: Disk = nodeDisk): { store: JsonlStore; path: string; told: StoreProblem[] } {
	const told: StoreProblem[] = [];
	return { store: JsonlStore.open(path, { onProblem: (problem) => told.push(problem), disk }), path, told };
}

function ids(store: JsonlStore): number[] {
	return readAll(store).map(({ id }) => Number.parseInt(id, 16));
}

function types(problems: readonly StoreProblem[]): string[] {
	return problems.map(({ type }) => type);
}

function refusal(path: string): unknown {
	try {
		JsonlStore.open(path);
		return "opened";
	} catch (error) {
		return (error as { code?: string }).code;
	}
}

const SESSION = toLines([header(), said(0), said(1)]);

test("no file appears before a user or assistant message, and then it holds what was waiting", () => {
	const path = freshPath();
	const store = JsonlStore.create(path, header());
	const setUp: SessionEntry[] = [
		entry(0, null, { type: "session_info", name: "n" }),
		entry(1, 0, { type: "custom", customType: "c" }),
		entry(2, 1, { type: "custom_message", customType: "c", content: "x", display: true }),
		entry(3, 2, { type: "message", message: { role: "system", content: "s", timestamp: 1 } }),
	];
	for (const waiting of setUp) store.append(waiting);
	store.close();
	expect([existsSync(path), readAll(store)]).toEqual([false, setUp]);
	const first = entry(4, 3, { type: "message", message: assistant("hello") });
	store.append(first);
	expect(readFileSync(path, "utf8")).toBe(toLines([header(), ...setUp, first]));
});

test("a file is whole lines after every append, and its folder is made when it is needed", () => {
	const path = join(folder, "deep", "er", "session.jsonl");
	const store = JsonlStore.create(path, header());
	const contents = [0, 1, 2].map((number) => {
		store.append(said(number));
		return readFileSync(path, "utf8");
	});
	expect(contents).toEqual([1, 2, 3].map((count) => toLines([header(), ...[0, 1, 2].slice(0, count).map(said)])));
});

test("opening and reading leave a file as it is, byte for byte", () => {
	const content = Buffer.from(`${SESSION}{"type":"message","id":"0000`);
	const { store, path } = openFile(content);
	readAll(store);
	store.close();
	expect(readFileSync(path)).toEqual(content);
});

test("a file that is no session is refused and stays as it is", () => {
	const contents = [
		'{"type":"event"}\n{"type":"event"}\n',
		"plain text",
		"\n",
		'{"type":"session"}\n',
		"\0\0\0\0",
		"[1]\n",
		"null\n",
	];
	const outcomes = contents.map((content) => {
		const path = freshPath();
		writeFileSync(path, content);
		return [refusal(path), readFileSync(path, "utf8")];
	});
	expect(outcomes).toEqual(contents.map((content) => ["not_a_session", content]));
});

test("a session of a later version is refused with one line that names both versions", () => {
	const path = freshPath();
	writeFileSync(path, toLines([header({ version: 9 }), said(0)]));
	expect(refusal(path)).toBe("newer_session_version");
	expect(() => JsonlStore.open(path)).toThrow(/^[^\n]*version 9[^\n]*up to 3[^\n]*$/);
});

test("half a record at the end, cut inside a character, is told once and kept, and the session goes on", () => {
	const record = Buffer.from(toLines([entry(2, 1, { type: "message", message: user("größe") })]));
	const half = record.subarray(0, record.lastIndexOf(0xc3) + 1);
	const content = Buffer.concat([Buffer.from(SESSION), half]);
	const first = openFile(content);
	first.store.append(said(5));
	first.store.close();
	const second = reopen(first.path);
	second.store.append(said(6));
	const third = reopen(first.path);
	expect([first.told, second.told, third.told]).toEqual([
		[{ type: "torn_tail", path: first.path, line: 4, bytes: half.length }],
		[],
		[],
	]);
	expect([ids(first.store), ids(second.store), ids(third.store)]).toEqual([
		[0, 1, 5],
		[0, 1, 5, 6],
		[0, 1, 5, 6],
	]);
	expect(readFileSync(first.path).subarray(0, content.length)).toEqual(content);
});

test("half a record that looks whole by its ends is seen through", () => {
	const half =
		'{"type":"message","id":"00000002","parentId":"00000001","timestamp":"t","message":{"content":[{"text":"x"}';
	const { store, told, path } = openFile(SESSION + half);
	store.append(said(3));
	expect([types(told), ids(store), ids(reopen(path).store)]).toEqual([["torn_tail"], [0, 1, 3], [0, 1, 3]]);
});

test("a last record without line end is whole, and what follows gets its own line", () => {
	const { store, told, path } = openFile(SESSION.slice(0, -1));
	store.append(said(2));
	expect([told, readFileSync(path, "utf8")]).toEqual([[], SESSION + toLines([said(2)])]);
});

test("a header without line end is enough", () => {
	const { store, path } = openFile(JSON.stringify(header()));
	store.append(said(0));
	expect(readFileSync(path, "utf8")).toBe(toLines([header(), said(0)]));
});

test("NUL runs, broken lines and foreign lines are skipped with their numbers and kept", () => {
	const lines = [
		JSON.stringify(header()),
		JSON.stringify(said(0)),
		"\0\0\0\0",
		'{"type":"mess',
		"",
		'{"foo":1}',
		`\0\0${JSON.stringify(said(1))}`,
		`${JSON.stringify(said(2))}\r`,
	];
	const content = `${lines.join("\n")}\n`;
	const { store, told, path } = openFile(content);
	expect([ids(store), told]).toEqual([[0, 1, 2], [{ type: "broken_lines", path, lines: [3, 4, 6] }]]);
	store.append(said(3));
	expect(readFileSync(path, "utf8")).toBe(content + toLines([said(3)]));
});

test("an entry with damage behind its beginning keeps its place in the tree and is told once", () => {
	const damaged = JSON.stringify(said(1)).replace('"role"', '"ro\0le');
	const { store, told, path } = openFile(`${toLines([header(), said(0)])}${damaged}\n${toLines([said(2)])}`);
	expect([ids(store), ids(store), store.read(idOf(1)), store.index.parentIdAt(2)]).toEqual([
		[0, 2],
		[0, 2],
		undefined,
		idOf(1),
	]);
	expect(told).toEqual([{ type: "unreadable_entry", path, id: idOf(1) }]);
});

test("however a file is cut, no complete line is lost, and it goes on", () => {
	const cuts = sessionEntries.chain((entries) =>
		fc.record({ entries: fc.constant(entries), cut: fc.double({ min: 0, max: 1, noNaN: true }) }),
	);
	fc.assert(
		fc.property(cuts, ({ entries, cut }) => {
			const head = Buffer.byteLength(toLines([header()]));
			const whole = Buffer.from(toLines([header(), ...entries]));
			const content = whole.subarray(0, head + Math.round(cut * (whole.length - head)));
			const complete = content.toString("latin1").split("\n").length - 2;
			const added = { ...said(0), id: "added" };
			const { store, path } = openFile(content);
			store.append(added);
			store.close();
			const left = readAll(reopen(path).store);
			// A cut exactly before a line end leaves that line complete, too.
			expect([complete, complete + 1]).toContain(left.length - 1);
			expect(left).toEqual([...entries.slice(0, left.length - 1), added]);
			expect(readFileSync(path).subarray(0, content.length)).toEqual(content);
		}),
		{ numRuns: 60 },
	);
});

/** A disk that takes this many bytes and is full then, until `free` is called. */
function fullDisk(room: number): { disk: Disk; free(): void } {
	let left = room;
	const writeSync = ((target: number, bytes: Buffer, from: number, length: number): number => {
		if (left === 0) throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
		const count = nodeDisk.writeSync(target, bytes, from, Math.min(left, length));
		left -= count;
		return count;
	}) as Disk["writeSync"];
	return { disk: { ...nodeDisk, writeSync }, free: () => (left = Number.POSITIVE_INFINITY) };
}

test("on a full disk the session goes on in memory, says so once, and is written when there is room", () => {
	const path = freshPath();
	writeFileSync(path, SESSION);
	const { disk, free } = fullDisk(40);
	const { store, told } = reopen(path, disk);
	for (const number of [2, 3, 4]) store.append(said(number));
	expect([ids(store), readFileSync(path, "utf8"), types(told)]).toEqual([[0, 1, 2, 3, 4], SESSION, ["write_failed"]]);
	free();
	store.append(said(5));
	expect([readFileSync(path, "utf8"), told.at(-1)]).toEqual([
		SESSION + toLines([2, 3, 4, 5].map(said)),
		{ type: "write_resumed", path, written: 4 },
	]);
});

test("a new session on a full disk is created whole when there is room, if only at the end", () => {
	const path = freshPath();
	const { disk, free } = fullDisk(40);
	const told: StoreProblem[] = [];
	const store = JsonlStore.create(path, header(), { disk, onProblem: (problem) => told.push(problem) });
	store.append(said(0));
	store.append(said(1));
	free();
	store.close();
	expect([readFileSync(path, "utf8"), types(told)]).toEqual([SESSION, ["write_failed", "write_resumed"]]);
});

test("half a line that a full disk leaves and that cannot be taken back does no harm", () => {
	const path = freshPath();
	writeFileSync(path, SESSION);
	const { disk, free } = fullDisk(40);
	const ftruncateSync = (): never => {
		throw new Error("EPERM");
	};
	const { store } = reopen(path, { ...disk, ftruncateSync });
	store.append(said(2));
	free();
	store.append(said(3));
	const again = reopen(path);
	expect([ids(store), ids(again.store), again.told]).toEqual([[0, 1, 2, 3], [0, 1, 2, 3], []]);
});

test("a deleted file is written again as a whole, its folder, too", () => {
	const path = join(folder, "gone", "session.jsonl");
	mkdirSync(dirname(path));
	const { store, told } = openFile(SESSION, path);
	rmSync(dirname(path), { recursive: true });
	store.append(said(2));
	expect([readFileSync(path, "utf8"), ids(store), types(told)]).toEqual([
		SESSION + toLines([said(2)]),
		[0, 1, 2],
		["recreated"],
	]);
	expect(readdirSync(dirname(path))).toEqual([basename(path)]);
});

test("a file put in its place by somebody else is kept under another name", () => {
	const { store, path, told } = openFile(SESSION);
	const other = freshPath();
	writeFileSync(other, "somebody else's\n");
	renameSync(other, path);
	store.append(said(2));
	const keptAs = `${path}.replaced-1`;
	expect([readFileSync(path, "utf8"), readFileSync(keptAs, "utf8"), told]).toEqual([
		SESSION + toLines([said(2)]),
		"somebody else's\n",
		[{ type: "set_aside", path, keptAs }],
	]);
});

test("lines that another program appended belong to the session, and both programs' lines stay whole", () => {
	const { store, path } = openFile(SESSION);
	appendFileSync(path, `${toLines([said(2)])}{"half`);
	store.append(said(3));
	expect([ids(store).toSorted(), ids(reopen(path).store)]).toEqual([
		[0, 1, 2, 3],
		[0, 1, 2, 3],
	]);
	expect(Array.from(store.readEach([2, 3]), ({ id }) => id).toSorted()).toEqual([idOf(2), idOf(3)]);
});

test("entries cut off by another program are written again where they are known", () => {
	const { store, path, told } = openFile(SESSION);
	readAll(store);
	truncateSync(path, Buffer.byteLength(toLines([header(), said(0)])));
	store.append(said(2));
	expect([ids(store), ids(reopen(path).store), told]).toEqual([
		[0, 1, 2],
		[0, 1, 2],
		[{ type: "truncated", path, lost: 0 }],
	]);
});

test("a file emptied by another program becomes a session again with what is known", () => {
	const { store, path, told } = openFile(SESSION);
	store.read(idOf(1));
	truncateSync(path, 0);
	store.append(said(2));
	expect([readFileSync(path, "utf8"), told]).toEqual([
		toLines([header(), said(1), said(2)]),
		[{ type: "truncated", path, lost: 1 }],
	]);
});

const OLD = toLines([
	{ type: "session", id: "old", timestamp: "2024-01-01T00:00:00.000Z", cwd: "/q" },
	{ type: "message", timestamp: "2024-01-01T00:00:01.000Z", message: user("one") },
	{ type: "message", timestamp: "2024-01-01T00:00:02.000Z", message: assistant("two") },
]);

test("an old session is converted when it grows, not before, and its original is kept (S16)", () => {
	const { store, path, told } = openFile(OLD);
	expect([ids(store), store.header.version, readFileSync(path, "utf8")]).toEqual([[1, 2], 3, OLD]);
	store.append(said(9));
	const keptAs = `${path}.v1-original`;
	expect([readFileSync(keptAs, "utf8"), told]).toEqual([OLD, [{ type: "migrated", path, from: 1, keptAs }]]);
	const again = reopen(path);
	expect([ids(store), ids(again.store), again.told, readAll(again.store)[1]?.parentId]).toEqual([
		[1, 2, 9],
		[1, 2, 9],
		[],
		idOf(1),
	]);
});

test("an old session whose last record is torn keeps the fragment", () => {
	const { store, path, told } = openFile(`${OLD}{"type":"mess`);
	store.append(said(9));
	expect([types(told), ids(reopen(path).store)]).toEqual([
		["broken_lines", "migrated"],
		[1, 2, 9],
	]);
});

test("reading through a session larger than its cache gives every entry", () => {
	const text = "x".repeat(100_000);
	const entries = Array.from({ length: 120 }, (_, n) =>
		entry(n, n === 0 ? null : n - 1, { type: "message", message: user(`${n}${text}`) }),
	);
	const { store } = openFile(toLines([header(), ...entries]));
	expect([readAll(store), readAll(store)]).toEqual([entries, entries]);
	expect([entries[0], entries[119]].map((found) => store.read(found?.id ?? ""))).toEqual([entries[0], entries[119]]);
});

test("a closed session can still be read and appended to", () => {
	const { store, path } = openFile(SESSION);
	store.close();
	store.append(said(2));
	expect([ids(store), readFileSync(path, "utf8")]).toEqual([[0, 1, 2], SESSION + toLines([said(2)])]);
});

test("a file that others may not read stays that way when it is written anew", () => {
	const path = freshPath();
	writeFileSync(path, OLD, { mode: 0o600 });
	reopen(path).store.append(said(9));
	expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("a file that another program made under the new session's name is left alone", () => {
	const path = freshPath();
	const told: StoreProblem[] = [];
	const store = JsonlStore.create(path, header(), { onProblem: (problem) => told.push(problem) });
	writeFileSync(path, "somebody else's\n");
	store.append(said(0));
	expect([readFileSync(path, "utf8"), types(told), ids(store)]).toEqual(["somebody else's\n", ["write_failed"], [0]]);
});
