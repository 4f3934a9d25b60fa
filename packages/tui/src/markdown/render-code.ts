import type { Tokens } from "marked";
import { TAB_WIDTH, visibleWidth } from "../text/width.ts";
import { wrapTextWithAnsi } from "../text/wrap.ts";
import type { MarkdownTheme } from "./markdown-theme.ts";

const FENCE = "```";
const INDENT = "  ";

/** A code block between its fences; lines that are too long go on in the next one, moved in like all of them. */
export function renderCode({ text, lang }: Tokens.Code, theme: MarkdownTheme, width: number): string[] {
	const language = lang?.trim().split(/\s/, 1)[0] ?? "";
	const code = text.replaceAll("\t", " ".repeat(TAB_WIDTH));
	const highlighted = theme.highlightCode?.(code, language === "" ? undefined : language);
	const lines = highlighted ?? code.split("\n").map((line) => (line === "" ? "" : theme.codeBlock(line)));
	const wanted = theme.codeBlockIndent ?? INDENT;
	const indent = visibleWidth(wanted) < width ? wanted : "";
	const inside = width - visibleWidth(indent);
	const body = lines.flatMap((line) =>
		wrapTextWithAnsi(line, inside).map((part) => (part === "" ? "" : indent + part)),
	);
	const fence = (mark: string): string[] => wrapTextWithAnsi(mark, width).map((part) => theme.codeBlockBorder(part));
	return [...fence(FENCE + language), ...body, ...fence(FENCE)];
}
