import { StringDecoder } from "node:string_decoder";
import type { TruncationResult } from "../../extension-api/builtin-tool-types.ts";
import { DEFAULT_MAX_BYTES, DEFAULT_MAX_LINES, truncateHead } from "../truncate.ts";

/** The lines of a file that were asked for, as much of them as is shown, and how many there are. */
export interface WindowedLines {
	/** Lines of the whole file; what follows the last line break counts as a line. */
	fileLines: number;
	/** Lines of the file up to the end of the window. */
	lastLine: number;
	/** The window, cut to the limits. */
	shown: TruncationResult;
	/** Bytes of the first line of the window. */
	firstLineBytes: number;
}

/**
 * Picks a window of lines out of a stream. However large the file and its lines are, no more text is kept than is
 * shown: beyond it lines and bytes are only counted.
 */
export class LineWindow {
	readonly #decoder = new StringDecoder("utf8");
	readonly #firstLine: number;
	readonly #endLine: number;
	#line = 0;
	#kept = "";
	#keptBytes = 0;
	#counted = { bytes: 0, breaks: 0, firstLineBytes: 0 };
	#endsWithBreak = false;

	/** `firstLine` counts from 0. */
	constructor(firstLine: number, lineLimit: number | undefined) {
		this.#firstLine = firstLine;
		this.#endLine = lineLimit === undefined ? Number.POSITIVE_INFINITY : firstLine + lineLimit;
	}

	push(chunk: Uint8Array): void {
		this.#take(this.#decoder.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)));
	}

	finish(): WindowedLines {
		this.#take(this.#decoder.end());
		const { bytes, breaks, firstLineBytes } = this.#counted;
		const fileLines = this.#line + 1;
		const totalLines = breaks + (bytes > 0 && !this.#endsWithBreak ? 1 : 0);
		const shown = { ...truncateHead(this.#kept), totalBytes: bytes, totalLines };
		return { fileLines, lastLine: Math.min(fileLines, this.#endLine), shown, firstLineBytes };
	}

	/** Walks to the window, through it, and over the rest. The line break that ends the window is not part of it. */
	#take(text: string): void {
		let start = 0;
		while (start < text.length) {
			const isInside = this.#line >= this.#firstLine && this.#line < this.#endLine;
			const next = isInside ? this.#windowEnd(text, start) : text.indexOf("\n", start);
			if (isInside) this.#keep(text.slice(start, next === -1 ? undefined : next));
			if (next === -1) return;
			this.#line++;
			start = next + 1;
		}
	}

	/** The line break that ends the window, -1 when it is not in this text. */
	#windowEnd(text: string, start: number): number {
		if (this.#endLine === Number.POSITIVE_INFINITY) return -1;
		let end = start - 1;
		for (let line = this.#line; line < this.#endLine; line++) {
			end = text.indexOf("\n", end + 1);
			if (end === -1) return -1;
		}
		return end;
	}

	#keep(text: string): void {
		const bytes = Buffer.byteLength(text);
		if (this.#counted.breaks === 0) {
			const firstBreak = text.indexOf("\n");
			this.#counted.firstLineBytes += firstBreak === -1 ? bytes : Buffer.byteLength(text.slice(0, firstBreak));
		}
		const breaks = countBreaks(text);
		// Once more is kept than can be shown, the cut is certain and the rest changes nothing about it.
		if (this.#keptBytes <= DEFAULT_MAX_BYTES && this.#counted.breaks <= DEFAULT_MAX_LINES) {
			this.#kept += text;
			this.#keptBytes += bytes;
		}
		this.#counted.bytes += bytes;
		this.#counted.breaks += breaks;
		this.#line += breaks;
		if (text !== "") this.#endsWithBreak = text.endsWith("\n");
	}
}

function countBreaks(text: string): number {
	let breaks = 0;
	for (let index = text.indexOf("\n"); index !== -1; index = text.indexOf("\n", index + 1)) breaks++;
	return breaks;
}
