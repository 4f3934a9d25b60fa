import { FALLBACK_TOKENS, THEME_TOKENS } from "../../src/theme/tokens.ts";

/** The text of a theme file that has all colours it must have. */
export function themeText(name: string, colors: Readonly<Record<string, unknown>> = {}): string {
	const required = THEME_TOKENS.filter((token) => !FALLBACK_TOKENS.has(token));
	const all = Object.fromEntries(required.map((token) => [token, "#123456"]));
	return JSON.stringify({ name, colors: { ...all, ...colors } });
}
