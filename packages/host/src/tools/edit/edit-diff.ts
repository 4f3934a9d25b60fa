import { structuredPatch } from "diff";

/** Lines of one place of a change, with a mark in front of each: blank, `-` or `+`. A start is where the range begins. */
interface Hunk {
	oldStart: number;
	oldLines: number;
	newStart: number;
	newLines: number;
	lines: string[];
}

const CONTEXT_LINES = 4;
/** Without a limit a total rewrite of some thousand lines takes seconds. */
const DIFF_TIMEOUT = 200;

/** The diff for people: numbered lines around each change, `...` where lines are left out. */
export function generateDiffString(
	oldContent: string,
	newContent: string,
	contextLines: number = CONTEXT_LINES,
): { diff: string; firstChangedLine: number | undefined } {
	const oldCount = countLines(oldContent);
	const width = String(Math.max(oldCount, countLines(newContent), 1)).length;
	const gap = ` ${" ".repeat(width)} ...`;
	const lines: string[] = [];
	let firstChangedLine: number | undefined;
	let oldEnd = 1;
	for (const hunk of hunksOf(oldContent, newContent, contextLines)) {
		if (hunk.oldStart > oldEnd) lines.push(gap);
		let oldLine = hunk.oldStart;
		let newLine = hunk.newStart;
		for (const line of hunk.lines) {
			const mark = line.charAt(0);
			// "\ No newline at end of file" is no line of the file.
			if (mark === "\\") continue;
			if (mark !== " ") firstChangedLine ??= newLine;
			const number = String(mark === "+" ? newLine : oldLine).padStart(width);
			lines.push(`${mark}${number} ${line.slice(1).replace(/\r$/, "")}`);
			if (mark !== "+") oldLine++;
			if (mark !== "-") newLine++;
		}
		oldEnd = oldLine;
	}
	if (lines.length > 0 && oldEnd <= oldCount) lines.push(gap);
	return { diff: lines.join("\n"), firstChangedLine };
}

/** The change as a unified patch that `patch` and `git apply` take. */
export function generateUnifiedPatch(
	path: string,
	oldContent: string,
	newContent: string,
	contextLines: number = CONTEXT_LINES,
): string {
	const hunks = hunksOf(oldContent, newContent, contextLines).flatMap((hunk) => [
		`@@ -${rangeOf(hunk.oldStart, hunk.oldLines)} +${rangeOf(hunk.newStart, hunk.newLines)} @@`,
		...hunk.lines,
	]);
	return `${[`--- ${path}`, `+++ ${path}`, ...hunks].join("\n")}\n`;
}

/** In the format an empty range names the line before it. */
function rangeOf(start: number, lines: number): string {
	return `${lines === 0 ? start - 1 : start},${lines}`;
}

/** Compares only what lies between the common beginning and the common end, so that a small change of a large file is quick. */
function hunksOf(oldContent: string, newContent: string, contextLines: number): Hunk[] {
	if (oldContent === newContent) return [];
	const head = commonHead(oldContent, newContent, contextLines);
	const tail = commonTail(oldContent.slice(head), newContent.slice(head), contextLines);
	const oldPart = oldContent.slice(head, oldContent.length - tail);
	const newPart = newContent.slice(head, newContent.length - tail);
	const patch = structuredPatch("", "", oldPart, newPart, "", "", { context: contextLines, timeout: DIFF_TIMEOUT });
	const skipped = countLines(oldContent.slice(0, head));
	const hunks: Hunk[] = patch === undefined ? [replacedBlock(oldPart, newPart)] : patch.hunks;
	return hunks.map((hunk) => ({ ...hunk, oldStart: hunk.oldStart + skipped, newStart: hunk.newStart + skipped }));
}

/** Where a change is too large to be compared in time, all lines go and all lines come. */
function replacedBlock(oldPart: string, newPart: string): Hunk {
	const lines = [...markedLines(oldPart, "-"), ...markedLines(newPart, "+")];
	return { oldStart: 1, oldLines: countLines(oldPart), newStart: 1, newLines: countLines(newPart), lines };
}

function markedLines(text: string, mark: "-" | "+"): string[] {
	if (text === "") return [];
	const lines = text.split("\n");
	const endsWithBreak = lines.at(-1) === "";
	if (endsWithBreak) lines.pop();
	return [...lines.map((line) => mark + line), ...(endsWithBreak ? [] : ["\\ No newline at end of file"])];
}

/** Characters of whole lines that both begin with, but for the lines of context. */
function commonHead(a: string, b: string, contextLines: number): number {
	let end = 0;
	while (end < a.length && end < b.length && a.charCodeAt(end) === b.charCodeAt(end)) end++;
	return lineStartBefore(a, end, contextLines);
}

function lineStartBefore(text: string, position: number, lines: number): number {
	let start = lineStart(text, position);
	for (let line = 0; line < lines && start > 0; line++) start = lineStart(text, start - 1);
	return start;
}

function lineStart(text: string, position: number): number {
	return position === 0 ? 0 : text.lastIndexOf("\n", position - 1) + 1;
}

/** Characters of whole lines that both end with, but for the lines of context. */
function commonTail(a: string, b: string, contextLines: number): number {
	let length = 0;
	const longest = Math.min(a.length, b.length);
	while (length < longest && a.charCodeAt(a.length - 1 - length) === b.charCodeAt(b.length - 1 - length)) length++;
	let start = a.length - length;
	// The first line of the common part may have begun before it.
	for (let line = 0; line <= contextLines; line++) {
		const found = a.indexOf("\n", start);
		if (found === -1) return 0;
		start = found + 1;
	}
	return a.length - start;
}

function countLines(text: string): number {
	if (text === "") return 0;
	let lines = text.endsWith("\n") ? 0 : 1;
	for (let index = text.indexOf("\n"); index !== -1; index = text.indexOf("\n", index + 1)) lines++;
	return lines;
}
