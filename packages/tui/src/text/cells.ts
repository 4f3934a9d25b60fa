import { sequenceEnd } from "./ansi.ts";
import { graphemeEnd } from "./graphemes.ts";
import { PLAIN_ASCII, plainWidth } from "./width.ts";

const ESCAPE = 0x1b;

/** Whether a terminal sequence (or a stray ESC) stands at `index`. */
export function isSequenceAt(text: string, index: number): boolean {
	return text.charCodeAt(index) === ESCAPE;
}

/** Index after the unit at `index` that must not be cut: a terminal sequence or a grapheme. */
export function cellEnd(text: string, index: number): number {
	if (!isSequenceAt(text, index)) return graphemeEnd(text, index);
	return Math.max(sequenceEnd(text, index), index + 1);
}

/** Columns taken by the unit between two indices found with `cellEnd`. */
export function cellWidth(text: string, index: number, end: number): number {
	return isSequenceAt(text, index) ? 0 : plainWidth(text, index, end);
}

/** Only printable ASCII: every UTF-16 unit is one column. */
export function isPlainAscii(text: string): boolean {
	return PLAIN_ASCII.test(text);
}
