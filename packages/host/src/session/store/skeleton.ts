import { type EntryKey, fromEntryKey, toEntryKey } from "./entry-key.ts";
import { EntryIdTable } from "./entry-id-table.ts";
import type { SessionIndex } from "./session-index.ts";

/** What one line says about the tree. */
export interface SkeletonRow {
	key: EntryKey;
	parent: EntryKey | null;
	type: string;
	/** -1 while the entry is not written. */
	offset: number;
	length: number;
}

const NO_PARENT = -1;

/** The index in memory: about 40 bytes an entry. Parents are positions, so a walk to the root touches no string. */
export class Skeleton implements SessionIndex {
	size = 0;
	#columns: Columns = createColumns(64);
	readonly #ids = new EntryIdTable();
	readonly #typeNames: string[] = [];
	readonly #typeCodes = new Map<string, number>();
	readonly #orphans = new Map<number, EntryKey>();
	/** Positions of orphans by the parent they wait for. */
	readonly #awaited = new Map<EntryKey, number[]>();

	/** Adds an entry and returns its position. */
	add(row: SkeletonRow): number {
		const position = this.size;
		if (position === this.#columns.offsets.length) this.#columns = enlarge(this.#columns);
		this.#columns.offsets[position] = row.offset;
		this.#columns.lengths[position] = row.length;
		this.#columns.types[position] = this.#typeCode(row.type);
		this.#columns.parents[position] = this.#resolveParent(position, row.parent);
		this.#ids.add(position, row.key);
		this.size += 1;
		this.#adopt(position, row.key);
		return position;
	}

	setSpan(position: number, span: { offset: number; length: number }): void {
		this.#columns.offsets[position] = span.offset;
		this.#columns.lengths[position] = span.length;
	}

	positionOf(id: string): number | undefined {
		const position = this.#ids.find(toEntryKey(id));
		return position < 0 ? undefined : position;
	}

	idAt(position: number): string {
		return fromEntryKey(this.#ids.keyAt(position));
	}

	typeAt(position: number): string {
		return this.#typeNames[this.#columns.types[position] ?? 0] ?? "";
	}

	parentOf(position: number): number | undefined {
		const parent = this.#columns.parents[position] ?? NO_PARENT;
		return parent === NO_PARENT ? undefined : parent;
	}

	parentIdAt(position: number): string | null {
		const parent = this.parentOf(position);
		if (parent !== undefined) return this.idAt(parent);
		const missing = this.#orphans.get(position);
		return missing === undefined ? null : fromEntryKey(missing);
	}

	positionsOfType(type: string): number[] {
		const code = this.#typeCodes.get(type);
		const found: number[] = [];
		if (code === undefined) return found;
		const { types } = this.#columns;
		for (let position = 0; position < this.size; position += 1) {
			if (types[position] === code) found.push(position);
		}
		return found;
	}

	offsetAt(position: number): number {
		return this.#columns.offsets[position] ?? -1;
	}

	lengthAt(position: number): number {
		return this.#columns.lengths[position] ?? 0;
	}

	#typeCode(type: string): number {
		const known = this.#typeCodes.get(type);
		if (known !== undefined) return known;
		const code = this.#typeNames.push(type) - 1;
		this.#typeCodes.set(type, code);
		return code;
	}

	#resolveParent(position: number, parent: EntryKey | null): number {
		if (parent === null) return NO_PARENT;
		const found = this.#ids.find(parent);
		if (found >= 0) return found;
		this.#orphans.set(position, parent);
		const waiting = this.#awaited.get(parent);
		if (waiting === undefined) this.#awaited.set(parent, [position]);
		else waiting.push(position);
		return NO_PARENT;
	}

	/** Children that stand before their parent in the file get it now, unless that would close a circle. */
	#adopt(position: number, key: EntryKey): void {
		const children = this.#awaited.get(key);
		if (children === undefined) return;
		this.#awaited.delete(key);
		for (const child of children) {
			if (this.#descendsFrom(position, child)) continue;
			this.#columns.parents[child] = position;
			this.#orphans.delete(child);
		}
	}

	#descendsFrom(position: number, ancestor: number): boolean {
		for (let at: number | undefined = position; at !== undefined; at = this.parentOf(at)) {
			if (at === ancestor) return true;
		}
		return false;
	}
}

interface Columns {
	offsets: Float64Array;
	lengths: Uint32Array;
	parents: Int32Array;
	types: Uint16Array;
}

function createColumns(capacity: number): Columns {
	return {
		offsets: new Float64Array(capacity),
		lengths: new Uint32Array(capacity),
		parents: new Int32Array(capacity),
		types: new Uint16Array(capacity),
	};
}

function enlarge(columns: Columns): Columns {
	const larger = createColumns(columns.offsets.length * 2);
	larger.offsets.set(columns.offsets);
	larger.lengths.set(columns.lengths);
	larger.parents.set(columns.parents);
	larger.types.set(columns.types);
	return larger;
}
