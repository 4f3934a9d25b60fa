import type { EditorTheme, SelectListTheme, SettingsListTheme } from "../../src/contract/theme.ts";
import { CURSOR_MARKER, FAKE_CURSOR_END, FAKE_CURSOR_START } from "../../src/contract/component.ts";

/** A style that can be seen in a test: a name and braces around the text. */
function braces(name: string): (text: string) => string {
	return (text) => `${name}{${text}}`;
}

export const selectListTheme: SelectListTheme = {
	selectedPrefix: braces("prefix"),
	selectedText: braces("sel"),
	description: braces("desc"),
	scrollInfo: braces("info"),
	noMatch: braces("none"),
};

export const settingsListTheme: SettingsListTheme = {
	label: (text, selected) => (selected ? `*${text}*` : text),
	value: (text, selected) => (selected ? `*${text}*` : text),
	description: braces("desc"),
	cursor: "> ",
	hint: braces("hint"),
};

export const plainEditorTheme: EditorTheme = {
	borderColor: (text) => text,
	selectList: {
		selectedPrefix: (text) => text,
		selectedText: (text) => text,
		description: (text) => text,
		scrollInfo: (text) => text,
		noMatch: (text) => text,
	},
};

/** Lines with the cursor's marks made visible: `▮` for the place of the terminal's cursor, `‹ ›` around its cell. */
export function showCursor(lines: readonly string[]): string[] {
	return lines.map((line) =>
		line.replaceAll(CURSOR_MARKER, "▮").replaceAll(FAKE_CURSOR_START, "‹").replaceAll(FAKE_CURSOR_END, "›"),
	);
}
