/**
 * Wraps text in an OSC 8 link. Terminals without links show the text alone. Control characters in the address are
 * dropped, since one of them could end the sequence and let the rest of the address act on the terminal.
 */
export function hyperlink(text: string, url: string): string {
	const address = url.replace(/[\x00-\x1f\x7f-\x9f]/g, "");
	return `\x1b]8;;${address}\x1b\\${text}\x1b]8;;\x1b\\`;
}
