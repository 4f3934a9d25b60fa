import { splitSequences } from "./ansi.ts";
import { cellEnd, cellWidth, isSequenceAt } from "./cells.ts";
import { forbidsBreakAfter, forbidsBreakBefore, isBreakingSpace, isIdeographic } from "./line-break.ts";
import { StyleTracker } from "./style.ts";
import { visibleWidth } from "./width.ts";

/** Shown for a character that is wider than the whole line. */
const TOO_WIDE = "\ufffd";

/** One line of the result: text from `start` to `end`; what stands between `end` and `next` is dropped white space. */
interface Segment {
	readonly start: number;
	readonly end: number;
	readonly next: number;
}

/**
 * Breaks a text into lines of at most `width` columns, at white space where it can (which is dropped at the break),
 * between East Asian characters, and inside words that are longer than a line. Line breaks in the text are kept.
 * Colours, attributes and links go on in the next line; underlines and links are interrupted at the line's end.
 * Lines are not filled up. There is always at least one line.
 */
export function wrapTextWithAnsi(text: string, width: number): string[] {
	const limit = Math.max(1, Math.floor(width) || 1);
	if (!/[\r\n]/.test(text) && visibleWidth(text) <= limit) return [text];
	const style = text.includes("\x1b") ? new StyleTracker() : undefined;
	const lines: string[] = [];
	for (const line of text.split(/\r\n|\r|\n/)) {
		for (const part of partsOf(line, limit)) {
			// What the line before must not leave open is closed now, when it is known not to be the last one.
			if (style !== undefined && lines.length > 0) lines.push((lines.pop() as string) + style.closeLine());
			lines.push(styled(part, style));
		}
	}
	return lines;
}

/** One line of the result and the white space dropped after it. */
interface Part {
	readonly body: string;
	readonly gap: string;
}

function partsOf(line: string, limit: number): Part[] {
	if (visibleWidth(line) <= limit) return [{ body: line, gap: "" }];
	const { text, segments } = segmentsOf(line, limit);
	return segments.map(({ start, end, next }) => ({ body: text.slice(start, end), gap: text.slice(end, next) }));
}

/** A part in the style it begins in. Sequences in the dropped gap are kept at its end: they have no width. */
function styled({ body, gap }: Part, style: StyleTracker | undefined): string {
	if (style === undefined) return body;
	let line = style.open() + body;
	splitSequences(body, (piece, kind) => {
		if (kind === "sequence") style.apply(piece);
	});
	splitSequences(gap, (piece, kind) => {
		if (kind !== "sequence") return;
		style.apply(piece);
		line += piece;
	});
	return line;
}

function segmentsOf(line: string, limit: number): { text: string; segments: Segment[] } {
	const segments = new LineBreaker(line, limit).run();
	if (segments !== undefined) return { text: line, segments };
	const text = replaceTooWide(line, limit);
	return { text, segments: new LineBreaker(text, limit).run() ?? [] };
}

function replaceTooWide(line: string, limit: number): string {
	let replaced = "";
	for (let index = 0; index < line.length;) {
		const end = cellEnd(line, index);
		replaced += cellWidth(line, index, end) > limit ? TOO_WIDE : line.slice(index, end);
		index = end;
	}
	return replaced;
}

class LineBreaker {
	readonly #line: string;
	readonly #limit: number;
	readonly #segments: Segment[] = [];
	#start = 0;
	/** Columns from `#start` to the reading position. */
	#used = 0;
	/** The latest place a break may be made, with the columns used up to where the next line would begin. */
	#candidate: { end: number; next: number; used: number } | undefined;
	#lastCodePoint = 0;

	constructor(line: string, limit: number) {
		this.#line = line;
		this.#limit = limit;
	}

	/** The segments, or nothing when some character is wider than a line. */
	run(): Segment[] | undefined {
		const line = this.#line;
		for (let index = 0; index < line.length;) {
			const end = cellEnd(line, index);
			if (!isSequenceAt(line, index) && !this.#read(index, end)) return undefined;
			index = end;
		}
		const end = this.#endsInSpace() ? (this.#candidate?.end ?? line.length) : line.length;
		this.#segments.push({ start: this.#start, end, next: line.length });
		return this.#segments;
	}

	/** Takes one grapheme; false when it is wider than a line. */
	#read(index: number, end: number): boolean {
		const codePoint = this.#line.codePointAt(index) as number;
		const width = cellWidth(this.#line, index, end);
		// A blank that carries a mark (Thai SARA AM after a space) is a character like any other.
		const isSpace = isBreakingSpace(codePoint) && end === index + 1;
		if (isSpace) this.#readSpace(index, end, width);
		else {
			if (width > this.#limit) return false;
			this.#offerIdeographicBreak(codePoint, index);
			if (this.#used + width > this.#limit) this.#break(index, width);
			this.#used += width;
		}
		this.#lastCodePoint = isSpace || !isBreakingSpace(codePoint) ? codePoint : 0;
		return true;
	}

	#readSpace(index: number, end: number, width: number): void {
		this.#used += width;
		const begins = this.#endsInSpace() ? (this.#candidate?.end ?? index) : index;
		this.#candidate = { end: begins, next: end, used: this.#used };
	}

	#endsInSpace(): boolean {
		return this.#candidate !== undefined && isBreakingSpace(this.#lastCodePoint);
	}

	#offerIdeographicBreak(codePoint: number, index: number): void {
		if (this.#used === 0 || this.#endsInSpace()) return;
		if (!isIdeographic(codePoint) && !isIdeographic(this.#lastCodePoint)) return;
		if (forbidsBreakBefore(codePoint) || forbidsBreakAfter(this.#lastCodePoint)) return;
		this.#candidate = { end: index, next: index, used: this.#used };
	}

	/** Ends the line before the grapheme at `index`: at the candidate if that helps, else right there. */
	#break(index: number, width: number): void {
		const candidate = this.#candidate;
		this.#candidate = undefined;
		if (candidate !== undefined) {
			this.#segments.push({ start: this.#start, end: candidate.end, next: candidate.next });
			this.#start = candidate.next;
			this.#used -= candidate.used;
			if (this.#used + width <= this.#limit) return;
		}
		this.#segments.push({ start: this.#start, end: index, next: index });
		this.#start = index;
		this.#used = 0;
	}
}
