import { expect, test } from "vitest";
import { appearanceFromVariable, resolveThemeSetting } from "./theme-setting.ts";

test.each<[string | undefined, "dark" | "light", string]>([
	["mine", "dark", "mine"],
	["day/night", "light", "day"],
	["day/night", "dark", "night"],
	["day/", "dark", "system"],
	[undefined, "dark", "system"],
	["", "light", "system"],
])("the setting %j means on a %s terminal the theme %s", (setting, appearance, name) => {
	expect(resolveThemeSetting(setting, appearance)).toBe(name);
});

test("COLORFGBG tells the background by its index, where it has one", () => {
	const values = ["15;0", "0;15", "0;default;7", "12;8", "0;6", "0;default", "0;16", "", undefined];
	expect(values.map(appearanceFromVariable)).toEqual([
		"dark",
		"light",
		"light",
		"dark",
		"dark",
		undefined,
		undefined,
		undefined,
		undefined,
	]);
});
