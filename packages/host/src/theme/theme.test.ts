import { expect, test } from "vitest";
import { createPlainTheme } from "./plain-theme.ts";
import { createSystemTheme } from "./system-theme.ts";
import { Theme } from "./theme.ts";
import { THEME_TOKENS } from "./tokens.ts";

const THEME = new Theme(
	{ accent: "#8abeb7", text: "", muted: 244, thinkingHigh: "#b294bb", bashMode: "#b5bd68", dim: "#808080" },
	{ selectedBg: "#3a3a4a" },
	"truecolor",
	{ name: "mine", dim: ["dim"] },
);

test("colours are switched on around the text and back to the terminal's own (Y05)", () => {
	expect([THEME.fg("accent", "x"), THEME.bg("selectedBg", "x"), THEME.fg("text", "x"), THEME.fg("muted", "x")]).toEqual(
		[
			"\u001b[38;2;138;190;183mx\u001b[39m",
			"\u001b[48;2;58;58;74mx\u001b[49m",
			"\u001b[39mx\u001b[39m",
			"\u001b[38;5;244mx\u001b[39m",
		],
	);
});

test("a faint token is faint besides its colour (Y05)", () => {
	expect([THEME.fg("dim", "x"), THEME.colors.dim]).toEqual([
		"\u001b[38;2;128;128;128m\u001b[2mx\u001b[22m\u001b[39m",
		{ kind: "rgb", r: 64, g: 64, b: 64 },
	]);
});

test("style joins everything, colours outside (Y05)", () => {
	const all = { bold: true, dim: true, italic: true, underline: true, inverse: true, strikethrough: true };
	expect(THEME.style("x", { ...all, fg: "accent", bg: "selectedBg" })).toBe(
		"\u001b[38;2;138;190;183m\u001b[48;2;58;58;74m\u001b[1m\u001b[2m\u001b[3m\u001b[4m\u001b[7m\u001b[9mx" +
			"\u001b[29m\u001b[27m\u001b[24m\u001b[23m\u001b[22m\u001b[49m\u001b[39m",
	);
	expect([THEME.style("x", {}), THEME.style("x", { fg: THEME.colors.selectedBg })]).toEqual([
		"x",
		"\u001b[38;2;58;58;74mx\u001b[39m",
	]);
});

test("a token that does not exist, or not in this place, throws (Y05)", () => {
	for (const theme of [THEME, createPlainTheme()]) {
		expect(() => theme.fg("zzz" as never, "x")).toThrow("Unknown theme color: zzz");
		expect(() => theme.fg("selectedBg" as never, "x")).toThrow("Unknown theme color: selectedBg");
		expect(() => theme.bg("accent" as never, "x")).toThrow("Unknown theme color: accent");
	}
});

test("borders of the editor have the colours of the thinking level and of the Bash mode", () => {
	expect([THEME.getThinkingBorderColor("high")("x"), THEME.getBashModeBorderColor()("x")]).toEqual([
		"\u001b[38;2;178;148;187mx\u001b[39m",
		"\u001b[38;2;181;189;104mx\u001b[39m",
	]);
});

test("every token has a concrete colour, black or white where the terminal decides (Y05)", () => {
	const light = new Theme({}, {}, "truecolor", { appearance: "light" }).colors;
	expect([Object.keys(light).length, light.text, light.selectedBg]).toEqual([
		56,
		{ kind: "rgb", r: 0, g: 0, b: 0 },
		{ kind: "rgb", r: 255, g: 255, b: 255 },
	]);
});

test("a theme that declares no appearance has that of its panels, or else of its texts", () => {
	const appearances = [
		new Theme({ accent: "#111111" }, { selectedBg: "#202020" }, "truecolor"),
		new Theme({ accent: "#eeeeee" }, { selectedBg: "#f0f0f0" }, "truecolor"),
		new Theme({ accent: "#222222" }, {}, "truecolor"),
		new Theme({ accent: 4 }, {}, "truecolor"),
	].map(({ appearance }) => appearance);
	expect(appearances).toEqual(["dark", "light", "light", "dark"]);
});

test("without a terminal nothing is added to a text (C01)", () => {
	const plain = createPlainTheme();
	const style = { fg: plain.colors.accent, bg: plain.colors.selectedBg, bold: true };
	expect([plain.fg("accent", "x"), plain.bold("x"), plain.style("x", style), plain.getFgAnsi("accent")]).toEqual([
		"x",
		"x",
		"x",
		"",
	]);
});

test("the system theme uses only the terminal's own sixteen colours and its defaults", () => {
	const system = createSystemTheme("truecolor");
	const sequences = THEME_TOKENS.map((token) =>
		token.endsWith("Bg") ? system.getBgAnsi(token as never) : system.getFgAnsi(token as never),
	);
	// oxlint-disable-next-line no-control-regex -- escape sequences are what is looked at
	expect(
		sequences.filter((sequence) => !/^\u001b\[(?:39m|49m|38;5;(?:\d|1[0-5])m)(?:\u001b\[2m)?$/.test(sequence)),
	).toEqual([]);
	expect([system.fg("error", "x"), system.fg("dim", "x"), system.bg("userMessageBg", "x"), system.name]).toEqual([
		"\u001b[38;5;1mx\u001b[39m",
		"\u001b[39m\u001b[2mx\u001b[22m\u001b[39m",
		"\u001b[49mx\u001b[49m",
		"system",
	]);
});
