import type { SessionEntry, SessionHeader } from "../entry.ts";
import { EntryCache } from "./entry-cache.ts";
import { rowOf } from "./read-skeleton-line.ts";
import { Skeleton } from "./skeleton.ts";
import type { SessionStore } from "./store.ts";

const CACHED_CHARACTERS = 8 << 20;

/** A session that is not stored. Entries are kept as text, so that they read back as they would from a file. */
export class MemoryStore implements SessionStore {
	readonly header: SessionHeader;
	readonly file = undefined;
	readonly index: Skeleton = new Skeleton();
	readonly #lines: string[] = [];
	readonly #cache = new EntryCache(CACHED_CHARACTERS);

	constructor(header: SessionHeader, entries: Iterable<SessionEntry> = []) {
		this.header = header;
		this.appendAll(entries);
	}

	appendAll(entries: Iterable<SessionEntry>): void {
		for (const entry of entries) this.append(entry);
	}

	append(entry: SessionEntry): void {
		const line = JSON.stringify(entry);
		this.index.add(rowOf(entry, line.length));
		this.#lines.push(line);
	}

	read(id: string): SessionEntry | undefined {
		const position = this.index.positionOf(id);
		return position === undefined ? undefined : this.#readAt(position);
	}

	*readEach(positions: Iterable<number>): Iterable<SessionEntry> {
		for (const position of positions) {
			const entry = this.#readAt(position);
			if (entry !== undefined) yield entry;
		}
	}

	/** There is nothing to lose that a disk could keep. */
	flush(): Promise<boolean> {
		return Promise.resolve(true);
	}

	refresh(): boolean {
		return false;
	}

	close(): void {
		this.#cache.clear();
	}

	#readAt(position: number): SessionEntry | undefined {
		const cached = this.#cache.get(position);
		if (cached !== undefined) return cached;
		const line = this.#lines[position];
		if (line === undefined) return undefined;
		const entry = JSON.parse(line) as SessionEntry;
		this.#cache.addIfRoom(position, entry, line.length);
		return entry;
	}
}
