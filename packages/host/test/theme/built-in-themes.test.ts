import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { HOST_FILES } from "../../src/platform/host-facts.ts";
import { BuiltInThemes } from "../../src/theme/built-in-themes.ts";
import { type Color, colorToRgb } from "../../src/theme/color.ts";
import type { Theme } from "../../src/theme/theme.ts";
import { ThemeLibrary } from "../../src/theme/theme-library.ts";
import { BACKGROUND_TOKENS, FOREGROUND_TOKENS } from "../../src/theme/tokens.ts";
import { temporaryFolder } from "../session/temporary-folder.ts";
import { createTheme, readThemeDefinition } from "../../src/theme/theme-definition.ts";
import { themeText } from "./theme-text.ts";

const readOnce = temporaryFolder();
const damaged = temporaryFolder();
const builtIn = new BuiltInThemes(HOST_FILES.themes, "truecolor");

/** The luminance of WCAG 2. */
function luminance(color: Color): number {
	const { r, g, b } = colorToRgb(color);
	const [red = 0, green = 0, blue = 0] = [r, g, b]
		.map((channel) => channel / 255)
		.map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Color, other: Color): number {
	const [bright = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((first, second) => second - first);
	return (bright + 0.05) / (dark + 0.05);
}

/** Lines and bars; they are not read. */
const DRAWN = /^(?:border|scrollbar|mdHr$|mdQuoteBorder$|mdCodeBlockBorder$|thinking(?!Text))/;

test.each(["dark", "light"])("every text of %s can be read on every panel it is drawn on", (name) => {
	const { colors, appearance } = builtIn.get(name)!;
	const panels = BACKGROUND_TOKENS.filter((token) => token !== "searchMatchBg");
	const weak = FOREGROUND_TOKENS.filter((token) => !DRAWN.test(token)).flatMap((token) =>
		panels
			.filter((panel) => contrast(colors[token], colors[panel]) < 4.5)
			.map((panel) => `${token} on ${panel}: ${contrast(colors[token], colors[panel]).toFixed(2)}`),
	);
	expect([appearance, weak, contrast(colors.searchMatchText, colors.searchMatchBg) >= 4.5]).toEqual([name, [], true]);
});

test("a built-in theme is read when it is asked for, and once", () => {
	const folder = readOnce;
	const themes = new BuiltInThemes(folder, "truecolor");
	expect(themes.list()).toEqual([
		{ name: "system", path: undefined },
		{ name: "dark", path: join(folder, "dark.json") },
		{ name: "light", path: join(folder, "light.json") },
	]);
	writeFileSync(join(folder, "dark.json"), themeText("dark", { accent: "#010203" }));
	const first = themes.get("dark");
	writeFileSync(join(folder, "dark.json"), "gone");
	expect([first?.fg("accent", "x"), themes.get("dark") === first, themes.get("none")]).toEqual([
		"\u001b[38;2;1;2;3mx\u001b[39m",
		true,
		undefined,
	]);
});

test("a package whose themes are damaged says which file and what to do", () => {
	writeFileSync(join(damaged, "light.json"), "{}");
	expect(() => new BuiltInThemes(damaged, "truecolor").get("light")).toThrow(
		`${join(damaged, "light.json")}: name: is missing; colors: is missing; install the package again`,
	);
});

function loaded(name: string): Theme {
	const reading = readThemeDefinition(themeText(name));
	if (!reading.ok) throw new Error(reading.problems.join("; "));
	return createTheme(reading.definition, "truecolor", { sourcePath: `/themes/${name}.json` });
}

test("all themes can be listed, got and set; a file takes the place of a built-in one (R06)", () => {
	const shown: unknown[] = [];
	const library = new ThemeLibrary({
		builtIn,
		loaded: [loaded("mine"), loaded("dark")],
		problemOf: (name) => (name === "bad" ? "theme is broken" : undefined),
		current: builtIn.get("system")!,
		onChange: ({ name }) => void shown.push(name),
	});
	const light = library.getTheme("light")!;

	expect(library.getAllThemes()).toEqual([
		{ name: "system", path: undefined },
		{ name: "dark", path: "/themes/dark.json" },
		{ name: "light", path: join(HOST_FILES.themes, "light.json") },
		{ name: "mine", path: "/themes/mine.json" },
	]);
	expect([library.getTheme("dark")?.sourcePath, library.getTheme("none")]).toEqual(["/themes/dark.json", undefined]);
	expect([
		library.theme.name,
		library.setTheme("mine"),
		library.theme.name,
		library.setTheme("none"),
		library.setTheme("bad"),
		library.setTheme({ name: "dark" } as never),
		library.theme.name,
		library.setTheme(light),
		library.theme === light,
		shown,
	]).toEqual([
		"system",
		{ success: true },
		"mine",
		{ success: false, error: "Theme not found: none" },
		{ success: false, error: "theme is broken" },
		{ success: false, error: "A theme is a name or a Theme" },
		"mine",
		{ success: true },
		true,
		["mine", "light"],
	]);
});
