import type { SessionEntry } from "../entry.ts";
import type { SessionIndex } from "./session-index.ts";

/** One read fetches at most this much, unless a single line is longer. */
export const MOST_BYTES: number = 1 << 20;
/** Reading over this much that nobody wants is cheaper than a second read. */
const GAP_BYTES = 1 << 14;

/** Either an entry that needs no reading, or positions whose lines one read fetches. */
export type PlannedRead = { entry: SessionEntry } | { positions: number[] };

/** Groups positions, in the order given, into few reads. */
export function* planReads(
	positions: Iterable<number>,
	index: SessionIndex,
	known: (position: number) => SessionEntry | undefined,
): Iterable<PlannedRead> {
	let run: number[] = [];
	let begin = 0;
	let end = 0;
	for (const position of positions) {
		const entry = known(position);
		const offset = index.offsetAt(position);
		if (entry === undefined && offset < 0) continue;
		const lineEnd = offset + index.lengthAt(position);
		const joins = entry === undefined && offset >= end && offset - end <= GAP_BYTES && lineEnd - begin <= MOST_BYTES;
		if (run.length > 0 && !joins) {
			yield { positions: run };
			run = [];
		}
		if (entry !== undefined) {
			yield { entry };
			continue;
		}
		if (run.length === 0) begin = offset;
		end = lineEnd;
		run.push(position);
	}
	if (run.length > 0) yield { positions: run };
}
