/** Puts a style around a text of one line. */
export type TextStyle = (text: string) => string;

/** Style of Markdown text that has none of its own. */
export interface DefaultTextStyle {
	color?: TextStyle;
	bgColor?: TextStyle;
	bold?: boolean;
	italic?: boolean;
	strikethrough?: boolean;
	underline?: boolean;
}

/** How Markdown looks, element by element. */
export interface MarkdownTheme {
	heading: TextStyle;
	link: TextStyle;
	linkUrl: TextStyle;
	code: TextStyle;
	codeBlock: TextStyle;
	codeBlockBorder: TextStyle;
	quote: TextStyle;
	quoteBorder: TextStyle;
	hr: TextStyle;
	listBullet: TextStyle;
	bold: TextStyle;
	italic: TextStyle;
	strikethrough: TextStyle;
	underline: TextStyle;
	/** Lines of a code block, coloured. The result is reused until the component is invalidated. */
	highlightCode?: (code: string, lang?: string) => string[];
	/** Stands before each line of a code block; two spaces by default. */
	codeBlockIndent?: string;
}
