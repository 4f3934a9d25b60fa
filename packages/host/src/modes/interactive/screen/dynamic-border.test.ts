import { expect, test } from "vitest";
import { DynamicBorder } from "./dynamic-border.ts";

test("a border is as wide as it is asked to be, in its colour", () => {
	const border = new DynamicBorder((text) => `<${text}>`);

	expect([border.render(5), border.render(1), border.render(0)]).toEqual([["<─────>"], ["<─>"], ["<─>"]]);
});

test("without a colour it is drawn in the theme on the screen, which is plain where there is none", () => {
	expect(new DynamicBorder().render(3)).toEqual(["───"]);
});
