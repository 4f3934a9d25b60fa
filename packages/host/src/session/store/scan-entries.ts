import { type ByteSource, scanLines } from "./byte-source.ts";
import { checksumOf } from "./checksum.ts";
import { isWholeLine, readSkeletonLine } from "./read-skeleton-line.ts";
import type { RawLine } from "./line-splitter.ts";
import type { Skeleton, SkeletonRow } from "./skeleton.ts";

const TAB = 0x09;

/** How the bytes end: what an append has to put before its own line. */
export type Tail = "closed" | "open" | "torn";

/**
 * Written before a line that follows half a record. The tab marks the fragment as known: programs write no tab at the
 * end of a line, readers skip it, and so nobody hears of the same fragment at every start.
 */
export const SEPARATORS: Readonly<Record<Tail, string>> = { closed: "", open: "\n", torn: "\t\n" };

export interface Findings {
	tail: Tail;
	/** Lines that are no entries, without the torn one and without fragments that were marked. */
	broken: number[];
	/** The torn line. */
	torn?: { line: number; bytes: number };
}

export interface ScanOptions {
	/** Where the first line begins. */
	from: number;
	/** Whether the index shall notice later that a line changed; costs as much as finding the line. */
	withChecksums: boolean;
}

/** Adds the entries to the index. */
export function scanEntries(source: ByteSource, index: Skeleton, { from, withChecksums }: ScanOptions): Findings {
	const scan = new EntryScan(index, { withChecksums });
	scanLines(source, from, (line) => void scan.add(line, from === 0 ? line.number : line.number + 1));
	return scan.findings;
}

/** Takes in lines and adds those that are entries to an index. */
export class EntryScan {
	readonly findings: Findings = { tail: "closed", broken: [] };
	readonly #index: Skeleton;
	readonly #withChecksums: boolean;

	constructor(index: Skeleton, { withChecksums }: Pick<ScanOptions, "withChecksums">) {
		this.#index = index;
		this.#withChecksums = withChecksums;
	}

	/** Returns the row of a line that is an entry. */
	add(line: RawLine, number: number): SkeletonRow | undefined {
		const { findings } = this;
		if (!line.terminated) findings.tail = "open";
		const row = readSkeletonLine(line);
		if (!line.terminated && row !== "blank" && !isWholeLine(line)) {
			findings.tail = "torn";
			findings.torn = { line: number, bytes: line.end - line.start };
		} else if (row === "broken") {
			if (!isMarkedFragment(line)) findings.broken.push(number);
		} else if (row !== "blank") {
			if (this.#withChecksums) row.checksum = checksumOf(line.bytes.subarray(line.end - row.length, line.end));
			this.#index.add(row);
			return row;
		}
		return undefined;
	}
}

/** Half a record that a later append closed. */
export function isMarkedFragment(line: RawLine): boolean {
	return line.bytes[line.end - 1] === TAB;
}
