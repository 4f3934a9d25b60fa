import { getKeybindings, type Keybinding } from "@tau/tui";
import type { Theme } from "../../../theme/theme.ts";

/** The keys of a binding and what they do, such as `escape/ctrl+c cancel`. */
export function renderKeyHint(theme: Theme, keybinding: Keybinding, description: string): string {
	const keys = getKeybindings().getKeys(keybinding).join("/");
	return theme.fg("dim", keys) + theme.fg("muted", ` ${description}`);
}
