import type { Readable } from "node:stream";

const LF = 0x0a;
const CR = 0x0d;

/** Cuts bytes into lines at LF alone: U+2028 and U+2029 are ordinary characters inside JSON (W01). */
export class LineSplitter {
	/** The beginning of a line whose end has not come yet. */
	#open: Buffer[] = [];

	/** Takes a piece; returns the lines that ended in it, a CR before the LF cut off. */
	push(chunk: Buffer): string[] {
		const lines: string[] = [];
		let start = 0;
		for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, start)) {
			this.#open.push(chunk.subarray(start, end));
			lines.push(this.#take());
			start = end + 1;
		}
		if (start < chunk.length) this.#open.push(chunk.subarray(start));
		return lines;
	}

	/** What stands after the last LF, if anything does. */
	rest(): string | undefined {
		return this.#open.length === 0 ? undefined : this.#take();
	}

	#take(): string {
		const line = this.#open.length === 1 ? (this.#open[0] as Buffer) : Buffer.concat(this.#open);
		this.#open = [];
		return line.subarray(0, line.at(-1) === CR ? -1 : undefined).toString("utf8");
	}
}

/** Hands over every line of a stream, the last one even without its LF. Calls `onEnd` once, however the stream ends. */
export function readJsonLines(
	input: Readable,
	{ onLine, onEnd }: { onLine: (line: string) => void; onEnd: () => void },
): void {
	const splitter = new LineSplitter();
	let isOver = false;
	const end = (): void => {
		if (isOver) return;
		isOver = true;
		const rest = splitter.rest();
		if (rest !== undefined) onLine(rest);
		onEnd();
	};
	input.on("data", (chunk: Buffer | string) => {
		for (const line of splitter.push(Buffer.from(chunk))) onLine(line);
	});
	input.on("end", end);
	input.on("close", end);
	// A broken pipe is the end of what can be read.
	input.on("error", end);
}
