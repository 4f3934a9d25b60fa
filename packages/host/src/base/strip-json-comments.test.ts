import { expect, test } from "vitest";
import { stripJsonComments } from "./strip-json-comments.ts";

test("comments and trailing commas go, strings and lines stay", () => {
	const text = `{
	// one
	"url": "http://x//y", /* two
	lines */ "list": [1, 2, /* last */ ],
	"text": "a \\" // b ,]",
}`;
	const stripped = stripJsonComments(text);
	expect([JSON.parse(stripped), stripped.split("\n").length]).toEqual([
		{ url: "http://x//y", list: [1, 2], text: 'a " // b ,]' },
		text.split("\n").length,
	]);
});
