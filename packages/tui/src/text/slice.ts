import { cellEnd, cellWidth, isPlainAscii, isSequenceAt } from "./cells.ts";
import { isStyleSequence, StyleTracker } from "./style.ts";

/**
 * The part of a line from one column on, `length` columns long, in the style it has there. A wide character that
 * begins before `startColumn` is left out; one that would pass the end is left out with `strict`, kept without.
 * Styles stay open at the end, as they are in the line; a link that is cut is closed.
 */
export function sliceByColumn(line: string, startColumn: number, length: number, strict = false): string {
	if (!(length > 0)) return "";
	const endColumn = startColumn + length;
	if (isPlainAscii(line)) return line.slice(Math.max(0, startColumn), Math.max(0, endColumn));
	return new LineSlice(startColumn, endColumn, strict).take(line);
}

/** Address of the OSC 8 link that covers a column, if one does. */
export function getOsc8LinkAtColumn(line: string, column: number): string | undefined {
	const style = new StyleTracker();
	let position = 0;
	for (let index = 0; index < line.length;) {
		const end = cellEnd(line, index);
		if (isSequenceAt(line, index)) style.apply(line.slice(index, end));
		position += cellWidth(line, index, end);
		if (column >= 0 && column < position) return style.link;
		index = end;
	}
	return undefined;
}

class LineSlice {
	readonly #start: number;
	readonly #end: number;
	readonly #strict: boolean;
	readonly #style: StyleTracker = new StyleTracker();
	#column = 0;
	#taken = "";
	#begun = false;

	constructor(start: number, end: number, strict: boolean) {
		this.#start = start;
		this.#end = end;
		this.#strict = strict;
	}

	take(line: string): string {
		for (let index = 0; index < line.length;) {
			if (this.#column >= this.#end) return this.#taken + this.#style.closeLink();
			const end = cellEnd(line, index);
			const cell = line.slice(index, end);
			if (isSequenceAt(line, index)) this.#takeSequence(cell);
			else this.#takeGrapheme(cell, cellWidth(line, index, end));
			index = end;
		}
		if (!this.#begun) this.#taken += this.#style.open();
		return this.#taken;
	}

	#takeSequence(sequence: string): void {
		this.#style.apply(sequence);
		// Styles before the first character are summed up when it comes; marks before the slice are not in it.
		if (this.#begun || (this.#column >= this.#start && !isStyleSequence(sequence))) this.#taken += sequence;
	}

	#takeGrapheme(grapheme: string, width: number): void {
		const column = this.#column;
		this.#column += width;
		if (column < this.#start || (this.#strict && this.#column > this.#end)) return;
		if (!this.#begun) this.#taken += this.#style.open();
		this.#begun = true;
		this.#taken += grapheme;
	}
}
