import { WIDTH_TABLE_RUNS } from "./width-table.generated.ts";

/**
 * The traits of a code point, one byte: bits 0-1 its width alone, bits 2-5 its break class,
 * bit 6 whether it can be shown as an emoji. They stay numbers because every printed character passes here.
 */
export type Traits = number;

export const WIDTH_MASK = 0x03;
export const CLASS_SHIFT = 2;
export const CLASS_MASK = 0x0f;
export const EMOJI_FLAG = 0x40;

/** Grapheme break classes of UAX #29, as far as they change where a grapheme ends or how wide it is. */
export const OTHER = 0;
export const CONTROL = 1;
export const EXTEND = 2;
export const JOINER = 3;
export const SPACING_MARK = 4;
export const PREPEND = 5;
export const REGIONAL_INDICATOR = 6;
export const HANGUL_L = 7;
export const HANGUL_V = 8;
export const HANGUL_T = 9;
export const HANGUL_LV = 10;
export const HANGUL_LVT = 11;
export const PICTOGRAPH = 12;
export const CONSONANT = 13;
export const LINKER = 14;
export const EMOJI_MODIFIER = 15;

const TABLE_SIZE = 0x20000;
const WIDE_OTHER: Traits = 2;
const NARROW_OTHER: Traits = 1;
const INVISIBLE_EXTEND: Traits = EXTEND << CLASS_SHIFT;
const INVISIBLE_CONTROL: Traits = CONTROL << CLASS_SHIFT;

let table: Uint8Array | undefined;

/** The table of planes 0 and 1, unpacked at its first use: a program that prints ASCII only never pays for it. */
export function traitsTable(): Uint8Array {
	table ??= unpackRuns(WIDTH_TABLE_RUNS);
	return table;
}

function unpackRuns(encoded: string): Uint8Array {
	const bytes = Buffer.from(encoded, "base64");
	const unpacked = new Uint8Array(TABLE_SIZE);
	let position = 0;
	for (let index = 0; index < bytes.length;) {
		const traits = bytes[index++] as number;
		let length = 0;
		let shift = 0;
		let byte = 0;
		do {
			byte = bytes[index++] as number;
			length |= (byte & 0x7f) << shift;
			shift += 7;
		} while (byte > 0x7f);
		unpacked.fill(traits, position, position + length);
		position += length;
	}
	return unpacked;
}

/** Traits of any code point. Planes 2 and up follow four rules and need no table. */
export function traitsOf(codePoint: number): Traits {
	if (codePoint < TABLE_SIZE) return traitsTable()[codePoint] ?? NARROW_OTHER;
	if (codePoint <= 0x3ffff) return (codePoint & 0xffff) < 0xfffe ? WIDE_OTHER : NARROW_OTHER;
	if (codePoint < 0xe0000 || codePoint > 0xe0fff) return NARROW_OTHER;
	const isTagOrSelector =
		(codePoint >= 0xe0020 && codePoint <= 0xe007f) || (codePoint >= 0xe0100 && codePoint <= 0xe01ef);
	return isTagOrSelector ? INVISIBLE_EXTEND : INVISIBLE_CONTROL;
}

/** The break class held in traits. */
export function breakClass(traits: Traits): number {
	return (traits >> CLASS_SHIFT) & CLASS_MASK;
}

/** How many UTF-16 units a code point takes. */
export function unitLength(codePoint: number): number {
	return codePoint > 0xffff ? 2 : 1;
}
