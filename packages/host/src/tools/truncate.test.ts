import { expect, test } from "vitest";
import { formatSize, truncateHead, truncateLine, truncateTail } from "./truncate.ts";

const whole = { truncated: false, truncatedBy: null, lastLinePartial: false, firstLineExceedsLimit: false };
const limits = { maxLines: 2000, maxBytes: 51200 };

test("content within the limits is returned as it is", () => {
	const expected = {
		...whole,
		...limits,
		content: "a\nb\n",
		totalLines: 2,
		totalBytes: 4,
		outputLines: 2,
		outputBytes: 4,
	};
	expect([truncateHead("a\nb\n"), truncateTail("a\nb\n")]).toEqual([expected, expected]);
});

test("empty content has no lines", () => {
	const expected = { ...whole, ...limits, content: "", totalLines: 0, totalBytes: 0, outputLines: 0, outputBytes: 0 };
	expect([truncateHead(""), truncateTail("")]).toEqual([expected, expected]);
});

test("3000 lines keep the first or the last 2000", () => {
	const content = Array.from({ length: 3000 }, (_, index) => `l${index + 1}\n`).join("");
	const head = truncateHead(content);
	const tail = truncateTail(content);
	const shape = ({ content: kept, ...rest }: typeof head): unknown => ({
		...rest,
		first: kept.split("\n")[0],
		last: kept.split("\n").at(-1),
	});
	const counts = { truncated: true, truncatedBy: "lines", totalLines: 3000, totalBytes: 16893, outputLines: 2000 };
	const flags = { lastLinePartial: false, firstLineExceedsLimit: false, ...limits };
	expect([shape(head), shape(tail)]).toEqual([
		{ ...counts, ...flags, outputBytes: 10892, first: "l1", last: "l2000" },
		{ ...counts, ...flags, outputBytes: 11999, first: "l1001", last: "l3000" },
	]);
});

test.each([
	{ content: "aaa\nbbb\nccc", maxBytes: 7, head: "aaa\nbbb", tail: "bbb\nccc" },
	{ content: "aaa\nbbb\nccc", maxBytes: 5, head: "aaa", tail: "ccc" },
	{ content: "aaa\n", maxBytes: 3, head: "aaa", tail: "aaa" },
	{ content: "\n\n\nx", maxBytes: 2, head: "\n\n", tail: "\nx" },
])("whole lines within $maxBytes bytes are kept of $content", ({ content, maxBytes, head, tail }) => {
	const kept = [truncateHead(content, { maxBytes }), truncateTail(content, { maxBytes })];
	expect(kept.map((result) => [result.content, result.truncatedBy])).toEqual([
		[head, "bytes"],
		[tail, "bytes"],
	]);
});

test("a 60 KB line leaves nothing at the head and its end at the tail", () => {
	const content = `${"y".repeat(60_000)}\n`;
	const head = truncateHead(content);
	const tail = truncateTail(content);
	expect([
		[head.content, head.firstLineExceedsLimit, head.outputLines, head.truncatedBy],
		[tail.content, tail.lastLinePartial, tail.outputLines, tail.truncatedBy],
	]).toEqual([
		["", true, 0, "bytes"],
		["y".repeat(51200), true, 1, "bytes"],
	]);
});

test("the end of a long line begins with a whole character", () => {
	expect(truncateTail("a\n😀😀\n", { maxBytes: 5 }).content).toBe("😀");
	expect(truncateTail("héllo wörld", { maxBytes: 4 }).content).toBe("rld");
});

test("no lines at all may be asked for", () => {
	const kept = [truncateHead("a\nb\nc", { maxLines: 0 }), truncateTail("a\nb\nc", { maxLines: 0 })];
	expect(kept.map((result) => [result.content, result.truncatedBy, result.outputLines])).toEqual([
		["", "lines", 0],
		["", "lines", 0],
	]);
});

test("a line is cut after 500 characters and never within one", () => {
	expect([
		truncateLine("q".repeat(600)).text.length,
		truncateLine("abc", 3),
		truncateLine("abcdef", 3),
		truncateLine("ab😀cd", 3),
	]).toEqual([
		515,
		{ text: "abc", wasTruncated: false },
		{ text: "abc... [truncated]", wasTruncated: true },
		{ text: "ab... [truncated]", wasTruncated: true },
	]);
});

test("sizes are written in the largest unit below them", () => {
	const sizes = [0, 1023, 1024, 1536, 51_200, 1_048_575, 1_048_576, 1_572_864];
	expect(sizes.map(formatSize)).toEqual(["0B", "1023B", "1.0KB", "1.5KB", "50.0KB", "1024.0KB", "1.0MB", "1.5MB"]);
});
