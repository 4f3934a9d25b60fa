import { createHash } from "node:crypto";
import { APPEARANCES, BASE_RULES } from "./base-style.ts";
import { type Markup, markup } from "./markup.ts";

export type Appearance = keyof typeof APPEARANCES;

/** Backgrounds that a theme names for exports; six-digit hexadecimal colours. */
export interface PageColors {
	readonly pageBg?: string | undefined;
	readonly cardBg?: string | undefined;
	readonly infoBg?: string | undefined;
}

export interface PageParts {
	readonly title: string;
	readonly body: Markup;
	/** Rules of this page, from its style sheet. */
	readonly rules: string;
	/** Of what a theme coloured; without a theme it follows the page. */
	readonly terminalAppearance: Appearance | undefined;
	/** Colours of a theme, and the appearance they are made for. Without them the reader's preference counts. */
	readonly colors: PageColors | undefined;
}

/** One document that refers to nothing outside itself and runs nothing. */
export function page(parts: PageParts): string {
	const css = styleOf(parts);
	const policy = [
		"default-src 'none'",
		"img-src data:",
		`style-src 'sha256-${createHash("sha256").update(css).digest("base64")}'`,
		"base-uri 'none'",
		"form-action 'none'",
	].join("; ");
	// The style stands as it is hashed: it is made of constants and numbers, and holds no text of the session.
	const head = markup`<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${parts.title}</title>
<style>`;
	return `<!DOCTYPE html>\n${head}${css}</style></head>\n<body>${parts.body}</body></html>\n`;
}

function styleOf({ rules, terminalAppearance, colors }: PageParts): string {
	const terminal = terminalAppearance === undefined ? "" : `pre.themed{${APPEARANCES[terminalAppearance]}}\n`;
	return [schemeOf(terminalAppearance, colors), BASE_RULES, terminal, rules].join("");
}

function schemeOf(appearance: Appearance | undefined, colors: PageColors | undefined): string {
	const overrides = overridesOf(colors);
	if (overrides === "") {
		const dark = `@media (prefers-color-scheme:dark){:root{${APPEARANCES.dark}}}`;
		return `:root{color-scheme:light dark;${APPEARANCES.light}}\n${dark}\n`;
	}
	// Backgrounds of a theme go with the texts of its appearance only.
	const fixed = appearance ?? "dark";
	return `:root{color-scheme:${fixed};${APPEARANCES[fixed]}${overrides}}\n`;
}

const VARIABLES = { pageBg: "--page", cardBg: "--card", infoBg: "--info" } as const;

function overridesOf(colors: PageColors = {}): string {
	const names = Object.keys(VARIABLES) as (keyof typeof VARIABLES)[];
	return names
		.filter((name) => /^#[0-9a-f]{6}$/i.test(colors[name] ?? ""))
		.map((name) => `${VARIABLES[name]}:${colors[name]};`)
		.join("");
}
