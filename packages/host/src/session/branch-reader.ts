import type { SessionEntry } from "./entry.ts";
import type { SessionIndex } from "./store/session-index.ts";
import { rowOf } from "./store/read-skeleton-line.ts";
import { Skeleton } from "./store/skeleton.ts";

/** A branch whose steps, from the root at 0 to the leaf, are read when somebody asks for them. */
export interface BranchReader {
	readonly length: number;
	typeAt(step: number): string;
	/** -1 when the entry is not on the branch. */
	stepOf(id: string): number;
	/** Undefined when its line is damaged. */
	read(step: number): SessionEntry | undefined;
	/** From a step to before another one, in order; damaged ones are left out. */
	readRange(from: number, to: number): Iterable<SessionEntry>;
	/** In order; damaged ones are left out. */
	readEach(steps: readonly number[]): Iterable<SessionEntry>;
}

/** Where a branch takes its entries from: a store. */
export interface EntryReader {
	readonly index: SessionIndex;
	readEach(positions: Iterable<number>): Iterable<SessionEntry>;
}

/** The branch that ends at a position; an empty one without. */
export function readBranch(source: EntryReader, leaf: number | undefined): BranchReader {
	const { index } = source;
	const positions = leaf === undefined ? new Int32Array(0) : pathTo(index, leaf);
	return {
		length: positions.length,
		typeAt: (step) => index.typeAt(positions[step] ?? -1),
		stepOf: (id) => {
			const position = index.positionOf(id);
			return position === undefined ? -1 : positions.indexOf(position);
		},
		read: (step) => first(source.readEach(positions.slice(step, step + 1))),
		readRange: (from, to) => source.readEach(positions.subarray(from, to)),
		readEach: (steps) => source.readEach(steps.map((step) => positions[step] ?? -1)),
	};
}

/** Positions from the root to the given one; of long sessions without a list of a million numbers. */
function pathTo(index: SessionIndex, leaf: number): Int32Array {
	let length = 0;
	for (let at: number | undefined = leaf; at !== undefined; at = index.parentOf(at)) length += 1;
	const path = new Int32Array(length);
	for (let at: number | undefined = leaf; at !== undefined; at = index.parentOf(at)) path[(length -= 1)] = at;
	return path;
}

/** Entries that are all in memory, as a source. */
export function sourceOf(entries: readonly SessionEntry[]): EntryReader {
	const index = new Skeleton();
	for (const entry of entries) index.add(rowOf(entry, 0));
	return {
		index,
		*readEach(positions) {
			for (const position of positions) {
				const entry = entries[position];
				if (entry !== undefined) yield entry;
			}
		},
	};
}

function first(entries: Iterable<SessionEntry>): SessionEntry | undefined {
	for (const entry of entries) return entry;
	return undefined;
}
