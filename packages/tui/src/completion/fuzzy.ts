/** How well a query fits a text; the lower the score, the better. */
export interface FuzzyMatch {
	matches: boolean;
	score: number;
}

/** Weights of the score. Their proportions are those extension authors know from the other hosts (U08). */
const EXACT = -100;
const WORD_START = -10;
const CONSECUTIVE = -5;
const GAP = 2;
const POSITION = 0.1;
const SWAPPED = 5;

const NO_MATCH: FuzzyMatch = { matches: false, score: 0 };

/**
 * Whether all characters of the query occur in the text in this order, without regard to case. Characters at the start
 * of a word and next to each other count as better; `gpt5` also finds `5-gpt`, at a small cost.
 */
export function fuzzyMatch(query: string, text: string): FuzzyMatch {
	const wanted = query.toLowerCase();
	const given = text.toLowerCase();
	const direct = matchInOrder(wanted, given);
	if (direct.matches) return direct;
	const swapped = swapLettersAndDigits(wanted);
	const other = swapped === undefined ? NO_MATCH : matchInOrder(swapped, given);
	return other.matches ? { matches: true, score: other.score + SWAPPED } : NO_MATCH;
}

/**
 * The items that match every word of the query, best first; equals keep their order. Words are parted by spaces and
 * slashes. An empty query keeps all.
 */
export function fuzzyFilter<T>(items: T[], query: string, getText: (item: T) => string): T[] {
	const words = query.split(/[\s/]+/).filter((word) => word !== "");
	if (words.length === 0) return items;
	const scored: { item: T; score: number }[] = [];
	for (const item of items) {
		const score = scoreWords(words, getText(item));
		if (score !== undefined) scored.push({ item, score });
	}
	return scored.sort((a, b) => a.score - b.score).map(({ item }) => item);
}

function scoreWords(words: readonly string[], text: string): number | undefined {
	let total = 0;
	for (const word of words) {
		const { matches, score } = fuzzyMatch(word, text);
		if (!matches) return undefined;
		total += score;
	}
	return total;
}

/** The better of two placements: each character at its first chance, or the query in one piece where it stands best. */
function matchInOrder(query: string, text: string): FuzzyMatch {
	if (query === "") return { matches: true, score: 0 };
	if (query.length > text.length) return NO_MATCH;
	let best = scorePlacement(query, text, 0);
	if (best === undefined) return NO_MATCH;
	for (let start = text.indexOf(query); start !== -1; start = text.indexOf(query, start + 1)) {
		best = Math.min(best, scorePlacement(query, text, start) ?? best);
	}
	return { matches: true, score: query === text ? best + EXACT : best };
}

function scorePlacement(query: string, text: string, start: number): number | undefined {
	let score = 0;
	let next = start;
	let previous = -1;
	let run = 0;
	for (const character of query) {
		const position = text.indexOf(character, next);
		if (position === -1) return undefined;
		run = position === previous + 1 ? run + 1 : 0;
		if (run > 0) score += CONSECUTIVE * run;
		else if (previous >= 0) score += GAP * (position - previous - 1);
		if (isWordStart(text, position)) score += WORD_START;
		score += POSITION * position;
		previous = position + character.length - 1;
		next = previous + 1;
	}
	return score;
}

function isWordStart(text: string, position: number): boolean {
	return position === 0 || /[\s\-_./:]/.test(text[position - 1] as string);
}

/** `codex52` as `52codex` and the other way round, for names that put the version elsewhere. */
function swapLettersAndDigits(query: string): string | undefined {
	const match = /^([a-z]+)(\d+)$/.exec(query) ?? /^(\d+)([a-z]+)$/.exec(query);
	return match === null ? undefined : `${match[2]}${match[1]}`;
}
