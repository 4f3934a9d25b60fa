import { SYSTEM_THEME_NAME } from "./system-theme.ts";
import type { ThemeAppearance } from "./theme.ts";

/** The name a `theme` setting or `--use-theme` means on a terminal of this appearance: one name, or `light/dark`. */
export function resolveThemeSetting(setting: string | undefined, appearance: ThemeAppearance): string {
	const given = setting?.trim() ?? "";
	const [light = "", dark = ""] = given.split("/");
	const name = given.includes("/") && appearance === "dark" ? dark : light;
	return name.trim() === "" ? SYSTEM_THEME_NAME : name.trim();
}

/** What `COLORFGBG` (`fg;bg` or `fg;xpm;bg`) says about the background, by the index alone as Vim reads it. */
export function appearanceFromVariable(value: string | undefined): ThemeAppearance | undefined {
	const background = value?.split(";").at(-1) ?? "";
	if (!/^\d+$/.test(background)) return undefined;
	const index = Number(background);
	if (index > 15) return undefined;
	return index <= 6 || index === 8 ? "dark" : "light";
}
