/** How text is seen while matching: `exact` but for line ends, or `relaxed` about blanks, quotes and dashes (BT03). */
export type ViewKind = "exact" | "relaxed" | "relaxed-bytes";

/** A simplified text that knows where each of its characters comes from. */
export interface TextView {
	readonly text: string;
	/** The range of the original text that a range of the view stands for; the range is not empty. */
	originalRange(start: number, end: number): { start: number; end: number };
}

/** Characters that models write in their plain form, one for one. */
const PLAIN: ReadonlyMap<number, number> = new Map([
	...codes("\u2018\u2019\u201A\u201B", "'"),
	...codes("\u201C\u201D\u201E\u201F", '"'),
	...codes("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
	...codes("\u00A0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u202F\u205F\u3000", " "),
]);

function codes(characters: string, plain: string): [number, number][] {
	return [...characters].map((character) => [character.charCodeAt(0), plain.charCodeAt(0)]);
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const SPACE = 32;
const TAB = 9;

/** The characters that end lines of a text: carriage returns alone only where there are no line feeds. */
export function lineBreakOf(text: string): "\n" | "\r" {
	return !text.includes("\n") && text.includes("\r") ? "\r" : "\n";
}

/** Text of an edit is seen with the line breaks of the file it is for. */
export function viewText(text: string, kind: ViewKind, lineBreak: "\n" | "\r" = lineBreakOf(text)): TextView {
	if (kind === "exact" && !text.includes("\r")) {
		return { text, originalRange: (start, end) => ({ start, end }) };
	}
	const view = buildView(text, kind, lineBreak);
	return {
		text: view.text,
		originalRange: (start, end) => {
			const last = view.origins[end - 1]!;
			const isPair = text.charCodeAt(last) === CARRIAGE_RETURN && text.charCodeAt(last + 1) === LINE_FEED;
			return { start: view.origins[start]!, end: last + (isPair ? 2 : 1) };
		},
	};
}

function buildView(text: string, kind: ViewKind, lineBreak: "\n" | "\r"): { text: string; origins: Uint32Array } {
	const units = new Uint16Array(text.length);
	const origins = new Uint32Array(text.length);
	let length = 0;
	/** Where the view ends if the blanks at its end turn out to end a line. */
	let solidLength = 0;
	for (let index = 0; index < text.length; index++) {
		const unit = text.charCodeAt(index);
		const isPair = unit === CARRIAGE_RETURN && text.charCodeAt(index + 1) === LINE_FEED;
		const isBreak = unit === LINE_FEED || isPair || (lineBreak === "\r" && unit === CARRIAGE_RETURN);
		const seen = isBreak ? LINE_FEED : kind === "relaxed" ? (PLAIN.get(unit) ?? unit) : unit;
		if (isBreak && kind !== "exact") length = solidLength;
		units[length] = seen;
		origins[length] = index;
		length++;
		if (seen !== SPACE && seen !== TAB) solidLength = length;
		if (isPair) index++;
	}
	if (kind !== "exact") length = solidLength;
	const bytes = Buffer.from(units.buffer, 0, length * 2);
	return { text: bytes.toString("utf16le"), origins };
}
