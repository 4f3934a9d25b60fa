import { applyPatch } from "diff";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { generateDiffString, generateUnifiedPatch } from "./edit-diff.ts";

const numbered = (count: number): string[] => Array.from({ length: count }, (_, index) => `l${index + 1}`);

test("a change is shown with four numbered lines around it and marks for what is left out", () => {
	const before = numbered(30).join("\n");
	const after = before.replace("l3\n", "L3\nL3b\n").replace("l25", "");
	expect(generateDiffString(before, after)).toEqual({
		diff: [
			"  1 l1",
			"  2 l2",
			"- 3 l3",
			"+ 3 L3",
			"+ 4 L3b",
			"  4 l4",
			"  5 l5",
			"  6 l6",
			"  7 l7",
			"    ...",
			" 21 l21",
			" 22 l22",
			" 23 l23",
			" 24 l24",
			"-25 l25",
			"+26 ",
			" 26 l26",
			" 27 l27",
			" 28 l28",
			" 29 l29",
			"    ...",
		].join("\n"),
		firstChangedLine: 3,
	});
});

test("a patch names the file twice and counts lines", () => {
	expect(generateUnifiedPatch("x.txt", "a\nb\nc\n", "a\nB\nc\n")).toBe(
		"--- x.txt\n+++ x.txt\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n",
	);
});

test("a file that was empty gets all its lines", () => {
	expect([generateDiffString("", "a\nb\n"), generateUnifiedPatch("x", "", "a\n")]).toEqual([
		{ diff: "+1 a\n+2 b", firstChangedLine: 1 },
		"--- x\n+++ x\n@@ -0,0 +1,1 @@\n+a\n",
	]);
});

test("equal contents have no diff", () => {
	expect(generateDiffString("a\n", "a\n")).toEqual({ diff: "", firstChangedLine: undefined });
});

test("a total rewrite of a large file is still a correct patch", () => {
	const before = numbered(6000).join("\n");
	const after = numbered(6000)
		.map((line) => `${line.split("").reverse().join("")}!`)
		.join("\n");
	expect(applyPatch(before, generateUnifiedPatch("x", before, after))).toBe(after);
});

test("every patch turns the old content into the new one", () => {
	const content = fc
		.array(fc.constantFrom("a", "b", "c", "", "long line"), { maxLength: 30 })
		.chain((lines) => fc.constantFrom(lines.join("\n"), `${lines.join("\n")}\n`, `${lines.join("\r\n")}\r\n`));
	fc.assert(
		fc.property(content, content, fc.nat({ max: 4 }), (before, after, context) => {
			const patch = generateUnifiedPatch("x", before, after, context);
			expect(applyPatch(before, patch, { autoConvertLineEndings: false })).toBe(after);
		}),
		{ numRuns: 500 },
	);
});

test("the numbers of a diff are those of the lines", () => {
	const content = fc
		.array(fc.constantFrom("a", "b", "c"), { maxLength: 40 })
		.map((lines) => lines.map((line) => `${line}\n`).join(""));
	fc.assert(
		fc.property(content, content, (before, after) => {
			const { diff, firstChangedLine } = generateDiffString(before, after);
			const [oldLines, newLines] = [before.split("\n"), after.split("\n")];
			const shown = diff.split("\n").filter((line) => /^[-+ ] *\d/.test(line));
			const changed: number[] = [];
			for (const line of shown) {
				const [, mark, number, text] = /^([-+ ]) *(\d+) (.*)$/.exec(line)!;
				expect((mark === "+" ? newLines : oldLines)[Number(number) - 1]).toBe(text);
				if (mark === "+") changed.push(Number(number));
			}
			expect((firstChangedLine ?? 0) <= (changed[0] ?? Number.POSITIVE_INFINITY)).toBe(true);
		}),
		{ numRuns: 300 },
	);
});
