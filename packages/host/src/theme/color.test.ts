import { expect, test } from "vitest";
import { colorToHex, paletteColor, parseColor } from "./color.ts";

function hexOf(value: string | number): string | undefined {
	const reading = parseColor(value);
	return reading.ok ? colorToHex(reading.color) : reading.problem;
}

test("every written form of a colour is read (Y04)", () => {
	const forms = ["#0AF", "#00aaff", "oklch(62% 0.1 200)", "OKLCH(0.62 0.1 200deg)", "okhsl(250deg 60% 55%)", 39];
	expect(forms.map(parseColor)).toEqual([
		{ ok: true, color: { kind: "rgb", r: 0, g: 170, b: 255 } },
		{ ok: true, color: { kind: "rgb", r: 0, g: 170, b: 255 } },
		{ ok: true, color: { kind: "oklch", l: 0.62, c: 0.1, h: 200 } },
		{ ok: true, color: { kind: "oklch", l: 0.62, c: 0.1, h: 200 } },
		{ ok: true, color: { kind: "rgb", r: 78, g: 136, b: 194 } },
		{ ok: true, color: { kind: "indexed", index: 39 } },
	]);
});

test.each([
	["#0af8", '"#0af8" is not written like "#0af" or "#00aaff"'],
	["oklch(62%,0.1,200)", '"oklch(62%,0.1,200)" is not written like "oklch(62% 0.1 200)" or "okhsl(250 60% 55%)"'],
	["oklch(162% 0.1 200)", 'the lightness of "oklch(162% 0.1 200)" is above 100%'],
	["oklch(62% -0.1 200)", 'the chroma of "oklch(62% -0.1 200)" is below 0'],
	["okhsl(250 160% 55%)", 'the saturation of "okhsl(250 160% 55%)" is above 100%'],
	["okhsl(250 60% 155%)", 'the lightness of "okhsl(250 60% 155%)" is above 100%'],
	[256, "256 is not a whole number from 0 to 255"],
	[1.5, "1.5 is not a whole number from 0 to 255"],
])("%s is no colour and says why", (value, problem) => {
	expect(parseColor(value)).toEqual({ ok: false, problem });
});

test.each(["red", "39", "", " #fff "])("%j has no form of a colour: it may be a variable", (value) => {
	expect(parseColor(value)).toEqual({ ok: false, problem: undefined });
});

test("gray has no saturation, and the ends of lightness are black and white at every hue and saturation", () => {
	expect([0, 90, 200, 310].map((hue) => hexOf(`okhsl(${hue} 0% 60%)`))).toEqual(Array(4).fill("#919191"));
	expect([0, 90, 200, 310].map((hue) => hexOf(`okhsl(${hue} 100% 0%)`))).toEqual(Array(4).fill("#000000"));
	expect([0, 90, 200, 310].map((hue) => hexOf(`okhsl(${hue} 100% 100%)`))).toEqual(Array(4).fill("#ffffff"));
});

test("full saturation at the cusp is a pure colour of sRGB", () => {
	expect([hexOf("okhsl(29.23 100% 56.81%)"), hexOf("okhsl(142.5 100% 84.45%)")]).toEqual(["#ff0000", "#00ff00"]);
});

test("what sRGB cannot show loses chroma and neither hue nor lightness", () => {
	const [outside, edge] = [hexOf("oklch(60% 0.35 148)"), hexOf("oklch(60% 0.2 148)")];
	expect([outside, edge]).toEqual([outside, outside]);
	expect(outside).toMatch(/^#00/);
});

test("the palette is xterm's", () => {
	const hex = [1, 7, 15, 16, 39, 231, 232, 255].map((index) => colorToHex({ kind: "indexed", index }));
	expect(hex).toEqual(["#800000", "#c0c0c0", "#ffffff", "#000000", "#00afff", "#ffffff", "#080808", "#eeeeee"]);
	expect(paletteColor(208)).toEqual({ r: 255, g: 135, b: 0 });
});
