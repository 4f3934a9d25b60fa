import { expect, test } from "vitest";
import { type Color, paletteColor, parseColor } from "./color.ts";
import { backgroundAnsi, detectColorMode, foregroundAnsi, nearestIndex } from "./terminal-color.ts";

function color(value: string | number): Color {
	const reading = parseColor(value);
	if (!reading.ok) throw new Error(reading.problem);
	return reading.color;
}

test("a colour is told in full to terminals that know all, and as the nearest of the palette to others", () => {
	const orange = color("#ff8700");
	expect([foregroundAnsi(orange, "truecolor"), backgroundAnsi(orange, "256color")]).toEqual([
		"\u001b[38;2;255;135;0m",
		"\u001b[48;5;208m",
	]);
});

test("an index stays what it is, whatever the terminal knows", () => {
	expect([foregroundAnsi(color(5), "truecolor"), foregroundAnsi(color(5), "256color")]).toEqual([
		"\u001b[38;5;5m",
		"\u001b[38;5;5m",
	]);
});

test("every entry of the fixed palette is its own nearest", () => {
	const indices = Array.from({ length: 240 }, (_, offset) => offset + 16);
	expect(indices.map((index) => nearestIndex(paletteColor(index)))).toEqual(indices);
});

test.each<[Parameters<typeof detectColorMode>[0], string]>([
	[{ env: {} }, "256color"],
	[{ env: { COLORTERM: "truecolor" } }, "truecolor"],
	[{ env: { COLORTERM: "24bit" } }, "truecolor"],
	[{ env: { TERM: "xterm-kitty" } }, "truecolor"],
	[{ env: { TERM_PROGRAM: "WezTerm" } }, "truecolor"],
	[{ env: { WT_SESSION: "x" } }, "truecolor"],
	[{ env: { TERM_PROGRAM: "Apple_Terminal", TERM: "xterm-256color" } }, "256color"],
	[{ env: { PI_TRUE_COLOR: "1" } }, "truecolor"],
	[{ env: { PI_TRUE_COLOR: "0", COLORTERM: "truecolor" } }, "256color"],
	[{ env: { PI_TRUE_COLOR: "auto", COLORTERM: "truecolor" } }, "truecolor"],
	[{ setting: false, env: { PI_TRUE_COLOR: "1" } }, "256color"],
	[{ setting: true, env: { PI_TRUE_COLOR: "0" } }, "truecolor"],
	[{ setting: "auto", env: { PI_TRUE_COLOR: "1" } }, "truecolor"],
])("the setting goes before the variable, and that before what the terminal is known for: %j", (facts, mode) => {
	expect(detectColorMode(facts)).toBe(mode);
});
