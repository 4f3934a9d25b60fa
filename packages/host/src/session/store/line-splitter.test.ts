import * as fc from "fast-check";
import { expect, test } from "vitest";
import { LineSplitter, type RawLine } from "./line-splitter.ts";

function split(bytes: Buffer, chunkSizes: readonly number[]): string[] {
	const splitter = new LineSplitter();
	const seen: string[] = [];
	const visit = (line: RawLine): void => {
		const text = line.bytes.toString("latin1", line.start, line.end);
		seen.push(`${line.number}@${line.offset}${line.terminated ? "" : "…"} ${text}`);
	};
	let at = 0;
	for (let step = 0; at < bytes.length; step += 1) {
		const size = chunkSizes[step % chunkSizes.length] ?? 1;
		const count = bytes.copy(splitter.room().subarray(0, size), 0, at);
		at += count;
		splitter.accept(count, visit);
	}
	splitter.finish(visit);
	return seen;
}

function naive(bytes: Buffer): string[] {
	const texts = bytes.toString("latin1").split("\n");
	const rest = texts.pop();
	let offset = 0;
	const lines = texts.map((text, index) => {
		const line = `${index + 1}@${offset} ${text}`;
		offset += text.length + 1;
		return line;
	});
	return rest === undefined || rest === "" ? lines : [...lines, `${texts.length + 1}@${offset}… ${rest}`];
}

test("lines come out the same however the bytes are cut into chunks", () => {
	const content = fc.array(fc.constantFrom(0x0a, 0x61, 0x62, 0xff), { maxLength: 200 });
	const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });
	fc.assert(
		fc.property(content, sizes, (values, chunkSizes) => {
			const bytes = Buffer.from(values);
			expect(split(bytes, chunkSizes)).toEqual(naive(bytes));
		}),
	);
});

test("a line longer than the buffer comes out whole, and the lines around it, too", () => {
	const long = "x".repeat(3_500_000);
	const bytes = Buffer.from(`a\n${long}\nb\n${long}`);
	expect(split(bytes, [700_000])).toEqual(naive(bytes));
});
