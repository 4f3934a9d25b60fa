import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyStyledText } from "../../test/support/any-text.ts";
import { visibleWidth } from "../text/width.ts";
import { Box } from "./box.ts";
import { Container } from "./container.ts";
import { Spacer } from "./spacer.ts";
import { Text } from "./text.ts";
import { TruncatedText } from "./truncated-text.ts";

const mark = (text: string): string => `<${text}>`;

function box(
	options: { paddingX?: number; paddingY?: number; background?: (text: string) => string },
	...children: Text[]
): Box {
	const created = new Box(options.paddingX, options.paddingY, options.background);
	for (const child of children) created.addChild(child);
	return created;
}

describe("Text", () => {
	test("breaks within its padding and fills every line", () => {
		expect(new Text("hello world", 1, 1).render(8)).toEqual(["        ", " hello  ", " world  ", "        "]);
	});

	test("stands on its background in one piece and begins it again after a reset", () => {
		expect([new Text("hi", 1, 1, mark).render(5), new Text("\x1b[1mhi\x1b[0m yo", 0, 0, mark).render(6)]).toEqual([
			["<     >", "< hi  >", "<     >"],
			["<\x1b[1mhi\x1b[0m>< yo >"],
		]);
	});

	test("takes no line for a blank text and three columns for a tab", () => {
		expect([new Text("  ", 1, 1).render(9), new Text("a\tb", 0, 0).render(6)]).toEqual([[], ["a   b "]]);
	});

	test("gives the same array until text, width or theme change", () => {
		const text = new Text("a", 0, 0);
		const first = text.render(3);
		const second = text.render(3);
		text.setText("b");
		const changed = text.render(3);
		text.invalidate();
		expect([first === second, changed, text.render(3) === changed]).toEqual([true, ["b  "], false]);
	});

	test("fits any width", () => {
		fc.assert(
			fc.property(anyStyledText, fc.integer({ min: 1, max: 20 }), fc.nat(3), (content, width, padding) => {
				const widths = new Text(content, padding, 0).render(width).map(visibleWidth);
				expect(widths.filter((used) => used !== width)).toEqual([]);
			}),
		);
	});
});

describe("TruncatedText", () => {
	test("shows the first line only, cut to the width and filled", () => {
		expect([
			new TruncatedText("hello world").render(8),
			new TruncatedText("hello\nworld", 1, 1).render(9),
			new TruncatedText("").render(2),
		]).toEqual([["hello..."], ["         ", " hello   ", "         "], ["  "]]);
	});
});

describe("Spacer", () => {
	test("gives empty lines, one by default", () => {
		const spacer = new Spacer(3);
		const before = spacer.render(5);
		spacer.setLines(0);
		expect([new Spacer().render(5), before, spacer.render(5)]).toEqual([[""], ["", "", ""], []]);
	});
});

describe("Container", () => {
	test("joins its children and gives the same array while none changes", () => {
		const container = new Container();
		const text = new Text("a", 0, 0);
		container.addChild(text);
		container.addChild(new Spacer());
		const first = container.render(2);
		const second = container.render(2);
		text.setText("b");
		expect([first, first === second, container.render(2)]).toEqual([["a ", ""], true, ["b ", ""]]);
	});

	test("adds, removes and clears children", () => {
		const container = new Container();
		const text = new Text("a", 0, 0);
		container.addChild(new Spacer(2));
		container.addChild(text);
		container.removeChild(text);
		const removed = container.render(1);
		container.clear();
		expect([removed, container.render(1)]).toEqual([["", ""], []]);
	});

	test("passes invalidate on", () => {
		const container = new Container();
		const text = new Text("a", 0, 0);
		container.addChild(text);
		const before = text.render(1);
		container.invalidate();
		expect(text.render(1) === before).toBe(false);
	});
});

describe("Box", () => {
	test("puts padding and background around its children, and takes no line without any", () => {
		expect([
			box({ background: mark }, new Text("hi", 0, 0)).render(6),
			box({ paddingX: 2, paddingY: 0 }, new Text("a", 0, 0), new Text("b", 0, 0)).render(6),
			box({ background: mark }).render(6),
		]).toEqual([["<      >", "< hi   >", "<      >"], ["  a   ", "  b   "], []]);
	});

	test("draws again when its background function gives something else", () => {
		let color = "1";
		const drawn = box({ paddingX: 0, paddingY: 0, background: (text) => color + text }, new Text("a", 0, 0));
		const first = drawn.render(2);
		const same = drawn.render(2) === first;
		color = "2";
		expect([first, same, drawn.render(2)]).toEqual([["1a "], true, ["2a "]]);
	});

	test("fits any width, whatever its padding", () => {
		fc.assert(
			fc.property(anyStyledText, fc.integer({ min: 1, max: 20 }), fc.nat(6), (content, width, paddingX) => {
				const widths = box({ paddingX, paddingY: 0 }, new Text(content, 0, 0))
					.render(width)
					.map(visibleWidth);
				expect(widths.filter((used) => used > width)).toEqual([]);
			}),
		);
	});
});
