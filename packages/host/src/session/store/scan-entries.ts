import { type ByteSource, scanLines } from "./byte-source.ts";
import { isWholeLine, readSkeletonLine } from "./read-skeleton-line.ts";
import type { RawLine } from "./line-splitter.ts";
import type { Skeleton } from "./skeleton.ts";

const TAB = 0x09;

/** How the bytes end: what an append has to put before its own line. */
export type Tail = "closed" | "open" | "torn";

/**
 * Written before a line that follows half a record. The tab marks the fragment as known: programs write no tab at the
 * end of a line, readers skip it, and so nobody hears of the same fragment at every start.
 */
export const SEPARATORS: Readonly<Record<Tail, string>> = { closed: "", open: "\n", torn: "\t\n" };

export interface ScanResult {
	tail: Tail;
	/** Lines that are no entries, without the torn one and without fragments that were marked. */
	broken: number[];
	/** The torn line. */
	torn?: { line: number; bytes: number };
}

/** Adds the entries from a position on to the index. */
export function scanEntries(source: ByteSource, from: number, index: Skeleton): ScanResult {
	const result: ScanResult = { tail: "closed", broken: [] };
	scanLines(source, from, (line) => {
		const number = from === 0 ? line.number : line.number + 1;
		if (!line.terminated) result.tail = "open";
		const row = readSkeletonLine(line);
		if (!line.terminated && row !== "blank" && !isWholeLine(line)) {
			result.tail = "torn";
			result.torn = { line: number, bytes: line.end - line.start };
		} else if (row === "broken") {
			if (!isMarked(line)) result.broken.push(number);
		} else if (row !== "blank") index.add(row);
	});
	return result;
}

function isMarked(line: RawLine): boolean {
	return line.bytes[line.end - 1] === TAB;
}
