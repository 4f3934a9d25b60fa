import type { Token, Tokens } from "marked";
import { TAB_WIDTH, visibleWidth } from "../text/width.ts";
import { wrapTextWithAnsi } from "../text/wrap.ts";
import { asToken } from "./read-markdown.ts";
import { renderCode } from "./render-code.ts";
import { type MarkdownLook, renderInline } from "./render-inline.ts";
import { renderList } from "./render-list.ts";
import { renderTable } from "./render-table.ts";

/** A rule no longer than this: it separates, it need not fill a wide screen. */
const LONGEST_RULE = 80;
const QUOTE_BORDER = "│ ";

/** Lines of blocks, a blank one between any two. */
export function renderBlocks(tokens: readonly Token[], look: MarkdownLook, width: number): string[] {
	const lines: string[] = [];
	let previous: Token | undefined;
	for (const token of tokens) {
		if (token.type === "space" || token.type === "def") continue;
		const rendered = renderBlock(token, look, width);
		if (rendered.length === 0) continue;
		if (previous !== undefined && !joins(previous, token)) lines.push("");
		lines.push(...rendered);
		previous = token;
	}
	return lines;
}

/** A list right below its introduction belongs to it. */
export function joins(previous: Token, token: Token): boolean {
	return token.type === "list" && previous.type === "paragraph" && previous.raw.endsWith("\n");
}

/** Lines of one block, none wider than the width. */
export function renderBlock(token: Token, look: MarkdownLook, width: number): string[] {
	const nested = (tokens: readonly Token[], inside: number): string[] => renderBlocks(tokens, look, inside);
	const list = asToken(token, "list");
	if (list !== undefined) return renderList(list, { look, width, renderBlocks: nested });
	const table = asToken(token, "table");
	if (table !== undefined) return renderTable(table, look, width) ?? wrap(table.raw.trimEnd(), width);
	const code = asToken(token, "code");
	if (code !== undefined) return renderCode(code, look.theme, width);
	const quote = asToken(token, "blockquote");
	if (quote !== undefined) return renderQuote(quote, look, width);
	const heading = asToken(token, "heading");
	if (heading !== undefined) return wrap(renderHeading(heading, look), width);
	return renderOther(token, look, width);
}

function renderOther(token: Token, look: MarkdownLook, width: number): string[] {
	if (token.type === "hr") return [look.theme.hr("─".repeat(Math.max(1, Math.min(width, LONGEST_RULE))))];
	if (token.type === "html") return wrap(look.text(token.raw.trimEnd()), width);
	const tokens = "tokens" in token && token.tokens !== undefined ? token.tokens : [token];
	return wrap(renderInline(tokens, look), width);
}

/** The two highest levels speak through their style, deeper ones keep their marks. */
function renderHeading({ depth, tokens }: Tokens.Heading, look: MarkdownLook): string {
	const { theme } = look;
	const strong = (text: string): string => theme.heading(theme.bold(depth === 1 ? theme.underline(text) : text));
	const marks = depth > 2 ? strong(`${"#".repeat(depth)} `) : "";
	return marks + renderInline(tokens, { ...look, text: strong });
}

function renderQuote({ tokens }: Tokens.Blockquote, look: MarkdownLook, width: number): string[] {
	const { theme } = look;
	const quoted = { ...look, text: (text: string) => theme.quote(theme.italic(text)) };
	const border = visibleWidth(QUOTE_BORDER) < width ? QUOTE_BORDER : "";
	const lines = renderBlocks(tokens, quoted, width - visibleWidth(border));
	return lines.map((line) => (border === "" ? line : theme.quoteBorder(border) + line));
}

function wrap(text: string, width: number): string[] {
	return text === "" ? [] : wrapTextWithAnsi(text.replaceAll("\t", " ".repeat(TAB_WIDTH)), width);
}
