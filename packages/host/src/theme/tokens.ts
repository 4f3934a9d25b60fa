/** Tokens that colour text, in the order of the published schema. */
export const FOREGROUND_TOKENS = [
	"accent",
	"border",
	"borderAccent",
	"borderMuted",
	"success",
	"error",
	"warning",
	"muted",
	"dim",
	"text",
	"thinkingText",
	"scrollbarTrack",
	"scrollbarThumb",
	"searchMatchText",
	"userMessageText",
	"customMessageText",
	"customMessageLabel",
	"toolTitle",
	"toolOutput",
	"mdHeading",
	"mdLink",
	"mdLinkUrl",
	"mdCode",
	"mdCodeBlock",
	"mdCodeBlockBorder",
	"mdQuote",
	"mdQuoteBorder",
	"mdHr",
	"mdListBullet",
	"toolDiffAdded",
	"toolDiffRemoved",
	"toolDiffContext",
	"syntaxComment",
	"syntaxKeyword",
	"syntaxFunction",
	"syntaxVariable",
	"syntaxString",
	"syntaxNumber",
	"syntaxType",
	"syntaxOperator",
	"syntaxPunctuation",
	"thinkingOff",
	"thinkingMinimal",
	"thinkingLow",
	"thinkingMedium",
	"thinkingHigh",
	"thinkingXhigh",
	"thinkingMax",
	"bashMode",
] as const;

/** Tokens that colour what is behind text. */
export const BACKGROUND_TOKENS = [
	"selectedBg",
	"searchMatchBg",
	"userMessageBg",
	"customMessageBg",
	"toolPendingBg",
	"toolSuccessBg",
	"toolErrorBg",
] as const;

/** A colour of text in a theme. */
export type ThemeColor = (typeof FOREGROUND_TOKENS)[number];

/** A colour behind text in a theme. */
export type ThemeBg = (typeof BACKGROUND_TOKENS)[number];

/** Everything a theme gives a colour to. */
export type ThemeToken = ThemeColor | ThemeBg;

/** Tokens a theme may leave out, and whose colour they take then (Y04). */
export const FALLBACK_TOKENS: ReadonlyMap<ThemeToken, ThemeToken> = new Map<ThemeToken, ThemeToken>([
	["scrollbarTrack", "muted"],
	["scrollbarThumb", "text"],
	["searchMatchBg", "selectedBg"],
	["searchMatchText", "text"],
	["thinkingMax", "thinkingXhigh"],
]);

export const THEME_TOKENS: readonly ThemeToken[] = [...FOREGROUND_TOKENS, ...BACKGROUND_TOKENS];

const FOREGROUNDS: ReadonlySet<string> = new Set(FOREGROUND_TOKENS);
const BACKGROUNDS: ReadonlySet<string> = new Set(BACKGROUND_TOKENS);

export function isThemeColor(name: string): name is ThemeColor {
	return FOREGROUNDS.has(name);
}

export function isThemeBg(name: string): name is ThemeBg {
	return BACKGROUNDS.has(name);
}

export function isThemeToken(name: string): name is ThemeToken {
	return isThemeColor(name) || isThemeBg(name);
}
