import { sequenceEnd } from "./ansi.ts";
import {
	breakClass,
	CLASS_SHIFT,
	CONTROL,
	EMOJI_FLAG,
	EMOJI_MODIFIER,
	EXTEND,
	HANGUL_L,
	HANGUL_LV,
	HANGUL_LVT,
	HANGUL_T,
	HANGUL_V,
	JOINER,
	LINKER,
	OTHER,
	PICTOGRAPH,
	REGIONAL_INDICATOR,
	traitsOf,
	traitsTable,
	type Traits,
	unitLength,
	WIDTH_MASK,
} from "./code-points.ts";

/** A tab is drawn as this many spaces wherever it is measured, wrapped or drawn. */
export const TAB_WIDTH = 3;

/** Most lines are this, and an expression over them is more than twice as fast as a loop. */
export const PLAIN_ASCII: RegExp = /^[\x20-\x7e]*$/;

const TAB = 0x09;
const ESCAPE = "\x1b";
const EMOJI_SELECTOR = 0xfe0f;
const KEYCAP = 0x20e3;

/**
 * State between two code points, packed: bits 0-3 the class of the last one, bits 4-5 the cells of the emoji being
 * built (0 when none is), bit 6 an unpaired regional indicator. `step` returns the new state with the cells the code
 * point adds from bit 8 on. Numbers, so that measuring allocates nothing.
 */
type State = number;
const EMOJI_SHIFT = 4;
const ODD_INDICATOR = 0x40;
const EMOJI_CELLS = WIDTH_MASK << EMOJI_SHIFT;
const STATE_MASK = 0xff;
/** A combining mark of no width: by far the commonest code point with a class. */
const COMBINING: Traits = EXTEND << CLASS_SHIFT;
const ADDED_SHIFT = 8;

/**
 * How many terminal columns a text takes. Terminal sequences and control characters take none, a tab takes three, and
 * a grapheme cluster counts as a terminal draws it: emoji sequences and flags two, combining marks none.
 */
export function visibleWidth(text: string): number {
	if (PLAIN_ASCII.test(text)) return text.length;
	let width = 0;
	let start = 0;
	while (start < text.length) {
		const escape = text.indexOf(ESCAPE, start);
		if (escape === -1) return width + plainWidth(text, start, text.length);
		if (escape > start) width += plainWidth(text, start, escape);
		start = Math.max(sequenceEnd(text, escape), escape + 1);
	}
	return width;
}

/** Columns of `text` between two indices, where no terminal sequence stands. */
export function plainWidth(text: string, start: number, end: number): number {
	for (let index = start; index < end; index += 1) {
		const unit = text.charCodeAt(index);
		if (unit >= 0x20 && unit < 0x7f) continue;
		// From the character before on, because a combining mark or keycap may build on it.
		const from = index > start ? index - 1 : index;
		return from - start + measure(text, from, end);
	}
	return end - start;
}

function measure(text: string, start: number, end: number): number {
	const table = traitsTable();
	let width = 0;
	let state: State = OTHER;
	for (let index = start; index < end;) {
		const unit = text.charCodeAt(index);
		const codePoint = unit >= 0xd800 && unit <= 0xdbff ? (text.codePointAt(index) as number) : unit;
		const traits = table[codePoint] ?? traitsOf(codePoint);
		if (traits <= WIDTH_MASK) {
			width += traits;
			state = OTHER;
		} else if (traits === COMBINING && (state & EMOJI_CELLS) === 0) {
			state = EXTEND;
			if (codePoint === KEYCAP && closesKeycap(text, index, start)) width += 1;
		} else if (codePoint === TAB) {
			width += TAB_WIDTH;
			state = CONTROL;
		} else {
			const stepped = step(state, traits, codePoint);
			width += stepped >> ADDED_SHIFT;
			state = stepped & STATE_MASK;
		}
		index += unitLength(codePoint);
	}
	return width;
}

function step(state: State, traits: Traits, codePoint: number): State {
	const kind = breakClass(traits);
	const width = traits & WIDTH_MASK;
	const last = state & 0x0f;
	switch (kind) {
		case PICTOGRAPH:
			return stepPictograph(state, traits);
		case EMOJI_MODIFIER:
			return keepEmoji(state, kind, 2);
		case EXTEND:
		case LINKER:
		case JOINER:
			return keepEmoji(state, kind, codePoint === EMOJI_SELECTOR ? 0 : width) + selectorCells(state, codePoint);
		case REGIONAL_INDICATOR:
			return (state & ODD_INDICATOR) !== 0 ? kind : kind | ODD_INDICATOR | (width << ADDED_SHIFT);
		case HANGUL_L:
		case HANGUL_LV:
		case HANGUL_LVT:
			return last === HANGUL_L ? kind : kind | (width << ADDED_SHIFT);
		case HANGUL_V:
			return last === HANGUL_L || last === HANGUL_V || last === HANGUL_LV ? kind : kind | (width << ADDED_SHIFT);
		case HANGUL_T:
			return last >= HANGUL_V && last <= HANGUL_LVT ? kind : kind | (width << ADDED_SHIFT);
		default:
			return kind | (width << ADDED_SHIFT);
	}
}

/** A pictograph after a joiner melts into the emoji before it; any other begins one of its own. */
function stepPictograph(state: State, traits: Traits): State {
	const width = traits & WIDTH_MASK;
	const before = (state >> EMOJI_SHIFT) & WIDTH_MASK;
	const joined = (state & 0x0f) === JOINER && before > 0;
	const cells = joined ? Math.max(before, width) : width;
	const added = joined ? cells - before : cells;
	const canBeEmoji = joined || (traits & EMOJI_FLAG) !== 0 || width === 2;
	return PICTOGRAPH | (canBeEmoji ? cells << EMOJI_SHIFT : 0) | (added << ADDED_SHIFT);
}

/** A mark after an emoji leaves it open; a skin tone also makes it two cells. Elsewhere the mark counts as itself. */
function keepEmoji(state: State, kind: number, width: number): State {
	const before = (state >> EMOJI_SHIFT) & WIDTH_MASK;
	if (before === 0) return kind | (width << ADDED_SHIFT);
	if (kind === EMOJI_MODIFIER) return kind | (2 << EMOJI_SHIFT) | ((2 - before) << ADDED_SHIFT);
	return kind | (before << EMOJI_SHIFT) | (width << ADDED_SHIFT);
}

/** The emoji selector widens a one-cell emoji to two; the result is added to a state of one cell. */
function selectorCells(state: State, codePoint: number): State {
	const isNarrowEmoji = ((state >> EMOJI_SHIFT) & WIDTH_MASK) === 1;
	return codePoint === EMOJI_SELECTOR && isNarrowEmoji ? (1 << EMOJI_SHIFT) | (1 << ADDED_SHIFT) : 0;
}

/** Whether the keycap sign at `index` follows a digit, `#` or `*` and the emoji selector. */
function closesKeycap(text: string, index: number, start: number): boolean {
	if (index - 2 < start || text.charCodeAt(index - 1) !== EMOJI_SELECTOR) return false;
	const base = text.charCodeAt(index - 2);
	return (base >= 0x30 && base <= 0x39) || base === 0x23 || base === 0x2a;
}
