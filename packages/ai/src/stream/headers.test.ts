import { expect, test } from "vitest";
import { mergeHeaders, parseRetryAfter, sentHeaders } from "./headers.ts";

test("later layers win whatever their spelling, and null deletes", () => {
	const merged = mergeHeaders(
		{ authorization: "a", "x-one": "1" },
		undefined,
		{ Authorization: "b" },
		{ "X-One": null },
	);
	expect([merged, sentHeaders(merged)]).toEqual([{ Authorization: "b", "X-One": null }, { Authorization: "b" }]);
});

test("a header that a hook adds in another spelling replaces the one that was there", () => {
	const headers = mergeHeaders({ "x-api-key": "a" });
	headers["X-Api-Key"] = null;
	expect(sentHeaders(headers)).toEqual({});
});

test.each([
	[{ "retry-after": "2" }, 2_000],
	[{ "retry-after": "0.5" }, 500],
	[{ "retry-after-ms": "1500", "retry-after": "9" }, 1_500],
	[{ "retry-after": "Thu, 01 Jan 1970 00:00:10 GMT" }, 9_000],
	[{ "retry-after": "Thu, 01 Jan 1970 00:00:00 GMT" }, 0],
	[{ "retry-after": "soon" }, undefined],
	[{}, undefined],
])("%j asks to wait %s ms", (headers, expected) => {
	expect(parseRetryAfter(new Headers(headers), 1_000)).toBe(expected);
});
