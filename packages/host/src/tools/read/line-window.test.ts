import * as fc from "fast-check";
import { expect, test } from "vitest";
import { truncateHead } from "../truncate.ts";
import { LineWindow, type WindowedLines } from "./line-window.ts";

function windowOf(
	text: string,
	options: { firstLine: number; limit: number | undefined; chunk: number },
): WindowedLines {
	const window = new LineWindow(options.firstLine, options.limit);
	const bytes = Buffer.from(text);
	for (let start = 0; start < bytes.length; start += options.chunk)
		window.push(bytes.subarray(start, start + options.chunk));
	return window.finish();
}

test("a window read in chunks equals the same lines of the whole text", () => {
	const line = fc.oneof(
		fc.constantFrom("", "é", "plain"),
		fc.nat({ max: 30_000 }).map((length) => "w".repeat(length)),
	);
	const limit = fc.option(fc.integer({ min: 0, max: 8 }), { nil: undefined });
	const texts = fc.array(line, { maxLength: 8 }).map((lines) => lines.join("\n"));
	fc.assert(
		fc.property(
			texts,
			fc.nat({ max: 8 }),
			limit,
			fc.integer({ min: 1, max: 40_000 }),
			(text, firstLine, count, chunk) => {
				const lines = text.split("\n");
				const wanted = lines.slice(firstLine, count === undefined ? undefined : firstLine + count);
				fc.pre(text.length / chunk < 2000);
				expect(windowOf(text, { firstLine, limit: count, chunk })).toEqual({
					fileLines: lines.length,
					lastLine: count === undefined ? lines.length : Math.min(lines.length, firstLine + count),
					shown: truncateHead(wanted.join("\n")),
					firstLineBytes: Buffer.byteLength(wanted[0] ?? ""),
				});
			},
		),
	);
});
