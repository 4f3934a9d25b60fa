import type { EntryKey } from "./entry-key.ts";

const EMPTY = 0;
/** 2^32 divided by the golden ratio: spreads neighbouring ids over the table. */
const SPREAD = 0x9e3779b1;

/**
 * Entry ids by position, and positions by id. A million ids of the usual form cost 12 MB here; as strings in a Map they
 * would cost ten times that.
 */
export class EntryIdTable {
	#values = new Uint32Array(64);
	/** Positions plus one by hash, open addressing. */
	#slots = new Int32Array(256);
	#count = 0;
	readonly #otherIds = new Map<number, string>();
	readonly #otherPositions = new Map<string, number>();

	add(position: number, key: EntryKey): void {
		if (typeof key === "string") {
			this.#otherIds.set(position, key);
			this.#otherPositions.set(key, position);
			return;
		}
		if (position >= this.#values.length) this.#values = grown(this.#values, position);
		this.#values[position] = key;
		this.#count += 1;
		if (this.#count * 2 > this.#slots.length) this.#rehash();
		this.#slots[this.#slotOf(key)] = position + 1;
	}

	/** Takes in keys that stand at these positions already: numbers where `keys` put them, and the others as given. */
	addRange(from: number, count: number, others: Iterable<readonly [number, string]>): void {
		for (const [position, id] of others) this.add(position, id);
		this.#count += count;
		const needed = this.#count * 2;
		if (needed > this.#slots.length) this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(needed + 1)));
		else if (from > 0) return this.#insert(from, from + count);
		this.#insert(0, from + count);
	}

	/** Room for the keys of these positions. */
	keys(from: number, count: number): Uint32Array<ArrayBuffer> {
		const needed = from + count;
		// With room for what is appended later, which costs no memory until it is.
		if (needed > this.#values.length) this.#values = grown(this.#values, needed + (needed >> 2));
		return this.#values.subarray(from, from + count);
	}

	otherIds(from: number): [number, string][] {
		return Array.from(this.#otherIds).filter(([position]) => position >= from);
	}

	keyAt(position: number): EntryKey {
		return this.#otherIds.get(position) ?? this.#values[position] ?? 0;
	}

	/** -1 when there is none. */
	find(key: EntryKey): number {
		if (typeof key === "string") return this.#otherPositions.get(key) ?? -1;
		return (this.#slots[this.#slotOf(key)] ?? EMPTY) - 1;
	}

	#insert(from: number, end: number): void {
		for (let position = from; position < end; position += 1) {
			if (this.#otherIds.size > 0 && this.#otherIds.has(position)) continue;
			this.#slots[this.#slotOf(this.#values[position] ?? 0)] = position + 1;
		}
	}

	/** The slot that holds the key, or the free one where it belongs. */
	#slotOf(key: number): number {
		const mask = this.#slots.length - 1;
		let slot = Math.imul(key, SPREAD) >>> 7;
		for (;;) {
			slot &= mask;
			const held = this.#slots[slot] ?? EMPTY;
			if (held === EMPTY || this.#values[held - 1] === key) return slot;
			slot += 1;
		}
	}

	#rehash(): void {
		const old = this.#slots;
		this.#slots = new Int32Array(old.length * 4);
		for (const held of old) {
			if (held !== EMPTY) this.#slots[this.#slotOf(this.#values[held - 1] ?? 0)] = held;
		}
	}
}

function grown(values: Uint32Array<ArrayBuffer>, position: number): Uint32Array<ArrayBuffer> {
	const larger = new Uint32Array(Math.max(values.length * 2, position + 1));
	larger.set(values);
	return larger;
}
