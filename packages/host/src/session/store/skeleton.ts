import { type EntryKey, fromEntryKey, toEntryKey } from "./entry-key.ts";
import { NO_CHECKSUM } from "./checksum.ts";
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
	/** Of the bytes of its JSON text; absent where nobody computed it. */
	checksum?: number;
}

const NO_PARENT = -1;

/** Columns of some neighbouring rows, as views into the index. */
export interface RowColumns {
	offsets: Float64Array<ArrayBuffer>;
	lengths: Uint32Array<ArrayBuffer>;
	/** Positions; -1 for none. */
	parents: Int32Array<ArrayBuffer>;
	keys: Uint32Array<ArrayBuffer>;
	checksums: Uint32Array<ArrayBuffer>;
	/** Places in the list of type names. */
	types: Uint16Array<ArrayBuffer>;
}

/** What rows need besides their columns. Positions are those of the whole index. */
export interface RowNames {
	/** Type names from `firstType` on. */
	firstType: number;
	types: string[];
	/** Ids that are no numbers. */
	ids: [number, string][];
	/** Parents that are not in the index. */
	orphans: [number, string][];
}

/** The index in memory: about 45 bytes an entry. Parents are positions, so a walk to the root touches no string. */
export class Skeleton implements SessionIndex {
	size = 0;
	/** How often a row that stood already got another parent. */
	adoptions = 0;
	#columns: Columns;
	readonly #ids = new EntryIdTable();
	readonly #typeNames: string[] = [];
	readonly #typeCodes = new Map<string, number>();
	readonly #orphans = new Map<number, EntryKey>();
	/** Positions of orphans by the parent they wait for. */
	readonly #awaited = new Map<EntryKey, number[]>();

	/** `rows`: how many will come, where that is known. */
	constructor(rows = 0) {
		this.#columns = createColumns(Math.max(withRoom(rows), FIRST_ROWS));
	}

	/** Adds an entry and returns its position. */
	add(row: SkeletonRow): number {
		const position = this.size;
		if (position === this.#columns.offsets.length) this.#columns = enlarge(this.#columns, position * 2);
		this.#columns.offsets[position] = row.offset;
		this.#columns.lengths[position] = row.length;
		this.#columns.checksums[position] = row.checksum ?? NO_CHECKSUM;
		this.#columns.types[position] = this.#typeCode(row.type);
		this.#columns.parents[position] = this.#resolveParent(position, row.parent);
		this.#ids.add(position, row.key);
		this.size += 1;
		this.#adopt(position, row.key);
		return position;
	}

	/** The entry's line has been written. */
	setOffset(position: number, offset: number): void {
		this.#columns.offsets[position] = offset;
	}

	/** The rows from a position on, without copying them. */
	rows(from: number): RowColumns {
		return this.#view(from, this.size - from);
	}

	namesOf(from: number, firstType: number): RowNames {
		const orphans = Array.from(this.#orphans).filter(([position]) => position >= from);
		return {
			firstType,
			types: this.#typeNames.slice(firstType),
			ids: this.#ids.otherIds(from),
			orphans: orphans.map(([position, key]) => [position, fromEntryKey(key)]),
		};
	}

	/** How many type names there are. */
	get typeCount(): number {
		return this.#typeNames.length;
	}

	/** Room behind the last row, to be filled and then taken in by `addRows`. */
	room(count: number): RowColumns {
		const needed = this.size + count;
		if (needed > this.#columns.offsets.length) this.#columns = enlarge(this.#columns, withRoom(needed));
		return this.#view(this.size, count);
	}

	addRows(count: number, names: RowNames): void {
		for (const type of names.types) this.#typeCode(type);
		this.#ids.addRange(this.size, count, names.ids);
		this.size += count;
		for (const [position, parent] of names.orphans) this.#await(position, toEntryKey(parent));
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

	checksumAt(position: number): number {
		return this.#columns.checksums[position] ?? NO_CHECKSUM;
	}

	#view(from: number, count: number): RowColumns {
		const { offsets, lengths, parents, checksums, types } = this.#columns;
		const end = from + count;
		return {
			offsets: offsets.subarray(from, end),
			lengths: lengths.subarray(from, end),
			parents: parents.subarray(from, end),
			keys: this.#ids.keys(from, count),
			checksums: checksums.subarray(from, end),
			types: types.subarray(from, end),
		};
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
		this.#await(position, parent);
		return NO_PARENT;
	}

	#await(position: number, parent: EntryKey): void {
		this.#orphans.set(position, parent);
		const waiting = this.#awaited.get(parent);
		if (waiting === undefined) this.#awaited.set(parent, [position]);
		else waiting.push(position);
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
			this.adoptions += 1;
		}
	}

	#descendsFrom(position: number, ancestor: number): boolean {
		for (let at: number | undefined = position; at !== undefined; at = this.parentOf(at)) {
			if (at === ancestor) return true;
		}
		return false;
	}
}

/** Rows that are appended after loading shall not make the columns grow at once. */
const ROOM_ROWS = 64;

/** Of a million rows the first append that made them grow took 120 ms. Room that nobody touches costs no memory. */
function withRoom(rows: number): number {
	return rows + (rows >> 2) + ROOM_ROWS;
}

const FIRST_ROWS = 128;

type Columns = Omit<RowColumns, "keys">;

function createColumns(capacity: number): Columns {
	return {
		offsets: new Float64Array(capacity),
		lengths: new Uint32Array(capacity),
		parents: new Int32Array(capacity),
		checksums: new Uint32Array(capacity),
		types: new Uint16Array(capacity),
	};
}

function enlarge(columns: Columns, capacity: number): Columns {
	const larger = createColumns(capacity);
	larger.offsets.set(columns.offsets);
	larger.lengths.set(columns.lengths);
	larger.parents.set(columns.parents);
	larger.checksums.set(columns.checksums);
	larger.types.set(columns.types);
	return larger;
}
