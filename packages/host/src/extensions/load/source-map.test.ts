import { expect, test } from "vitest";
import { collectMarks, createLineLookup } from "./line-marks.ts";
import { decodeMappings } from "./source-map.ts";

test("mappings decode to generated and source positions, across lines, backwards and with names", () => {
	expect([...decodeMappings("AAAA,IAAMA;;EADJ,gBCgBA")]).toEqual([0, 0, 0, 0, 0, 4, 0, 6, 2, 2, -1, 2, 2, 18, 15, 2]);
});

test("a look-up finds exact token starts, or the token before on the same line", () => {
	const lookup = createLineLookup(Int32Array.from([0, 0, 5, 0, 0, 8, 6, 0, 2, 4, 9, 0]));

	expect([
		lookup.exact(0, 8),
		lookup.exact(0, 7),
		lookup.atOrBefore(0, 7),
		lookup.exact(2, 4),
		lookup.atOrBefore(2, 3),
		lookup.exact(0, 0),
		lookup.atOrBefore(9, 9),
	]).toEqual([6, undefined, 5, 9, undefined, 5, undefined]);
});

test("tokens that were moved ahead of their neighbours are not obeyed", () => {
	const code = "a;b;c;d;e";
	const map = Int32Array.from([0, 9, 1, 2, 3].flatMap((line, index) => [0, index * 2, line, 0]));

	expect(collectMarks({ code, start: 2, map })).toEqual({ offsets: [4, 6, 8], lines: [2, 3, 4] });
});
