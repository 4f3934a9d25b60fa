/** A piece of Markdown, as far as exports tell pieces apart. Texts are raw. */
export type MarkdownBlock =
	| { readonly type: "paragraph"; readonly text: string }
	| { readonly type: "heading"; readonly level: number; readonly text: string }
	| { readonly type: "code"; readonly language: string; readonly text: string }
	| { readonly type: "quote"; readonly blocks: readonly MarkdownBlock[] }
	| { readonly type: "item"; readonly marker: string; readonly depth: number; readonly text: string }
	| { readonly type: "table"; readonly rows: readonly (readonly string[])[] }
	| { readonly type: "rule" };

const FENCE = /^ {0,3}(`{3,}|~{3,})\s*([^`\s]*)/;
const HEADING = /^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$/;
const RULE = /^ {0,3}(?:(?:\*\s*){3,}|(?:-\s*){3,}|(?:_\s*){3,})$/;
const QUOTE = /^ {0,3}>\s?/;
const ITEM = /^(\s*)([-*+]|\d{1,9}[.)])\s+(.*)$/;
const TABLE_RULE = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;

/** Deep enough for people; text nested deeper is shown as it stands. */
const DEEPEST_QUOTE = 6;
const DEEPEST_ITEM = 5;
/** Longer lines are no headings, items or tables, and the patterns for those are not made for them. */
const LONGEST_MARKED_LINE = 2_000;

/** Splits Markdown into blocks. What it does not know stays a paragraph, so that no text gets lost. */
export function splitMarkdown(markdown: string, depth: number = 0): MarkdownBlock[] {
	const lines = markdown.replace(/\r\n?/g, "\n").split("\n");
	const blocks: MarkdownBlock[] = [];
	let paragraph: string[] = [];
	const endParagraph = (): void => {
		if (paragraph.length > 0) blocks.push({ type: "paragraph", text: paragraph.join("\n") });
		paragraph = [];
	};
	for (let at = 0; at < lines.length;) {
		const found = readBlock(lines, at, depth);
		if (found === undefined) {
			if ((lines[at] ?? "").trim() === "") endParagraph();
			else paragraph.push(lines[at] ?? "");
			at += 1;
			continue;
		}
		endParagraph();
		blocks.push(found.block);
		at = found.end;
	}
	endParagraph();
	return blocks;
}

interface Found {
	readonly block: MarkdownBlock;
	readonly end: number;
}

function readBlock(lines: readonly string[], at: number, depth: number): Found | undefined {
	const line = lines[at] ?? "";
	const fence = FENCE.exec(line);
	if (fence !== null) return readCode(lines, at, fence);
	if (QUOTE.test(line) && depth < DEEPEST_QUOTE) return readQuote(lines, at, depth);
	if (line.length > LONGEST_MARKED_LINE) return undefined;
	const heading = HEADING.exec(line);
	if (heading !== null) {
		return { block: { type: "heading", level: (heading[1] ?? "#").length, text: heading[2] ?? "" }, end: at + 1 };
	}
	if (RULE.test(line)) return { block: { type: "rule" }, end: at + 1 };
	const next = lines[at + 1] ?? "";
	const hasTableRule = next.length <= LONGEST_MARKED_LINE && TABLE_RULE.test(next);
	return line.includes("|") && hasTableRule ? readTable(lines, at) : readItem(lines, at);
}

function readCode(lines: readonly string[], at: number, [, mark = "```", language = ""]: RegExpExecArray): Found {
	const closing = new RegExp(`^ {0,3}\\${mark.slice(0, 1)}{${mark.length},}\\s*$`);
	let end = at + 1;
	while (end < lines.length && !closing.test(lines[end] ?? "")) end += 1;
	return { block: { type: "code", language, text: lines.slice(at + 1, end).join("\n") }, end: end + 1 };
}

function readQuote(lines: readonly string[], at: number, depth: number): Found {
	let end = at;
	while (end < lines.length && QUOTE.test(lines[end] ?? "")) end += 1;
	const inner = lines.slice(at, end).map((line) => line.replace(QUOTE, ""));
	return { block: { type: "quote", blocks: splitMarkdown(inner.join("\n"), depth + 1) }, end };
}

/** An item with the lines that are indented below it. */
function readItem(lines: readonly string[], at: number): Found | undefined {
	const item = ITEM.exec(lines[at] ?? "");
	if (item === null) return undefined;
	const [, indent = "", marker = "-", first = ""] = item;
	const texts = [first];
	let end = at + 1;
	while (end < lines.length && isContinuation(lines[end] ?? "", indent.length)) texts.push((lines[end++] ?? "").trim());
	const depth = Math.min(DEEPEST_ITEM, Math.floor(indent.replaceAll("\t", "  ").length / 2));
	return { block: { type: "item", marker: /\d/.test(marker) ? marker : "•", depth, text: texts.join("\n") }, end };
}

function isContinuation(line: string, indent: number): boolean {
	if (line.trim() === "" || line.length > LONGEST_MARKED_LINE || ITEM.test(line) || FENCE.test(line)) return false;
	return line.length - line.trimStart().length > indent;
}

function readTable(lines: readonly string[], at: number): Found {
	let end = at + 2;
	while (end < lines.length && (lines[end] ?? "").includes("|")) end += 1;
	const rows = [lines[at] ?? "", ...lines.slice(at + 2, end)].map(cellsOf);
	return { block: { type: "table", rows }, end };
}

function cellsOf(line: string): string[] {
	const inner = line.trim().replace(/^\|/, "").replace(/\|$/, "");
	return inner.split(/(?<!\\)\|/).map((cell) => cell.trim());
}
