import { EDIT_COMMANDS, type EditCommandName } from "../editing/commands.ts";
import type { EditSession } from "../editing/edit-session.ts";
import type { KeybindingsManager } from "../input/keybindings.ts";

const COMMAND_NAMES = Object.keys(EDIT_COMMANDS) as EditCommandName[];

/** The editing command a key is bound to. */
export function editCommandOf(data: string, keybindings: KeybindingsManager): EditCommandName | undefined {
	return COMMAND_NAMES.find((name) => keybindings.matches(data, `tui.editor.${name}`));
}

/** Undo, yank and yank-pop: gives whether the text changed, or nothing when the key is none of them. */
export function runRecallKey(data: string, keybindings: KeybindingsManager, session: EditSession): boolean | undefined {
	if (keybindings.matches(data, "tui.editor.undo")) return session.undo();
	if (keybindings.matches(data, "tui.editor.yank")) return session.yank();
	if (keybindings.matches(data, "tui.editor.yankPop")) return session.yankPop();
	return undefined;
}
