/** The colour tokens of the published theme format. */
export type ThemeColor =
	| "accent"
	| "border"
	| "borderAccent"
	| "borderMuted"
	| "success"
	| "error"
	| "warning"
	| "muted"
	| "dim"
	| "text"
	| "thinkingText"
	| "selectedBg"
	| "userMessageBg"
	| "userMessageText"
	| "customMessageBg"
	| "customMessageText"
	| "customMessageLabel"
	| "toolPendingBg"
	| "toolSuccessBg"
	| "toolErrorBg"
	| "toolTitle"
	| "toolOutput"
	| (string & {});

/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number];

export type ThemePalette = Readonly<Record<string, Rgb | undefined>>;
