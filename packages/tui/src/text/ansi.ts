const ESCAPE = 0x1b;
const BELL = 0x07;
const BACKSLASH = 0x5c;

/** Openers after ESC whose body runs to a string terminator: OSC, APC, DCS, PM, SOS. */
const OPEN_BRACKET = 0x5b;
const OSC = 0x5d;
const APC = 0x5f;
const DCS = 0x50;
const PRIVACY_MESSAGE = 0x5e;
const START_OF_STRING = 0x58;

/**
 * Index just after the terminal sequence that begins at `index` (where an ESC stands), or `index` itself when none
 * is complete there. Follows ECMA-48: CSI with parameters, intermediates and final byte; OSC, APC, DCS, PM and SOS up
 * to their terminator (BEL also ends OSC and APC); the short escapes.
 */
export function sequenceEnd(text: string, index: number): number {
	const opener = text.charCodeAt(index + 1);
	switch (opener) {
		case OPEN_BRACKET:
			return controlSequenceEnd(text, index);
		case OSC:
		case APC:
		case DCS:
		case PRIVACY_MESSAGE:
		case START_OF_STRING:
			return controlStringEnd(text, index, opener === OSC || opener === APC);
		default:
			return shortEscapeEnd(text, index);
	}
}

function controlSequenceEnd(text: string, index: number): number {
	let position = index + 2;
	let code = text.charCodeAt(position);
	while (code >= 0x30 && code <= 0x3f) code = text.charCodeAt(++position);
	while (code >= 0x20 && code <= 0x2f) code = text.charCodeAt(++position);
	return code >= 0x40 && code <= 0x7e ? position + 1 : index;
}

function controlStringEnd(text: string, index: number, bellEnds: boolean): number {
	for (let position = index + 2; position < text.length; position += 1) {
		const code = text.charCodeAt(position);
		if (code === BELL && bellEnds) return position + 1;
		if (code === ESCAPE) return text.charCodeAt(position + 1) === BACKSLASH ? position + 2 : index;
	}
	return index;
}

function shortEscapeEnd(text: string, index: number): number {
	let position = index + 1;
	let code = text.charCodeAt(position);
	while (code >= 0x20 && code <= 0x2f) code = text.charCodeAt(++position);
	return code >= 0x30 && code <= 0x7e ? position + 1 : index;
}

/** Calls `visit` for every stretch of plain text and every complete terminal sequence, in order. */
export function splitSequences(text: string, visit: (part: string, kind: "text" | "sequence") => void): void {
	let textStart = 0;
	let search = 0;
	while (search < text.length) {
		const escape = text.indexOf("\x1b", search);
		if (escape === -1) break;
		const end = sequenceEnd(text, escape);
		if (end === escape) {
			search = escape + 1;
			continue;
		}
		if (escape > textStart) visit(text.slice(textStart, escape), "text");
		visit(text.slice(escape, end), "sequence");
		textStart = end;
		search = end;
	}
	if (textStart < text.length) visit(text.slice(textStart), "text");
}

/**
 * The text without its terminal sequences (colours, links, titles, cursor movement …). An ESC that begins no complete
 * sequence is removed too: left in place it could form one with whatever is printed next.
 */
export function stripTerminalSequences(text: string): string {
	if (!text.includes("\x1b")) return text;
	let stripped = "";
	splitSequences(text, (part, kind) => {
		if (kind === "text") stripped += part.replaceAll("\x1b", "");
	});
	return stripped;
}

/** Each run of control characters (C0, DEL, C1; line breaks too) becomes one space: for titles and other one-line places. */
export function replaceControlCharacters(text: string): string {
	return text.replace(/[\x00-\x1f\x7f-\x9f]+/g, " ");
}
