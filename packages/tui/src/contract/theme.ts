/** Puts a style around a text. */
export type StyleFunction = (text: string) => string;

/** How a SelectList looks. */
export interface SelectListTheme {
	selectedPrefix: StyleFunction;
	selectedText: StyleFunction;
	description: StyleFunction;
	scrollInfo: StyleFunction;
	noMatch: StyleFunction;
}

/** How a SettingsList looks. `cursor` stands before the selected row and must be two columns wide, as the blank before others is. */
export interface SettingsListTheme {
	label: (text: string, selected: boolean) => string;
	value: (text: string, selected: boolean) => string;
	description: StyleFunction;
	cursor: string;
	hint: StyleFunction;
}

/** How an Editor looks. */
export interface EditorTheme {
	borderColor: StyleFunction;
	selectList: SelectListTheme;
}

/** How an Image looks where it cannot be shown. */
export interface ImageTheme {
	fallbackColor: StyleFunction;
}
