import type { MarkdownTheme, SelectListTheme, SettingsListTheme, StyleFunction } from "@tau/tui";
import { shownTheme } from "./shown-theme.ts";
import type { Theme } from "./theme.ts";
import type { ThemeColor } from "./tokens.ts";

/** Every style asks for its colour when it draws: a component made once follows a theme that changes. */
type ThemeSource = () => Theme;

function colorFrom(theme: ThemeSource): (color: ThemeColor) => StyleFunction {
	return (color) => (text) => theme().fg(color, text);
}

/** How Markdown looks in the theme on the screen. */
export function getMarkdownTheme(theme: ThemeSource = shownTheme): MarkdownTheme {
	const color = colorFrom(theme);
	return {
		heading: color("mdHeading"),
		link: color("mdLink"),
		linkUrl: color("mdLinkUrl"),
		code: color("mdCode"),
		codeBlock: color("mdCodeBlock"),
		codeBlockBorder: color("mdCodeBlockBorder"),
		quote: color("mdQuote"),
		quoteBorder: color("mdQuoteBorder"),
		hr: color("mdHr"),
		listBullet: color("mdListBullet"),
		bold: (text) => theme().bold(text),
		italic: (text) => theme().italic(text),
		underline: (text) => theme().underline(text),
		strikethrough: (text) => theme().strikethrough(text),
	};
}

/** How a SelectList looks in the theme on the screen. */
export function getSelectListTheme(theme: ThemeSource = shownTheme): SelectListTheme {
	const color = colorFrom(theme);
	return {
		selectedPrefix: color("accent"),
		selectedText: color("accent"),
		description: color("muted"),
		scrollInfo: color("muted"),
		noMatch: color("muted"),
	};
}

/** How a SettingsList looks in the theme on the screen. */
export function getSettingsListTheme(theme: ThemeSource = shownTheme): SettingsListTheme {
	const color = colorFrom(theme);
	return {
		label: (text, selected) => (selected ? theme().fg("accent", text) : text),
		value: (text, selected) => theme().fg(selected ? "accent" : "muted", text),
		description: color("dim"),
		get cursor() {
			return theme().fg("accent", "→ ");
		},
		hint: color("dim"),
	};
}
