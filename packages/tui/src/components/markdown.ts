import type { Component } from "../contract/component.ts";
import type { DefaultTextStyle, MarkdownTheme } from "../markdown/markdown-theme.ts";
import { type MarkdownBlock, type MarkdownBlocks, readMarkdown } from "../markdown/read-markdown.ts";
import { joins, renderBlock } from "../markdown/render-block.ts";
import type { MarkdownLook } from "../markdown/render-inline.ts";
import { type Frame, frameOf, padBlock } from "./padding.ts";

export interface MarkdownOptions {
	/** Lists keep the markers they were written with; otherwise numbers count on and bullets are dashes. */
	preserveOrderedListMarkers?: boolean;
	/** A backslash before punctuation stays visible. */
	preserveBackslashEscapes?: boolean;
	/** Changes the text before it is read; gets the columns there are for it. */
	transform?: (markdown: string, availableWidth: number) => string;
}

/** What was drawn last: as a whole, and block by block, since a text that grows changes only at its end. */
interface Drawn {
	readonly width: number;
	readonly lines: readonly string[];
	readonly blocks: ReadonlyMap<string, readonly string[]>;
	readonly read: MarkdownBlocks | undefined;
}

/** Markdown, drawn for a terminal. A blank text takes no line at all. */
export class Markdown implements Component {
	readonly #padding: { readonly x: number; readonly y: number };
	readonly #options: MarkdownOptions;
	readonly #background: ((text: string) => string) | undefined;
	readonly #look: MarkdownLook;
	#text: string;
	#drawn: Drawn | undefined;
	#isCurrent = false;

	// oxlint-disable-next-line max-params -- the extension contract fixes this signature
	constructor(
		text: string,
		paddingX: number,
		paddingY: number,
		theme: MarkdownTheme,
		defaultTextStyle?: DefaultTextStyle,
		options: MarkdownOptions = {},
	) {
		this.#text = text;
		this.#padding = { x: paddingX, y: paddingY };
		this.#options = options;
		this.#background = defaultTextStyle?.bgColor;
		this.#look = {
			theme,
			text: (part) => styleText(part, theme, defaultTextStyle),
			keepsEscapes: options.preserveBackslashEscapes === true,
			keepsMarkers: options.preserveOrderedListMarkers === true,
		};
	}

	setText(text: string): void {
		if (text === this.#text) return;
		this.#text = text;
		this.#isCurrent = false;
	}

	invalidate(): void {
		this.#drawn = undefined;
		this.#isCurrent = false;
	}

	render(width: number): readonly string[] {
		if (this.#drawn === undefined || !this.#isCurrent || this.#drawn.width !== width) {
			this.#drawn = this.#draw(width);
			this.#isCurrent = true;
		}
		return this.#drawn.lines;
	}

	#draw(width: number): Drawn {
		const frame = frameOf(width, this.#padding.x);
		const text = this.#options.transform?.(this.#text, frame.contentWidth) ?? this.#text;
		if (text.trim() === "") return { width, lines: [], blocks: new Map(), read: undefined };
		const read = readMarkdown(text, this.#drawn?.read);
		const { blocks, hasReferences } = read;
		const known = this.#drawn?.width === width && !hasReferences ? this.#drawn.blocks : undefined;
		const drawn = new Map<string, readonly string[]>();
		const [blank = ""] = padBlock([""], frame, { paddingY: 0, background: this.#background });
		const margin = Array.from({ length: this.#padding.y }, () => blank);
		const lines = [...margin];
		for (const [index, block] of blocks.entries()) {
			const key = `${block.type}:${block.raw}`;
			const rendered = known?.get(key) ?? this.#drawBlock(block, frame);
			if (!hasReferences) drawn.set(key, rendered);
			const previous = blocks[index - 1];
			if (previous !== undefined && rendered.length > 0 && !joins(previous, block)) lines.push(blank);
			// One by one: a spread of a very long block would not fit on the stack.
			for (const line of rendered) lines.push(line);
		}
		return { width, lines: [...lines, ...margin], blocks: drawn, read };
	}

	#drawBlock(block: MarkdownBlock, frame: Frame): readonly string[] {
		const lines = renderBlock(block, this.#look, frame.contentWidth);
		return padBlock(lines, frame, { paddingY: 0, background: this.#background });
	}
}

/** Colour first, attributes around it, so that each attribute of the text inside only adds to them. */
function styleText(text: string, theme: MarkdownTheme, style: DefaultTextStyle | undefined): string {
	if (style === undefined) return text;
	let styled = style.color?.(text) ?? text;
	if (style.bold === true) styled = theme.bold(styled);
	if (style.italic === true) styled = theme.italic(styled);
	if (style.strikethrough === true) styled = theme.strikethrough(styled);
	return style.underline === true ? theme.underline(styled) : styled;
}
