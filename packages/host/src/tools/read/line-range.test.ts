import { expect, test } from "vitest";
import { formatReadLineRange } from "./line-range.ts";

test.each([
	[undefined, undefined, ""],
	[5, undefined, ":5"],
	[undefined, 10, ":1-10"],
	[null, 5, ":1-5"],
	[5, 1, ":5-5"],
	["3", "4", ":3-6"],
	["x", 4, ""],
	[3, "x", ""],
	[3, Number.NaN, ""],
	[Number.POSITIVE_INFINITY, 2, ""],
	["", "", ""],
	[{}, 2, ""],
	[true, 2, ""],
])("offset %s and limit %s are shown as %j", (offset, limit, expected) => {
	expect(formatReadLineRange(offset, limit)).toBe(expected);
});
