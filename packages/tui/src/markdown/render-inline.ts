import type { Token, Tokens } from "marked";
import type { MarkdownTheme, TextStyle } from "./markdown-theme.ts";

/** How Markdown is drawn. */
export interface MarkdownLook {
	readonly theme: MarkdownTheme;
	/** Style of text that has none of its own. */
	readonly text: TextStyle;
	/** `\*` stays as it was written. */
	readonly keepsEscapes: boolean;
	/** Lists keep the markers they were written with. */
	readonly keepsMarkers: boolean;
}

/**
 * Text of a block with its styles. Each piece of text is styled from the inside out by all that surrounds it: a style
 * that ends cannot take one around it away.
 */
export function renderInline(tokens: readonly Token[], look: MarkdownLook): string {
	return tokens.map((token) => renderToken(token, look)).join("");
}

function renderToken(token: Token, look: MarkdownLook): string {
	const { theme } = look;
	switch (token.type) {
		case "strong":
			return within(token, look, theme.bold);
		case "em":
			return within(token, look, theme.italic);
		case "del":
			return within(token, look, theme.strikethrough);
		case "codespan":
			return byLine(token.text as string, theme.code);
		case "link":
			return renderLink(token as Tokens.Link, look);
		case "br":
			return "\n";
		case "escape":
			return byLine(look.keepsEscapes ? token.raw : (token.text as string), look.text);
		case "html":
			return byLine(token.raw, look.text);
		case "checkbox":
			// It is part of the bullet.
			return "";
		default:
			return renderText(token, look);
	}
}

function renderText(token: Token, look: MarkdownLook): string {
	if (token.type === "text" && "tokens" in token && token.tokens !== undefined) return renderInline(token.tokens, look);
	const text = "text" in token ? String(token.text) : token.raw;
	return byLine(text, look.text);
}

function within(token: Token, look: MarkdownLook, style: TextStyle): string {
	const children = "tokens" in token ? (token.tokens ?? []) : [];
	return renderInline(children, { ...look, text: (text) => style(look.text(text)) });
}

/** The text, and the address behind it where it says something else. */
function renderLink(link: Tokens.Link, look: MarkdownLook): string {
	const { theme } = look;
	const text = within(link, look, (part) => theme.link(theme.underline(part)));
	const repeatsAddress = link.text === link.href || `mailto:${link.text}` === link.href;
	return repeatsAddress ? text : `${text}${theme.linkUrl(` (${link.href})`)}`;
}

/** A style is never asked to reach over the end of a line. */
function byLine(text: string, style: TextStyle): string {
	return text
		.split("\n")
		.map((line) => (line === "" ? "" : style(line)))
		.join("\n");
}
