import { AnsiStyle } from "./html/ansi-style.ts";
import { type Markup, markup } from "./html/markup.ts";
import type { StyleSheet } from "./html/style-sheet.ts";

/**
 * Terminal sequences, in the order of alternatives: CSI, the strings (OSC, DCS, APC, PM, SOS) with their end, the short
 * escapes, and an ESC that begins nothing.
 */
const SEQUENCE =
	/\u001b(?:\[([0-?]*)[ -/]*([@-~])|[\]P_^X][^\u0007\u001b]*(?:\u0007|\u001b\\)|[ -/]*[0-OQ-WYZ\\`-~])|\u001b/g;

/**
 * Terminal output as markup: colours and attributes become classes, everything else that only a terminal understands
 * is dropped. Links stay as their text.
 */
export function ansiToHtml(text: string, styles: StyleSheet): Markup {
	const style = new AnsiStyle();
	const pieces: Markup[] = [];
	let start = 0;
	const take = (end: number): void => {
		if (end > start) pieces.push(styled(text.slice(start, end), style.declarations(), styles));
	};
	for (const match of text.matchAll(SEQUENCE)) {
		take(match.index);
		start = match.index + match[0].length;
		const [, parameters = "", final] = match;
		if (final === "m" && /^[\d;:]*$/.test(parameters)) style.apply(parameters);
	}
	take(text.length);
	return markup`${pieces}`;
}

function styled(text: string, declarations: string, styles: StyleSheet): Markup {
	return declarations === "" ? markup`${text}` : markup`<span class="${styles.classFor(declarations)}">${text}</span>`;
}
