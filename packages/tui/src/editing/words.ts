import { graphemeUnits, type Units } from "./units.ts";

type Kind = "space" | "symbols" | "word";

let segmenter: Intl.Segmenter | undefined;

/** Made on first use only: it loads dictionaries for the scripts that are written without spaces. */
function wordSegmenter(): Intl.Segmenter {
	segmenter ??= new Intl.Segmenter(undefined, { granularity: "word" });
	return segmenter;
}

/** Where the word before `column` begins; blanks in between are passed over. Runs of punctuation and emoji are words too. */
export function wordStart(line: string, column: number, units: Units = graphemeUnits): number {
	let position = column;
	let start = units.previous(line, position);
	while (position > 0 && kindAt(line, start) === "space") {
		position = start;
		start = position > 0 ? units.previous(line, position) : 0;
	}
	if (position === 0) return 0;
	if (units.pieceEnd(line, start) !== undefined) return start;
	const kind = kindAt(line, start);
	let runStart = start;
	while (runStart > 0) {
		const before = units.previous(line, runStart);
		if (kindAt(line, before) !== kind || units.pieceEnd(line, before) !== undefined) break;
		runStart = before;
	}
	return lastWordStart(line.slice(runStart, position)) + runStart;
}

/** Where the word after `column` ends; blanks in between are passed over. */
export function wordEnd(line: string, column: number, units: Units = graphemeUnits): number {
	let position = column;
	while (position < line.length && kindAt(line, position) === "space") position = units.next(line, position);
	if (position >= line.length) return line.length;
	const piece = units.pieceEnd(line, position);
	if (piece !== undefined) return piece;
	const kind = kindAt(line, position);
	let end = position;
	while (end < line.length && kindAt(line, end) === kind && units.pieceEnd(line, end) === undefined)
		end = units.next(line, end);
	return position + firstWordEnd(line.slice(position, end));
}

function kindAt(line: string, column: number): Kind {
	const character = String.fromCodePoint(line.codePointAt(column) ?? 0x20);
	if (/\s/.test(character)) return "space";
	return character !== "_" && /[\p{P}\p{S}]/u.test(character) ? "symbols" : "word";
}

/** Scripts written without spaces hold several words in one run: ask the dictionary. */
function needsDictionary(run: string): boolean {
	return /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\uf900-\ufaff]/.test(run);
}

function firstWordEnd(run: string): number {
	if (!needsDictionary(run)) return run.length;
	for (const { segment } of wordSegmenter().segment(run)) return segment.length;
	return run.length;
}

function lastWordStart(run: string): number {
	if (!needsDictionary(run)) return 0;
	let start = 0;
	for (const { index } of wordSegmenter().segment(run)) start = index;
	return start;
}
