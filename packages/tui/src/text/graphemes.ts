import {
	breakClass,
	CONSONANT,
	CONTROL,
	EMOJI_MODIFIER,
	EXTEND,
	HANGUL_L,
	HANGUL_LV,
	HANGUL_LVT,
	HANGUL_T,
	HANGUL_V,
	JOINER,
	LINKER,
	PICTOGRAPH,
	PREPEND,
	REGIONAL_INDICATOR,
	SPACING_MARK,
	traitsOf,
	unitLength,
} from "./code-points.ts";

/** Below U+0300 nothing joins its neighbour, except LF after CR. */
const FIRST_COMBINING = 0x300;
const CARRIAGE_RETURN = 0x0d;
const LINE_FEED = 0x0a;
/** Extends a grapheme but interrupts a conjunct (it has no Indic_Conjunct_Break). */
const ZERO_WIDTH_NON_JOINER = 0x200c;

/** What a part of a Hangul syllable may follow within it. */
const HANGUL_BEFORE: Readonly<Record<number, readonly number[]>> = {
	[HANGUL_L]: [HANGUL_L],
	[HANGUL_LV]: [HANGUL_L],
	[HANGUL_LVT]: [HANGUL_L],
	[HANGUL_V]: [HANGUL_L, HANGUL_V, HANGUL_LV],
	[HANGUL_T]: [HANGUL_V, HANGUL_T, HANGUL_LV, HANGUL_LVT],
};

/** What must be remembered of a grapheme to decide whether the next code point still belongs to it. */
interface Progress {
	last: number;
	/** A pictograph and its extenders came last, so a joiner may bind the next pictograph. */
	pictograph: boolean;
	/** A consonant came, and since then only linkers and extenders; `linked` once a linker was among them. */
	conjunct: "none" | "open" | "linked";
	indicators: number;
}

/**
 * Index just after the grapheme cluster that begins at `index` (UAX #29, extended clusters).
 * Terminal sequences are not known here: cut them out first.
 */
export function graphemeEnd(text: string, index: number): number {
	const first = text.codePointAt(index);
	if (first === undefined) return index;
	let end = index + unitLength(first);
	if (first < FIRST_COMBINING && text.charCodeAt(end) < FIRST_COMBINING) {
		return first === CARRIAGE_RETURN && text.charCodeAt(end) === LINE_FEED ? end + 1 : end;
	}
	const progress = begin(first);
	while (end < text.length) {
		const next = text.codePointAt(end) as number;
		if (!joins(progress, next)) break;
		end += unitLength(next);
	}
	return end;
}

/** The grapheme clusters of a text without terminal sequences. */
export function splitGraphemes(text: string): string[] {
	const graphemes: string[] = [];
	for (let index = 0; index < text.length;) {
		const end = graphemeEnd(text, index);
		graphemes.push(text.slice(index, end));
		index = end;
	}
	return graphemes;
}

function begin(codePoint: number): Progress {
	const kind = breakClass(traitsOf(codePoint));
	return {
		last: kind,
		pictograph: kind === PICTOGRAPH,
		conjunct: kind === CONSONANT ? "open" : "none",
		indicators: kind === REGIONAL_INDICATOR ? 1 : 0,
	};
}

/** Whether `codePoint` continues the grapheme; if so, the progress has moved past it. */
function joins(progress: Progress, codePoint: number): boolean {
	const kind = breakClass(traitsOf(codePoint));
	if (!staysTogether(progress, kind)) return false;
	const extends_ = kind === EXTEND || kind === LINKER || kind === EMOJI_MODIFIER;
	progress.pictograph = kind === PICTOGRAPH || (progress.pictograph && (extends_ || kind === JOINER));
	if (kind === CONSONANT) progress.conjunct = "open";
	else if (kind === LINKER && progress.conjunct !== "none") progress.conjunct = "linked";
	else if (!(extends_ || kind === JOINER) || codePoint === ZERO_WIDTH_NON_JOINER) progress.conjunct = "none";
	if (kind === REGIONAL_INDICATOR) progress.indicators += 1;
	progress.last = kind;
	return true;
}

function staysTogether(progress: Progress, kind: number): boolean {
	const { last } = progress;
	if (last === CONTROL || kind === CONTROL) return false;
	if (last === PREPEND) return true;
	switch (kind) {
		case EXTEND:
		case JOINER:
		case SPACING_MARK:
		case LINKER:
		case EMOJI_MODIFIER:
			return true;
		case PICTOGRAPH:
			return last === JOINER && progress.pictograph;
		case CONSONANT:
			return progress.conjunct === "linked";
		case REGIONAL_INDICATOR:
			return last === REGIONAL_INDICATOR && progress.indicators % 2 === 1;
		default:
			return HANGUL_BEFORE[kind]?.includes(last) ?? false;
	}
}
