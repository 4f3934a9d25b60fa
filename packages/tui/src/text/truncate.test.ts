import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyStyledText } from "../../test/support/any-text.ts";
import { truncateToWidth } from "./truncate.ts";
import { visibleWidth } from "./width.ts";

describe("truncateToWidth", () => {
	test("returns what fits unchanged, filled up when asked", () => {
		expect([truncateToWidth("hello", 5), truncateToWidth("\x1b[31mhi", 9), truncateToWidth("hi", 4, "", true)]).toEqual(
			["hello", "\x1b[31mhi", "hi  "],
		);
	});

	test("cuts and puts the ellipsis within the width", () => {
		expect([
			truncateToWidth("hello world", 8),
			truncateToWidth("hello", 4, "…"),
			truncateToWidth("hello", 4, ""),
			truncateToWidth("hello", 2),
			truncateToWidth("你好世界", 6, "…", true),
		]).toEqual(["hello...", "hel…", "hell", "..", "你好… "]);
	});

	test("ends open styles and links before the ellipsis and adds nothing where none is open", () => {
		expect([
			truncateToWidth("\x1b[31mhello\x1b[0m", 4, "…"),
			truncateToWidth("\x1b[31mhe\x1b[0mllo", 4, "…"),
			truncateToWidth("\x1b]8;;u\x07hello\x1b]8;;\x07", 3, "…"),
			truncateToWidth("hello", 3, "\x1b[2m…"),
		]).toEqual(["\x1b[31mhel\x1b[0m…", "\x1b[31mhe\x1b[0ml…", "\x1b]8;;u\x07he\x1b]8;;\x07…", "he\x1b[2m…\x1b[0m"]);
	});

	test("gives nothing for no width", () => {
		expect([0, -1, 0.5, Number.NaN].map((width) => truncateToWidth("abc", width))).toEqual(["", "", "", ""]);
	});

	test("fits the width, fills it when asked, and is idempotent", () => {
		fc.assert(
			fc.property(
				anyStyledText,
				fc.integer({ min: 1, max: 24 }),
				fc.constantFrom("...", "…", ""),
				(text, width, ellipsis) => {
					const cut = truncateToWidth(text, width, ellipsis);
					expect([
						visibleWidth(cut) <= width,
						truncateToWidth(cut, width, ellipsis),
						visibleWidth(truncateToWidth(text, width, ellipsis, true)),
					]).toEqual([true, cut, width]);
				},
			),
		);
	});
});
