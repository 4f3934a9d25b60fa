import type { SessionEntry } from "../entry.ts";

interface Held {
	entry: SessionEntry;
	bytes: number;
}

/** Parsed entries by position, the least recently used dropped first. Measured in bytes of JSON text. */
export class EntryCache {
	readonly #limit: number;
	readonly #held = new Map<number, Held>();
	#bytes = 0;

	constructor(limit: number) {
		this.#limit = limit;
	}

	get(position: number): SessionEntry | undefined {
		const held = this.#held.get(position);
		if (held === undefined) return undefined;
		this.#held.delete(position);
		this.#held.set(position, held);
		return held.entry;
	}

	add(position: number, entry: SessionEntry, bytes: number): void {
		if (bytes > this.#limit || this.#held.has(position)) return;
		this.#held.set(position, { entry, bytes });
		this.#bytes += bytes;
		for (const [oldest, { bytes: freed }] of this.#held) {
			if (this.#bytes <= this.#limit) break;
			this.#held.delete(oldest);
			this.#bytes -= freed;
		}
	}

	/** For reading through many: what is held stays, the rest would only push each other out. */
	addIfRoom(position: number, entry: SessionEntry, bytes: number): void {
		if (this.#bytes + bytes <= this.#limit) this.add(position, entry, bytes);
	}

	clear(): void {
		this.#held.clear();
		this.#bytes = 0;
	}
}
