import { splitSequences } from "./ansi.ts";

const ENDS_BACKGROUND = /^\x1b\[(?:[\d:;]*;)?(?:0*|49)m$/;

/**
 * Puts a background behind a whole line. Sequences in the line that end a background would end this one as well, so it
 * is begun again after each.
 */
export function applyBackground(line: string, background: (text: string) => string): string {
	if (!line.includes("\x1b")) return background(line);
	let result = "";
	let stretch = "";
	splitSequences(line, (part, kind) => {
		stretch += part;
		if (kind !== "sequence" || !ENDS_BACKGROUND.test(part)) return;
		result += background(stretch);
		stretch = "";
	});
	return stretch === "" ? result : result + background(stretch);
}
