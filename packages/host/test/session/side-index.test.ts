import {
	appendFileSync,
	closeSync,
	copyFileSync,
	existsSync,
	mkdirSync,
	openSync,
	readdirSync,
	readFileSync,
	renameSync,
	statSync,
	symlinkSync,
	truncateSync,
	utimesSync,
	writeFileSync,
	writeSync,
} from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { SessionEntry } from "../../src/session/entry.ts";
import { openSession } from "../../src/session/open-session.ts";
import { type Disk, nodeDisk } from "../../src/session/store/disk.ts";
import { withIndex, writeIndex } from "../../src/session/store/index-file.ts";
import { JsonlStore } from "../../src/session/store/jsonl-store.ts";
import type { StoreProblem } from "../../src/session/store/store.ts";
import { allPositions } from "../../src/session/tree.ts";
import { readAll, said } from "./describe-session-store.ts";
import { assistant, entry, header, sessionEntries, toLines, user } from "./entries.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const folder = temporaryFolder();
let places = 0;

interface Place {
	readonly path: string;
	readonly indexDir: string;
}

/** Enough to be worth an index. */
const BULK = Array.from({ length: 40 }, (_, n) =>
	entry(1000 + n, n === 0 ? null : 999 + n, { type: "message", message: assistant(`${n}${"x".repeat(2000)}`) }),
);

function freshPlace(content: string | Buffer): Place {
	const root = join(folder, String((places += 1)));
	mkdirSync(root);
	writeFileSync(join(root, "session.jsonl"), content);
	return { path: join(root, "session.jsonl"), indexDir: join(root, "indexes") };
}

interface Opened {
	readonly store: JsonlStore;
	readonly told: StoreProblem[];
	/** Bytes of the session that were read. */
	bytesRead(): number;
}

function open({ path, indexDir }: Place, withIndexes = true): Opened {
	let bytes = 0;
	const readSync = ((...parts: Parameters<typeof nodeDisk.readSync>) => {
		const count = nodeDisk.readSync(...parts);
		bytes += count;
		return count;
	}) as Disk["readSync"];
	const told: StoreProblem[] = [];
	const options = { disk: { ...nodeDisk, readSync }, onProblem: (problem: StoreProblem) => void told.push(problem) };
	const store = JsonlStore.open(path, withIndexes ? { ...options, indexDir } : options);
	return { store, told, bytesRead: () => bytes };
}

/** Everything that an index has a part in. */
function picture({ store, told }: Opened): unknown {
	const { index } = store;
	const tree = allPositions(index).map((at) => [
		index.idAt(at),
		index.parentIdAt(at),
		index.typeAt(at),
		index.positionOf(index.idAt(at)),
		index.offsetAt(at),
		index.lengthAt(at),
	]);
	return {
		header: store.header,
		tree,
		told: [...told],
		labels: index.positionsOfType("label"),
		entries: readAll(store),
	};
}

/** Opens the session as it would be without an index, and writes one on closing. */
function keepIndex(place: Place): void {
	open(place).store.close();
}

function indexFile({ indexDir }: Place): string {
	return join(indexDir, readdirSync(indexDir)[0] ?? "none");
}

/** What an open with the index says, and what one without says. */
function bothPictures(place: Place): [unknown, unknown] {
	return [picture(open(place)), picture(open(place, false))];
}

function expectTruth(place: Place): void {
	const [told, truth] = bothPictures(place);
	expect(told).toEqual(truth);
}

test("an index says what reading the file says, whatever is in it", () => {
	fc.assert(
		fc.property(sessionEntries, fc.boolean(), (entries, isTorn) => {
			const odd = [
				{ ...said(0), id: "a-long-id-of-its-own", parentId: null },
				{ ...said(1), parentId: "a-long-id-of-its-own" },
			];
			const lines = `${toLines([header(), ...BULK, ...entries, ...odd])}{"foo":1}\n${isTorn ? '{"type":"mess' : ""}`;
			const place = freshPlace(lines);
			keepIndex(place);
			expect(existsSync(indexFile(place))).toBe(true);
			expectTruth(place);
		}),
		{ numRuns: 40 },
	);
});

test("opening with an index reads the beginning, the end and what is asked for, and nothing else", () => {
	const place = freshPlace(toLines([header(), ...Array.from({ length: 20 }, () => BULK).flat()]));
	const { size } = statSync(place.path);
	const cold = open(place);
	cold.store.close();
	const warm = open(place);
	const last = warm.store.index.idAt(warm.store.index.size - 1);
	expect([warm.store.read(last)?.id, cold.bytesRead() >= size, warm.bytesRead() < size / 50]).toEqual([
		BULK.at(-1)?.id,
		true,
		true,
	]);
});

test("what the index says is what is used, as long as it fits the file", () => {
	const place = freshPlace(toLines([header(), ...BULK]));
	keepIndex(place);
	const told = withIndex(indexFile(place), ({ header: head, facts, readRows }) => {
		const rows = readRows();
		if (rows === undefined) return undefined;
		writeIndex(indexFile(place), { stamp: head.stamp, facts: { ...facts, broken: [77] }, rows, text: "" });
		return open(place).told;
	});
	expect(told).toEqual([{ type: "broken_lines", path: place.path, lines: [77] }]);
});

const STALE: [string, (place: Place) => void][] = [
	["appended to", ({ path }) => appendFileSync(path, toLines([said(3)]))],
	["appended to by half a line", ({ path }) => appendFileSync(path, '{"type":')],
	["cut", ({ path }) => truncateSync(path, statSync(path).size - 100)],
	["replaced by another of the same size and time", replaceFile],
	["changed in place, its time set back", changeInPlace],
	["touched", ({ path }) => utimesSync(path, 1, 1)],
];

function replaceFile({ path }: Place): void {
	const { atime, mtime } = statSync(path);
	const content = readFileSync(path, "utf8").replaceAll('"0000040', '"0000050');
	writeFileSync(`${path}.new`, content);
	renameSync(`${path}.new`, path);
	utimesSync(path, atime, mtime);
}

/** Another parent for an entry in the middle. */
function changeInPlace({ path }: Place): void {
	const { atime, mtime } = statSync(path);
	const content = readFileSync(path);
	const at = content.indexOf('"parentId":"000003fa"');
	const file = openSync(path, "r+");
	writeSync(file, '"parentId":"000003e8"', at);
	closeSync(file);
	utimesSync(path, atime, mtime);
}

test.each(STALE)("an index of a file that was %s is made anew", (_name, change) => {
	const place = freshPlace(toLines([header(), ...BULK, said(0)]));
	keepIndex(place);
	change(place);
	const [told, truth] = bothPictures(place);
	keepIndex(place);
	const [after] = bothPictures(place);
	expect([told, after]).toEqual([truth, truth]);
});

test("an index with any byte wrong, cut anywhere, or of another session is not believed", () => {
	const content = toLines([header(), ...BULK, said(0), entry(9, "gone", { type: "label", targetId: "x", label: "l" })]);
	const place = freshPlace(content);
	keepIndex(place);
	const sound = readFileSync(indexFile(place));
	const truth = picture(open(place, false));
	fc.assert(
		fc.property(fc.nat(sound.length - 1), fc.integer({ min: 1, max: 255 }), fc.boolean(), (at, change, isCut) => {
			const damaged = Buffer.from(isCut ? sound.subarray(0, at) : sound);
			if (!isCut) damaged[at] = (damaged[at] ?? 0) ^ change;
			writeFileSync(indexFile(place), damaged);
			expect(picture(open(place))).toEqual(truth);
		}),
		{ numRuns: 300 },
	);
	const other = freshPlace(toLines([header(), ...BULK.slice(5), said(0)]));
	keepIndex(other);
	copyFileSync(indexFile(other), indexFile(place));
	expect(picture(open(place))).toEqual(truth);
});

test("an index follows appends without being written anew, under every name of the file", () => {
	const place = freshPlace(toLines([header(), ...BULK]));
	keepIndex(place);
	const inode = statSync(indexFile(place)).ino;
	for (let round = 0; round < 5; round += 1) {
		const { store } = open(place);
		store.append({ ...said(round), id: `round-${round}`, parentId: store.index.idAt(store.index.size - 1) });
		store.append({ ...said(round), id: `fee${round}dead`, type: "custom", customType: "c" } as SessionEntry);
		store.close();
		expectTruth(place);
	}
	expect(statSync(indexFile(place)).ino).toBe(inode);
	symlinkSync(place.path, `${place.path}.link`);
	keepIndex({ ...place, path: `${place.path}.link` });
	expect(readdirSync(place.indexDir)).toHaveLength(1);
});

test("a file changed in place while it is open is read as it is, and known anew", () => {
	const place = freshPlace(toLines([header(), ...BULK]));
	keepIndex(place);
	const { store } = open(place);
	changeInPlace(place);
	const entries = readAll(store);
	expect([entries.length, entries[19]?.parentId, store.index.parentIdAt(19)]).toEqual([40, "000003e8", "000003e8"]);
	expect(picture({ store, told: [], bytesRead: () => 0 })).toEqual(picture(open(place, false)));
});

test("what another program appended in between is known to the next start", () => {
	const place = freshPlace(toLines([header(), ...BULK]));
	const { store } = open(place);
	appendFileSync(place.path, toLines([said(3)]));
	store.append(said(4));
	appendFileSync(place.path, "no entry\n");
	store.append(said(5));
	store.close();
	const [told, truth] = bothPictures(place);
	expect([told, ...bothPictures(place)]).toEqual([truth, truth, truth]);
});

test("an index that cannot be written is not missed", () => {
	const place = freshPlace(toLines([header(), ...BULK]));
	writeFileSync(place.indexDir, "a file where the folder should be");
	const { store, told } = open(place);
	store.append(said(4));
	store.close();
	expectTruth(place);
	expect(told).toEqual([]);
});

test("small sessions, and those whose caller names no folder, keep nothing beside them", () => {
	const small = freshPlace(toLines([header(), said(0)]));
	keepIndex(small);
	const large = freshPlace(toLines([header(), ...BULK]));
	const session = openSession(large.path, { fallbackCwd: "/project" });
	session.append({ type: "message", message: user("one") });
	session.close();
	expect([existsSync(small.indexDir), existsSync(large.indexDir)]).toEqual([false, false]);
});
