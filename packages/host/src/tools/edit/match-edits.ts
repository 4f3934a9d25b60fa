import { lineBreakOf, type TextView, viewText } from "./text-view.ts";

export interface Edit {
	oldText: string;
	newText: string;
}

/** A range of the original text and what takes its place. */
export interface Replacement {
	editIndex: number;
	start: number;
	end: number;
	newText: string;
}

/** Why an edit cannot be applied. */
export type EditProblem =
	| { type: "empty" | "missing"; editIndex: number }
	| { type: "ambiguous"; editIndex: number; occurrences: number }
	| { type: "overlap"; editIndex: number; otherIndex: number };

export type MatchedEdits = { replacements: Replacement[] } | { problem: EditProblem };

/** Counting on could take very long for a pattern that occurs everywhere. */
export const MOST_OCCURRENCES = 100;

/**
 * Finds where each edit applies, all against the same text: as it stands, or else (BT03) without regard to blanks at
 * line ends and to the shape of quotes, dashes and spaces. The replacements come back in the order of the text.
 */
export function matchEdits(text: string, edits: readonly Edit[], encoding: "utf8" | "bytes" = "utf8"): MatchedEdits {
	const lineBreak = lineBreakOf(text);
	const exact = viewText(text, "exact");
	const relaxedKind = encoding === "utf8" ? "relaxed" : "relaxed-bytes";
	let relaxed: TextView | undefined;
	const replacements: Replacement[] = [];
	for (const [editIndex, { oldText, newText }] of edits.entries()) {
		if (oldText === "") return { problem: { type: "empty", editIndex } };
		const wanted = viewText(oldText, "exact", lineBreak).text;
		let range = findOnly(exact, wanted);
		if (range.occurrences === 0) {
			relaxed ??= viewText(text, relaxedKind);
			range = findRelaxed(relaxed, wanted, viewText(wanted, relaxedKind, lineBreak).text);
		}
		if (range.occurrences === 0) return { problem: { type: "missing", editIndex } };
		if (range.occurrences > 1) return { problem: { type: "ambiguous", editIndex, occurrences: range.occurrences } };
		const { start, end } = range;
		replacements.push({ editIndex, start, end, newText: withLineEnds(newText, text, start) });
	}
	replacements.sort((a, b) => a.start - b.start);
	const overlap = replacements.findIndex(
		(replacement, index) => replacement.start < (replacements[index - 1]?.end ?? 0),
	);
	if (overlap === -1) return { replacements };
	const [first, second] = [replacements[overlap - 1]!.editIndex, replacements[overlap]!.editIndex];
	return { problem: { type: "overlap", editIndex: Math.min(first, second), otherIndex: Math.max(first, second) } };
}

/** The text with the replacements in place; everything else is the same. */
export function applyReplacements(text: string, replacements: readonly Replacement[]): string {
	const parts: string[] = [];
	let position = 0;
	for (const { start, end, newText } of replacements) {
		parts.push(text.slice(position, start), newText);
		position = end;
	}
	return parts.join("") + text.slice(position);
}

interface Found {
	occurrences: number;
	start: number;
	end: number;
}

function findOnly(view: TextView, wanted: string, accepts: (end: number) => boolean = () => true): Found {
	const found: Found = { occurrences: 0, start: 0, end: 0 };
	// Occurrences may overlap each other; then it is just as unclear which one is meant.
	for (let index = view.text.indexOf(wanted); index !== -1; index = view.text.indexOf(wanted, index + 1)) {
		if (!accepts(index + wanted.length)) continue;
		found.occurrences++;
		if (found.occurrences === 1) Object.assign(found, view.originalRange(index, index + wanted.length));
		if (found.occurrences > MOST_OCCURRENCES) break;
	}
	return found;
}

function findRelaxed(view: TextView, wanted: string, relaxedWanted: string): Found {
	if (relaxedWanted.trim() === "") return { occurrences: 0, start: 0, end: 0 };
	// Blanks at the end were given up; without this `foo ` would be found in `foobar`.
	const endsLine = /[\t \u00A0\u2000-\u200A\u202F\u205F\u3000]$/.test(wanted);
	return findOnly(view, relaxedWanted, (end) => !endsLine || end === view.text.length || view.text[end] === "\n");
}

/** New lines end as the line does in which they begin; a last line without an end follows the line before it. */
function withLineEnds(newText: string, text: string, start: number): string {
	const lines = newText.replaceAll("\r\n", "\n");
	const lineBreak = lineBreakOf(text);
	const next = text.indexOf(lineBreak, start);
	const end = next === -1 ? text.lastIndexOf(lineBreak) : next;
	const lineEnd = lineBreak === "\n" && text[end - 1] === "\r" ? "\r\n" : lineBreak;
	return lineEnd === "\n" ? lines : lines.replaceAll("\n", lineEnd);
}
