import { stripTerminalSequences } from "../text/ansi.ts";

const START = "\x1b[200~";
const END = "\x1b[201~";

/** A stretch of input: keys, or the content of a bracketed paste. */
export interface InputPiece {
	readonly kind: "keys" | "paste";
	readonly text: string;
}

/** Finds bracketed pastes in terminal input; one may come in several parts. */
export class PasteReader {
	#open: string | undefined;

	/** The pieces that are complete with this data. */
	read(data: string): InputPiece[] {
		const pieces: InputPiece[] = [];
		let rest = data;
		while (rest !== "") {
			if (this.#open === undefined) {
				const start = rest.indexOf(START);
				const keys = start === -1 ? rest : rest.slice(0, start);
				if (keys !== "") pieces.push({ kind: "keys", text: keys });
				if (start === -1) break;
				this.#open = "";
				rest = rest.slice(start + START.length);
			} else {
				// The end mark itself may be cut in two, so it is looked for in what has been gathered.
				const gathered = this.#open + rest;
				const end = gathered.indexOf(END);
				this.#open = end === -1 ? gathered : undefined;
				if (end === -1) break;
				pieces.push({ kind: "paste", text: gathered.slice(0, end) });
				rest = gathered.slice(end + END.length);
			}
		}
		return pieces;
	}
}

/**
 * Text fit for an editor: line ends become line feeds, tabs four spaces; terminal sequences and control characters are
 * dropped, since they would act on the terminal when drawn.
 */
export function cleanText(text: string): string {
	const plain = stripTerminalSequences(text).replace(/\r\n?/g, "\n").replaceAll("\t", "    ");
	return plain.replace(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/g, "");
}

/** Pasted text fit for an editor. Terminals that report keys as CSI-u (tmux among them) send line ends in that form too. */
export function cleanPaste(text: string): string {
	const decoded = text.replace(/\x1b\[(\d+);5u/g, (whole, code: string) => {
		const letter = Number(code) | 0x20;
		return letter >= 0x61 && letter <= 0x7a ? String.fromCharCode(letter - 0x60) : whole;
	});
	return cleanText(decoded);
}

const MAX_INLINE_LINES = 10;
const MAX_INLINE_CHARACTERS = 1000;
const MAX_PASTES = 200;
const MARKER = /\[paste #\d+ (?:\+\d+ lines|\d+ chars)\]/g;

/**
 * Long pastes, shown in the editor as a short marker. They are kept beyond the sending of a message: a marker may come
 * back by undo, yank or history and must still stand for its text (PC-47).
 */
export class PasteStore {
	readonly #pastes: Map<string, string> = new Map();
	#count = 0;

	/** What to put into the editor for a pasted text: the text, or a marker for it. */
	place(text: string): string {
		const lines = text.split("\n").length;
		if (lines <= MAX_INLINE_LINES && text.length <= MAX_INLINE_CHARACTERS) return text;
		this.#count += 1;
		const size = lines > MAX_INLINE_LINES ? `+${lines} lines` : `${text.length} chars`;
		const marker = `[paste #${this.#count} ${size}]`;
		this.#pastes.set(marker, text);
		const [oldest] = this.#pastes.keys();
		if (this.#pastes.size > MAX_PASTES && oldest !== undefined) this.#pastes.delete(oldest);
		return marker;
	}

	/** End of the marker that begins at `column`, if one does. A marker typed by hand is text. */
	markerEnd(line: string, column: number): number | undefined {
		if (this.#pastes.size === 0 || !line.startsWith("[paste #", column)) return undefined;
		const end = line.indexOf("]", column) + 1;
		return end > 0 && this.#pastes.has(line.slice(column, end)) ? end : undefined;
	}

	/** The text with every marker replaced by what it stands for. What was pasted is not searched for markers again. */
	expand(text: string): string {
		return this.#pastes.size === 0 ? text : text.replace(MARKER, (marker) => this.#pastes.get(marker) ?? marker);
	}
}
