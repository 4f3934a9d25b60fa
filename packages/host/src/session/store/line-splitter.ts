const NEWLINE = 0x0a;
const MOST_FIRST = 1 << 20;
const LEAST_FIRST = 1 << 12;

/** One line as a view into a buffer that the next line reuses. */
export interface RawLine {
	bytes: Buffer;
	start: number;
	/** Without the newline. */
	end: number;
	/** Of the first byte in the file. */
	offset: number;
	/** False for a last line without newline. */
	terminated: boolean;
	/** From 1. */
	number: number;
}

export type LineVisitor = (line: RawLine) => void;

/**
 * Cuts chunks into lines without copying them: read into `room()`, then `accept` what was read. Its buffer grows only
 * for a line that is longer than it.
 */
export class LineSplitter {
	#buffer: Buffer;
	#start = 0;
	#searched = 0;
	#filled = 0;
	readonly #line: RawLine;

	/** `expected`: how many bytes will come, where that is known. */
	constructor(position = 0, expected: number = MOST_FIRST) {
		// One more than expected, so that there is room to read the end.
		this.#buffer = Buffer.allocUnsafeSlow(Math.max(LEAST_FIRST, Math.min(MOST_FIRST, expected + 1)));
		this.#line = { bytes: this.#buffer, start: 0, end: 0, offset: position, terminated: true, number: 0 };
	}

	/** Where the next chunk goes; never empty. */
	room(): Buffer {
		if (this.#filled === this.#buffer.length) this.#makeRoom();
		return this.#buffer.subarray(this.#filled);
	}

	/** Visits every line that the new bytes complete. */
	accept(count: number, visit: LineVisitor): void {
		this.#filled += count;
		for (;;) {
			// Beyond what is filled lie bytes of earlier chunks; a newline found there is none.
			const end = this.#buffer.indexOf(NEWLINE, this.#searched);
			if (end < 0 || end >= this.#filled) break;
			this.#emit(end, visit);
			this.#line.offset += end + 1 - this.#start;
			this.#start = end + 1;
			this.#searched = this.#start;
		}
		this.#searched = this.#filled;
	}

	/** Visits the rest, if the last line has no newline. */
	finish(visit: LineVisitor): void {
		if (this.#start === this.#filled) return;
		this.#line.terminated = false;
		this.#emit(this.#filled, visit);
	}

	#emit(end: number, visit: LineVisitor): void {
		const line = this.#line;
		line.bytes = this.#buffer;
		line.start = this.#start;
		line.end = end;
		line.number += 1;
		visit(line);
	}

	#makeRoom(): void {
		const rest = this.#filled - this.#start;
		const target = rest * 2 > this.#buffer.length ? Buffer.allocUnsafeSlow(this.#buffer.length * 2) : this.#buffer;
		this.#buffer.copy(target, 0, this.#start, this.#filled);
		this.#buffer = target;
		this.#searched -= this.#start;
		this.#start = 0;
		this.#filled = rest;
	}
}
