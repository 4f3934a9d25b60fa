import { expect, test } from "vitest";
import { hyperlink } from "./hyperlink.ts";

test("hyperlink wraps the text and keeps the address from ending the sequence early", () => {
	expect([hyperlink("a", "http://b"), hyperlink("a", "http://b\x1b\\\x07c")]).toEqual([
		"\x1b]8;;http://b\x1b\\a\x1b]8;;\x1b\\",
		"\x1b]8;;http://b\\c\x1b\\a\x1b]8;;\x1b\\",
	]);
});
