import { expect, test } from "vitest";
import type { MarkdownTheme } from "../markdown/markdown-theme.ts";
import { visibleWidth } from "../text/width.ts";
import { Markdown, type MarkdownOptions } from "./markdown.ts";

const STYLES = [
	"heading",
	"link",
	"linkUrl",
	"code",
	"codeBlock",
	"codeBlockBorder",
	"quote",
	"quoteBorder",
	"hr",
	"listBullet",
	"bold",
	"italic",
	"strikethrough",
	"underline",
] as const;

function themeOf(style: (name: string, text: string) => string): MarkdownTheme {
	return Object.fromEntries(
		STYLES.map((name) => [name, (text: string) => style(name, text)]),
	) as unknown as MarkdownTheme;
}

const PLAIN = themeOf((_name, text) => text);
const NAMED = themeOf((name, text) => `<${name}:${text}>`);
const COLORED = themeOf((name, text) => `\x1b[${30 + (name.length % 8)}m${text}\x1b[39m`);

function linesOf(text: string, width = 40, options?: MarkdownOptions): string[] {
	return new Markdown(text, 0, 0, PLAIN, undefined, options).render(width).map((line) => line.trimEnd());
}

function styledLines(text: string): string[] {
	return new Markdown(text, 0, 0, NAMED).render(300).map((line) => line.trimEnd());
}

test("blocks stand below each other with a blank line between them", () => {
	expect(linesOf("# One\n\nHello **bold** *it* `code` ~~x~~\n\n### Three\nfour\n\n---\nend  \nbr")).toEqual([
		"One",
		"",
		"Hello bold it code x",
		"",
		"### Three",
		"",
		"four",
		"",
		"─".repeat(40),
		"",
		"end",
		"br",
	]);
});

test("each piece of text is styled by all that surrounds it", () => {
	expect(styledLines("# a `c` **b**\n\n## two\n\n***bi*** [l](http://u) <http://auto>\n\n> q `c`\n\n---")).toEqual([
		"<heading:<bold:<underline:a >>><code:c><heading:<bold:<underline: >>><bold:<heading:<bold:<underline:b>>>>",
		"",
		"<heading:<bold:two>>",
		"",
		"<bold:<italic:bi>> <link:<underline:l>><linkUrl: (http://u)> <link:<underline:http://auto>>",
		"",
		"<quoteBorder:│ ><quote:<italic:q >><code:c>",
		"",
		`<hr:${"─".repeat(80)}>`,
	]);
});

test("lists hang, nest, number themselves and show tasks", () => {
	const text = "1. one\n   - two\n     1. three words that are wrapped because long\n7. next\n\n- [ ] todo\n- [x] done";
	expect(linesOf(text)).toEqual([
		"1. one",
		"    - two",
		"        1. three words that are wrapped",
		"           because long",
		"2. next",
		"",
		"- [ ] todo",
		"- [x] done",
	]);
});

test("a loose list keeps its blank lines and the blocks of its items", () => {
	expect(linesOf("- p\n\n- r\n\n  para\n\n  ```js\n  code\n  ```")).toEqual([
		"- p",
		"",
		"- r",
		"",
		"  para",
		"",
		"  ```js",
		"    code",
		"  ```",
	]);
});

test("a list belongs to the line right above it and not to a paragraph further up", () => {
	expect([linesOf("text:\n- a"), linesOf("text:\n\n- a")]).toEqual([
		["text:", "- a"],
		["text:", "", "- a"],
	]);
});

test("quotes have a border on every line, also around other blocks", () => {
	expect(linesOf("> # h\n> - b that is a long text that is wrapped surely\n>\n> > inner\n> ```\n> c\n> ```")).toEqual([
		"│ h",
		"│",
		"│ - b that is a long text that is",
		"│   wrapped surely",
		"│",
		"│ │ inner",
		"│",
		"│ ```",
		"│   c",
		"│ ```",
	]);
});

test("code keeps its lines, long ones go on moved in, and a highlighter gets code and language", () => {
	const calls: unknown[] = [];
	const theme: MarkdownTheme = {
		...PLAIN,
		codeBlockIndent: ">",
		highlightCode: (code, lang) => {
			calls.push([code, lang]);
			return code.toUpperCase().split("\n");
		},
	};

	expect(linesOf("```\na long line of code that is cut\n\n\tx\n```", 20)).toEqual([
		"```",
		"  a long line of",
		"  code that is cut",
		"",
		"     x",
		"```",
	]);
	expect(new Markdown("```ts title\na\nb\n```", 0, 0, theme).render(8)).toEqual([
		"```ts   ",
		">A      ",
		">B      ",
		"```     ",
	]);
	expect(calls).toEqual([["a\nb", "ts"]]);
});

test("tables have a frame, aligned columns and cells that wrap", () => {
	expect(linesOf("| a | num |\n|:--|--:|\n| one two three | 5 |\n| x | 60 |", 20)).toEqual([
		"┌────────────┬─────┐",
		"│ a          │ num │",
		"├────────────┼─────┤",
		"│ one two    │   5 │",
		"│ three      │     │",
		"├────────────┼─────┤",
		"│ x          │  60 │",
		"└────────────┴─────┘",
	]);
});

test("a table that has no room is shown as it was written", () => {
	expect(linesOf("| a | b |\n|--|--|\n| 1 | 2 |", 7).join("").replaceAll(" ", "")).toBe("|a|b||--|--||1|2|");
});

test("options keep markers and escapes and change the text before it is read", () => {
	expect([
		linesOf("1) a\n1) b\n\n* s", 40, { preserveOrderedListMarkers: true }),
		linesOf("1) a\n1) b\n\n* s"),
		linesOf("a\\*b", 40, { preserveBackslashEscapes: true }),
		linesOf("a\\*b"),
		new Markdown("x", 2, 0, PLAIN, undefined, { transform: (text, width) => `${text} **${width}**` }).render(40),
	]).toEqual([
		["1) a", "1) b", "", "* s"],
		["1. a", "2. b", "", "- s"],
		["a\\*b"],
		["a*b"],
		[`  x 36${" ".repeat(34)}`],
	]);
});

test("text without a style of its own takes the default one, padding and background surround all", () => {
	const markdown = new Markdown("hi **b** `c`", 1, 1, NAMED, {
		color: (text) => `<color:${text}>`,
		bgColor: (line) => `[${line}]`,
		italic: true,
	});

	expect(markdown.render(80).map((line) => line.replace(/ +\]/, "]"))).toEqual([
		"[]",
		"[ <italic:<color:hi >><bold:<italic:<color:b>>><italic:<color: >><code:c>]",
		"[]",
	]);
});

test("a blank text takes no line at all", () => {
	expect(new Markdown(" \n ", 1, 1, PLAIN).render(20)).toEqual([]);
});

const EVERYTHING = [
	"# A heading with many words in it",
	"Words **bold and** `code` [link](http://example.com/a/very/long/path/that/never/ends) 漢字漢字漢字 👩‍👩‍👧 \ttab",
	"- a\n  - b\n    - c\n      1. d\n         > quote ```x```",
	"> > > deep\n> - list\n>   - list",
	"```typescript\nconst value = 'a long line of code';\n```",
	"| a | much wider header |\n|--|--|\n| 漢字 | cell with several words |",
	"<div>html that is long</div>",
	"---",
].join("\n\n");

test.each(Array.from({ length: 60 }, (_, index) => index + 1))("no line is wider than a width of %i", (width) => {
	for (const padding of [0, 2]) {
		const lines = new Markdown(EVERYTHING, padding, 0, COLORED).render(width);
		expect(lines.filter((line) => visibleWidth(line) > width)).toEqual([]);
		expect(lines.length).toBeGreaterThan(10);
	}
});

test("a text that grows draws its finished blocks once, and the same as if it had come whole", () => {
	let highlighted = 0;
	const theme: MarkdownTheme = {
		...PLAIN,
		highlightCode: (code) => {
			highlighted += 1;
			return code.split("\n");
		},
	};
	const growing = new Markdown("", 0, 0, theme);
	const text = "```\ncode\n```\n\nand then some words that come one by one\n\n- a\n- b";
	const start = text.indexOf("and");
	for (let end = start; end <= text.length; end += 1) {
		growing.setText(text.slice(0, end));
		growing.render(30);
	}

	expect(highlighted).toBe(1);
	expect(growing.render(30)).toEqual(new Markdown(text, 0, 0, PLAIN).render(30));
	growing.invalidate();
	growing.render(30);
	expect(highlighted).toBe(2);
});

test.each([
	["all kinds of blocks", EVERYTHING],
	["a list that becomes loose", "- a\n- b\n\n- c\n\ntext\n---\n\n1. x"],
	["a definition at the end", "see [it][1] here\n\nmore\n\n[1]: http://u\n\nend [it][1]"],
	["Windows line ends", "# a\r\n\r\ntext\r\n- x\r\n\r\nend"],
])("at every length, a text that grew is drawn like one that came whole: %s", (_name, text) => {
	const growing = new Markdown("", 1, 0, PLAIN);
	for (let end = 1; end <= text.length; end += 3) {
		growing.setText(text.slice(0, end));
		expect(growing.render(24)).toEqual(new Markdown(text.slice(0, end), 1, 0, PLAIN).render(24));
	}
});

test("a link defined further down is known above, also when the definition comes late", () => {
	const markdown = new Markdown("see [it][1]", 0, 0, PLAIN);
	const before = markdown.render(30)[0]?.trimEnd();
	markdown.setText("see [it][1]\n\n[1]: http://u");

	expect([before, markdown.render(30).map((line) => line.trimEnd())]).toEqual(["see [it][1]", ["see it (http://u)"]]);
});

test("the same lines are given again until something changes", () => {
	const markdown = new Markdown("text", 0, 0, PLAIN);
	const first = markdown.render(10);
	markdown.setText("text");

	expect(markdown.render(10)).toBe(first);
	expect(markdown.render(11)).not.toBe(first);
});
