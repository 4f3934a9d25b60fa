import { createPlainTheme } from "./plain-theme.ts";
import type { Theme } from "./theme.ts";

let shown: Theme = createPlainTheme();

/**
 * The theme on the screen, for the published functions that extensions call without one. House code is handed its theme
 * and must not ask here. Plain until a mode with a screen says otherwise.
 */
export function shownTheme(): Theme {
	return shown;
}

/** Said by the mode that owns the screen, whenever its theme changes. */
export function setShownTheme(theme: Theme): void {
	shown = theme;
}
