import { graphemeEnd } from "../text/graphemes.ts";

/** What the cursor steps over in one go within a line: graphemes, and pieces that must not be parted. */
export interface Units {
	/** End of the unit that begins at `column`. */
	next(line: string, column: number): number;
	/** Beginning of the unit that ends at `column`. */
	previous(line: string, column: number): number;
	/** End of the unpartable piece at `column`, if one begins there. */
	pieceEnd(line: string, column: number): number | undefined;
}

/** Below U+0300 every character is a grapheme of its own (lines hold no CR LF). */
const FIRST_COMBINING = 0x300;

/** Units of plain text. */
export const graphemeUnits: Units = unitsWithPieces(() => undefined);

/** Units of text in which `findPiece` knows unpartable pieces: it gives the end of the one that begins at a column. */
export function unitsWithPieces(findPiece: (line: string, column: number) => number | undefined): Units {
	const next = (line: string, column: number): number => findPiece(line, column) ?? graphemeEnd(line, column);
	return {
		next,
		pieceEnd: findPiece,
		previous(line, column) {
			const before = line.charCodeAt(column - 1);
			const isPlain = before < FIRST_COMBINING && before !== 0x5d && !(line.charCodeAt(column) >= FIRST_COMBINING);
			if (isPlain) return column - 1;
			let start = 0;
			for (let end = next(line, 0); end < column; end = next(line, end)) start = end;
			return start;
		},
	};
}
