import type { TerminalColorMode } from "./terminal-color.ts";
import { Theme, type ThemeAppearance, type ThemeColorValue } from "./theme.ts";
import { THEME_TOKENS, type ThemeColor, type ThemeToken } from "./tokens.ts";

/** Reserved: no file can have this name. */
export const SYSTEM_THEME_NAME = "system";

const [RED, GREEN, YELLOW, BLUE, MAGENTA, CYAN, GRAY] = [1, 2, 3, 4, 5, 6, 8];

/** By what a token stands for; all others are the terminal's default. */
const INDICES: readonly (readonly [index: number, tokens: readonly ThemeToken[]])[] = [
	[RED, ["error", "toolDiffRemoved", "thinkingMax"]],
	[GREEN, ["success", "toolDiffAdded", "syntaxString", "bashMode"]],
	[YELLOW, ["warning", "mdCode", "syntaxNumber", "thinkingHigh"]],
	[BLUE, ["border", "mdLink", "syntaxFunction", "thinkingLow", "customMessageLabel"]],
	[MAGENTA, ["syntaxKeyword", "thinkingXhigh"]],
	[CYAN, ["accent", "borderAccent", "mdHeading", "mdListBullet", "syntaxType", "thinkingMedium", "scrollbarThumb"]],
	[
		GRAY,
		["borderMuted", "mdHr", "mdCodeBlockBorder", "mdQuoteBorder", "scrollbarTrack", "thinkingOff", "thinkingMinimal"],
	],
];

const FAINT: readonly ThemeColor[] = [
	"muted",
	"dim",
	"thinkingText",
	"toolOutput",
	"mdLinkUrl",
	"mdQuote",
	"toolDiffContext",
	"syntaxComment",
	"syntaxPunctuation",
];

/**
 * The theme of a terminal that says nothing about itself: its own sixteen colours, its default texts, faint where a
 * text is secondary, and no panels.
 */
export function createSystemTheme(mode: TerminalColorMode, appearance: ThemeAppearance = "dark"): Theme {
	const colors = Object.fromEntries(THEME_TOKENS.map((token) => [token, ""])) as Record<ThemeToken, ThemeColorValue>;
	for (const [index, tokens] of INDICES) for (const token of tokens) colors[token] = index;
	return new Theme(colors, {}, mode, { name: SYSTEM_THEME_NAME, appearance, dim: FAINT });
}
