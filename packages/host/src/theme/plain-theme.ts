import { Theme } from "./theme.ts";

/** The theme of modes without a terminal: every method gives its text back unchanged. */
export function createPlainTheme(): Theme {
	return new Theme({}, {}, "256color", { name: "plain", appearance: "dark", escapes: false });
}
