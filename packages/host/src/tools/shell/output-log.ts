import { StringDecoder } from "node:string_decoder";
import type { TruncationResult } from "../../extension-api/builtin-tool-types.ts";
import { DEFAULT_MAX_BYTES, DEFAULT_MAX_LINES, truncateTail } from "../truncate.ts";
import { LARGEST_SPILL, SpillFile } from "./spill-file.ts";

/** Programmatic callers get 1 MiB, and of more output the first and the last half of that. */
const HALF_OF_FULL_OUTPUT = 512 * 1024;
/** Smaller chunks are joined, so that a program that writes byte by byte does not make half a million of them. */
const SMALL_CHUNK = 16 * 1024;

/** The output of a command so far: what is shown of it, in bounded memory; the rest goes to a file once it is cut. */
export class OutputLog {
	readonly #spillPlace: { prefix: string; limit: number };
	readonly #first: Buffer[] = [];
	readonly #recent: Buffer[] = [];
	#firstBytes = 0;
	#recentBytes = 0;
	readonly #counted = { bytes: 0, breaks: 0, lineBytes: 0, lastLineBytes: 0 };
	#spill: SpillFile | undefined;
	#isFinished = false;

	/** The file begins with the prefix and takes no more bytes than the limit. */
	constructor(prefix: string, limit: number = LARGEST_SPILL) {
		this.#spillPlace = { prefix, limit };
	}

	append(chunk: Buffer): void {
		if (chunk.length === 0 || this.#isFinished) return;
		this.#count(chunk);
		this.#keep(chunk);
		if (this.#spill !== undefined) this.#spill.write(chunk);
		else if (this.#isCut()) this.#startSpill();
		this.#forget();
	}

	/** After this nothing is taken any more. */
	finish(): void {
		this.#isFinished = true;
		this.#spill?.close();
	}

	/** What is shown: the end of the output. */
	shown(): TruncationResult {
		const { bytes, breaks, lineBytes } = this.#counted;
		// One byte more than fits makes the cut certain; some more let it begin with a whole character.
		const kept = Buffer.concat(this.#recent.length === 0 ? this.#first : [...this.#first, ...this.#recent]);
		const end = kept.subarray(Math.max(0, kept.length - DEFAULT_MAX_BYTES - 8));
		const text = this.#decode(end, { isCut: end.length < kept.length });
		return { ...truncateTail(text), totalBytes: bytes, totalLines: breaks + (lineBytes > 0 ? 1 : 0) };
	}

	/** Bytes of the last line, which may be cut. */
	get lastLineBytes(): number {
		return this.#counted.lineBytes || this.#counted.lastLineBytes;
	}

	/** Where the output is, once it is longer than what is shown; `largest` where the file holds only so many bytes. */
	get spill(): { path: string; failure: string | undefined; largest: number | undefined } | undefined {
		if (this.#spill === undefined) return undefined;
		const { path, failure, isCut } = this.#spill;
		return { path, failure, largest: isCut ? this.#spillPlace.limit : undefined };
	}

	/** All of it, or its two ends around a mark. */
	full(): { text: string; isCut: boolean } {
		const omitted = this.#counted.bytes - this.#firstBytes - this.#recentBytes;
		if (omitted === 0) return { text: this.#decode(Buffer.concat([...this.#first, ...this.#recent])), isCut: false };
		const last = Buffer.concat(this.#recent);
		const cut = last.subarray(last.length - HALF_OF_FULL_OUTPUT);
		const mark = `\n[… ${omitted + last.length - cut.length} bytes left out …]\n`;
		const first = new StringDecoder("utf8").write(Buffer.concat(this.#first));
		return { text: first + mark + this.#decode(cut, { isCut: true }), isCut: true };
	}

	#isCut(): boolean {
		const { bytes, breaks, lineBytes } = this.#counted;
		return bytes > DEFAULT_MAX_BYTES || breaks + (lineBytes > 0 ? 1 : 0) > DEFAULT_MAX_LINES;
	}

	#startSpill(): void {
		this.#spill = new SpillFile(this.#spillPlace.prefix, this.#spillPlace.limit);
		for (const chunk of [...this.#first, ...this.#recent]) this.#spill.write(chunk);
	}

	#count(chunk: Buffer): void {
		const counted = this.#counted;
		counted.bytes += chunk.length;
		let start = 0;
		for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
			counted.breaks++;
			counted.lastLineBytes = counted.lineBytes + end - start;
			counted.lineBytes = 0;
			start = end + 1;
		}
		counted.lineBytes += chunk.length - start;
	}

	#keep(chunk: Buffer): void {
		const first = chunk.subarray(0, HALF_OF_FULL_OUTPUT - this.#firstBytes);
		const recent = chunk.subarray(first.length);
		addChunk(this.#first, first);
		addChunk(this.#recent, recent);
		this.#firstBytes += first.length;
		this.#recentBytes += recent.length;
	}

	#forget(): void {
		while (this.#recentBytes - (this.#recent[0]?.length ?? 0) >= HALF_OF_FULL_OUTPUT) {
			this.#recentBytes -= this.#recent.shift()?.length ?? 0;
		}
	}

	#decode(bytes: Buffer, { isCut = false }: { isCut?: boolean } = {}): string {
		let start = 0;
		while (isCut && start < bytes.length && (bytes[start]! & 0xc0) === 0x80) start++;
		const decoder = new StringDecoder("utf8");
		const text = decoder.write(bytes.subarray(start));
		// A character whose rest has not arrived yet is not shown.
		return this.#isFinished ? text + decoder.end() : text;
	}
}

function addChunk(chunks: Buffer[], chunk: Buffer): void {
	if (chunk.length === 0) return;
	const last = chunks.at(-1);
	if (last !== undefined && last.length + chunk.length <= SMALL_CHUNK)
		chunks[chunks.length - 1] = Buffer.concat([last, chunk]);
	else chunks.push(chunk);
}
