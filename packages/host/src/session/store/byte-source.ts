import { LineSplitter, type LineVisitor } from "./line-splitter.ts";

/** Bytes that can be read anywhere: a file, or the image of one in memory. */
export interface ByteSource {
	readonly size: number;
	/** Fills the target as far as there are bytes from the position on; returns how many. */
	readInto(target: Uint8Array, position: number): number;
}

/** Visits the lines from a position on. The line is valid during the visit only. */
export function scanLines(source: ByteSource, from: number, visit: LineVisitor): void {
	const splitter = new LineSplitter(from, source.size - from);
	for (let position = from; position < source.size;) {
		const count = source.readInto(splitter.room(), position);
		if (count === 0) break;
		position += count;
		splitter.accept(count, visit);
	}
	splitter.finish(visit);
}

/** Reads a span; shorter where the source ends early. */
export function readSpan(source: ByteSource, position: number, length: number): Buffer {
	return fillFrom(source, position, Buffer.allocUnsafe(length));
}

/** Fills the target from a position on; what it returns is shorter where the source ends early. */
export function fillFrom(source: ByteSource, position: number, target: Buffer): Buffer {
	let filled = 0;
	while (filled < target.length) {
		const count = source.readInto(target.subarray(filled), position + filled);
		if (count === 0) break;
		filled += count;
	}
	return target.subarray(0, filled);
}
