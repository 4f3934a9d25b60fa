import { createRequire } from "node:module";
import type { Token, Tokens, TokensList } from "marked";

/** One block of a text. */
export type MarkdownBlock = Token;

/** Blocks of a text, without the blank space between them. */
export interface MarkdownBlocks {
	readonly text: string;
	readonly blocks: readonly MarkdownBlock[];
	/** Some block depends on a link that is defined in another one. */
	readonly hasReferences: boolean;
	/** Where the last block begins; nothing where that is not known. */
	readonly lastStart: number | undefined;
}

type Marked = typeof import("marked");

let loaded: Marked | undefined;

/**
 * Most programs that load the components never show Markdown, and rendering cannot wait: so the lexer is required, at
 * its first use. The bundler puts the first form into the bundle; from source there is no `require`.
 */
function marked(): Marked {
	loaded ??= (typeof require === "function" ? require("marked") : createRequire(import.meta.url)("marked")) as Marked;
	return loaded;
}

/**
 * Reads GitHub's Markdown. Of a text that goes on from the one read before, only the last block and what is new is read:
 * nothing further up can change, except through a link defined further down.
 */
export function readMarkdown(text: string, before?: MarkdownBlocks): MarkdownBlocks {
	const start = before?.lastStart;
	if (before === undefined || start === undefined || before.hasReferences || !text.startsWith(before.text)) {
		return readWhole(text);
	}
	const tail = readWhole(text.slice(start));
	if (tail.hasReferences) return readWhole(text);
	const blocks = [...before.blocks.slice(0, -1), ...tail.blocks];
	return { ...tail, text, blocks, lastStart: tail.lastStart === undefined ? undefined : start + tail.lastStart };
}

function readWhole(text: string): MarkdownBlocks {
	const tokens: TokensList = new (marked().Lexer)({ gfm: true }).lex(text);
	const blocks = tokens.filter(isBlock);
	const last = tokens.findLastIndex(isBlock);
	const lengthOf = (some: readonly Token[]): number => some.reduce((length, { raw }) => length + raw.length, 0);
	// The lexer changes line ends, and then its tokens do not say where they came from.
	const isExact = last !== -1 && lengthOf(tokens) === text.length;
	const lastStart = isExact ? lengthOf(tokens.slice(0, last)) : undefined;
	return { text, blocks, hasReferences: Object.keys(tokens.links).length > 0, lastStart };
}

function isBlock({ type }: Token): boolean {
	return type !== "space" && type !== "def";
}

/** The block as one of a kind. Tokens carry their kind as text, so the compiler cannot tell them apart. */
export function asToken<Kind extends keyof TokenKinds>(token: Token, kind: Kind): TokenKinds[Kind] | undefined {
	return token.type === kind ? (token as TokenKinds[Kind]) : undefined;
}

interface TokenKinds {
	blockquote: Tokens.Blockquote;
	code: Tokens.Code;
	heading: Tokens.Heading;
	list: Tokens.List;
	table: Tokens.Table;
}
