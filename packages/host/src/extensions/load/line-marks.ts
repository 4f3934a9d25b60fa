import { MAPPING_WIDTH } from "./source-map.ts";

/** Tokens of a text and the source line each belongs on: offsets ascend, lines count from 1. */
export interface LineMarks {
	readonly offsets: readonly number[];
	readonly lines: readonly number[];
}

/** One token a line is enough to place it; the others stand by for when a break before that one is forbidden. */
const TOKENS_PER_LINE: number = 4;

/** Answers "which source line?" for positions of a generated text. */
export interface LineLookup {
	/** For the start of a token; a token between two mappings has no line of its own. */
	exact(line: number, column: number): number | undefined;
	/** For any position: the line of the last token that starts there or earlier on the generated line. */
	atOrBefore(line: number, column: number): number | undefined;
}

/** A lookup in a decoded source map. Questions mostly ascend, so each search starts where the last one ended. */
export function createLineLookup(mappings: Int32Array): LineLookup {
	const size = mappings.length;
	let at = 0;
	const orderAt = (line: number, column: number): number =>
		(mappings[at] ?? Infinity) - line || (mappings[at + 1] ?? 0) - column;
	const seek = (line: number, column: number): boolean => {
		if (orderAt(line, column) > 0) at = lowerBound(mappings, line, column);
		while (at < size && orderAt(line, column) < 0) at += MAPPING_WIDTH;
		return at < size && orderAt(line, column) === 0;
	};
	return {
		exact: (line, column) => (seek(line, column) ? mappings[at + 2] : undefined),
		atOrBefore(line, column) {
			if (seek(line, column)) return mappings[at + 2];
			const before = at - MAPPING_WIDTH;
			return before >= 0 && mappings[before] === line ? mappings[before + 2] : undefined;
		},
	};
}

/** The index of the first mapping that is not before the position. */
function lowerBound(mappings: Int32Array, line: number, column: number): number {
	let low = 0;
	let high = mappings.length / MAPPING_WIDTH;
	while (low < high) {
		const middle = (low + high) >> 1;
		const at = middle * MAPPING_WIDTH;
		const order = (mappings[at] ?? 0) - line || (mappings[at + 1] ?? 0) - column;
		if (order < 0) low = middle + 1;
		else high = middle;
	}
	return low * MAPPING_WIDTH;
}

/** A generated text and where its tokens come from. */
export interface MappedCode {
	readonly code: string;
	/** Where the part of interest starts. */
	readonly start: number;
	readonly map: Int32Array;
	/** Set when the map leads to another generated text: the way from there to the source. */
	readonly lookup?: LineLookup | undefined;
}

/** The tokens from `start` on with their source lines. */
export function collectMarks({ code, start, map, lookup }: MappedCode): LineMarks {
	const offsets: number[] = [];
	const lines: number[] = [];
	let line = 0;
	let lineStart = 0;
	let run = 0;
	for (let at = 0; at < map.length; at += MAPPING_WIDTH) {
		for (const target = map[at] ?? 0; line < target; line++) lineStart = code.indexOf("\n", lineStart) + 1;
		const offset = lineStart + (map[at + 1] ?? 0);
		if (offset < start) continue;
		const callee = importedCallee(code, offset);
		const find = callee === undefined ? lookup?.exact : lookup?.atOrBefore;
		const sourceLine = find === undefined ? map[at + 2] : find(map[at + 2] ?? 0, map[at + 3] ?? 0);
		if (sourceLine === undefined) continue;
		run = sourceLine + 1 === lines.at(-1) ? run + 1 : 1;
		if (run > TOKENS_PER_LINE) continue;
		offsets.push(callee ?? offset);
		lines.push(sourceLine + 1);
	}
	return keepAscending({ offsets, lines });
}

const IMPORTED_CALLEE: string = "(0, __vite_ssr_import_";

/**
 * A call of an import is printed as `(0, module.name)()`; the map knows its second bracket only, V8 reports the call
 * at the first. Answers the offset of the first for that of the second.
 */
function importedCallee(code: string, offset: number): number | undefined {
	if (code.charCodeAt(offset) !== 40 || code.charCodeAt(offset - 1) !== 41) return undefined;
	const start = code.lastIndexOf("(", offset - 1);
	return code.startsWith(IMPORTED_CALLEE, start) ? start : undefined;
}

/**
 * Keeps the largest set of marks whose lines do not descend. A transform moves some tokens ahead of their neighbours
 * (fields made from constructor parameters); obeying such a token would push all that follow off their lines.
 */
function keepAscending(marks: LineMarks): LineMarks {
	const { lines } = marks;
	if (lines.every((line, index) => index === 0 || line >= (lines[index - 1] ?? 0))) return marks;
	const previous = new Array<number>(lines.length).fill(-1);
	const tails: number[] = [];
	for (const [index, line] of lines.entries()) {
		let low = 0;
		let high = tails.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((lines[tails[middle] ?? 0] ?? 0) <= line) low = middle + 1;
			else high = middle;
		}
		if (low > 0) previous[index] = tails[low - 1] ?? -1;
		tails[low] = index;
	}
	const kept: number[] = [];
	for (let index = tails.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1) kept.push(index);
	kept.reverse();
	return {
		offsets: kept.map((index) => marks.offsets[index] ?? 0),
		lines: kept.map((index) => lines[index] ?? 0),
	};
}
