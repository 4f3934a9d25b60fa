import type { SessionEntry } from "../entry.ts";
import { fillFrom } from "./byte-source.ts";
import { checksumOf, NO_CHECKSUM } from "./checksum.ts";
import { EntryCache } from "./entry-cache.ts";
import type { Ledger } from "./ledger.ts";
import { messageOf } from "./message-of.ts";
import { MOST_BYTES, planReads } from "./plan-reads.ts";
import type { StoreProblemListener } from "./store.ts";

/** Bytes of JSON text whose entries stay parsed; most sessions fit as a whole. */
const CACHED_BYTES = 8 << 20;

export interface EntryReaderParts {
	readonly ledger: Ledger;
	readonly report: StoreProblemListener;
	/** The index does not fit the file: puts another into the ledger, if reading the file again can help. */
	relearn(): boolean;
}

/** Reads entries by position. Lines are checked against the index, which is made anew when it does not fit. */
export class EntryReader {
	readonly #parts: EntryReaderParts;
	readonly #cache = new EntryCache(CACHED_BYTES);
	readonly #unreadable = new Set<number>();
	/** For the bytes of the next run, when no run that is being read has it. */
	#room: Buffer | undefined;

	constructor(parts: EntryReaderParts) {
		this.#parts = parts;
	}

	read(position: number): SessionEntry | undefined {
		for (const entry of this.readEach([position])) return entry;
		return undefined;
	}

	*readEach(positions: Iterable<number>): Iterable<SessionEntry> {
		const { ledger } = this.#parts;
		const { index } = ledger;
		for (const run of planReads(positions, index, (position) => this.known(position))) {
			if ("entry" in run) yield run.entry;
			else if (ledger.index === index) yield* this.#readInRoom(run.positions);
			else yield* this.#readMoved(run.positions.map((position) => index.idAt(position)));
		}
	}

	/** From memory, if it is there. */
	known(position: number): SessionEntry | undefined {
		const cached = this.#cache.get(position);
		if (cached !== undefined) return cached;
		const line = this.#parts.ledger.unwritten.get(position);
		if (line === undefined) return undefined;
		const entry = JSON.parse(line) as SessionEntry;
		this.#cache.add(position, entry, this.#parts.ledger.index.lengthAt(position));
		return entry;
	}

	/** Positions mean something else from now on. */
	forget(): void {
		this.#cache.clear();
		this.#unreadable.clear();
	}

	/** Long sessions are read a run after the other: in new memory each, all of their bytes would wait for collection. */
	*#readInRoom(positions: readonly number[]): Iterable<SessionEntry> {
		const { index } = this.#parts.ledger;
		const last = positions.at(-1) ?? 0;
		const length = index.offsetAt(last) + index.lengthAt(last) - index.offsetAt(positions[0] ?? 0);
		const taken = this.#room;
		this.#room = undefined;
		const room = taken !== undefined && taken.length >= length ? taken : Buffer.allocUnsafe(roomFor(length));
		try {
			yield* this.#readRun(positions, room.subarray(0, length));
		} finally {
			if (room.length <= MOST_BYTES) this.#room = room;
		}
	}

	*#readRun(positions: readonly number[], room: Buffer): Iterable<SessionEntry> {
		const { index } = this.#parts.ledger;
		const ids = (from: number): string[] => positions.slice(from).map((position) => index.idAt(position));
		const first = index.offsetAt(positions[0] ?? 0);
		const bytes = this.#fetch(first, room);
		if (bytes === undefined) return;
		for (const [at, position] of positions.entries()) {
			// Whoever takes the entries may have made the store look at the file again.
			if (this.#parts.ledger.index !== index) return yield* this.#readMoved(ids(at));
			const begin = index.offsetAt(position) - first;
			const length = index.lengthAt(position);
			const line = bytes.subarray(begin, begin + length);
			if (!this.#fits(position, line) && this.#parts.relearn()) return yield* this.#readMoved(ids(at));
			const entry = this.#parse(position, line);
			if (entry === undefined) continue;
			if (positions.length === 1) this.#cache.add(position, entry, length);
			else this.#cache.addIfRoom(position, entry, length);
			yield entry;
		}
	}

	/** Entries whose positions changed while they were being read. */
	*#readMoved(ids: readonly string[]): Iterable<SessionEntry> {
		const { index } = this.#parts.ledger;
		const positions = ids.map((id) => index.positionOf(id)).filter((position) => position !== undefined);
		yield* this.readEach(positions);
	}

	#fetch(offset: number, room: Buffer): Buffer | undefined {
		const { ledger, report } = this.#parts;
		try {
			return fillFrom(ledger.file, offset, room);
		} catch (error) {
			report({ type: "read_failed", path: ledger.file.path, message: messageOf(error) });
			return undefined;
		}
	}

	#fits(position: number, line: Buffer): boolean {
		const expected = this.#parts.ledger.index.checksumAt(position);
		return expected === NO_CHECKSUM || checksumOf(line) === expected;
	}

	#parse(position: number, bytes: Buffer): SessionEntry | undefined {
		const { ledger, report } = this.#parts;
		const id = ledger.index.idAt(position);
		try {
			const entry = JSON.parse(bytes.toString("utf8", 0, bytes.length)) as SessionEntry;
			if (entry.id === id) return entry;
		} catch {
			// Told below: the index reads only the beginning of a line, so that damage behind it shows up here.
		}
		if (!this.#unreadable.has(position)) {
			this.#unreadable.add(position);
			report({ type: "unreadable_entry", path: ledger.file.path, id });
		}
		return undefined;
	}
}

/** Of a run that is large for one read, room for the largest, so that the next one fits too. */
function roomFor(length: number): number {
	return length > MOST_BYTES / 2 ? Math.max(length, MOST_BYTES) : length;
}
