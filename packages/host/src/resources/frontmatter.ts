import { isRecord } from "../base/is-record.ts";

export type FrontmatterResult =
	| { readonly ok: true; readonly fields: Readonly<Record<string, unknown>>; readonly body: string }
	| { readonly ok: false; readonly problem: string; readonly line: number };

export interface SplitText {
	/** The text between the dashes; undefined where the file has none. */
	readonly head: string | undefined;
	readonly body: string;
}

const OPENING = /^\uFEFF?---[ \t]*\r?\n/;

/** Cuts a leading block between `---` lines off. A block that never closes is part of the body. */
export function splitFrontmatter(text: string): SplitText {
	const opening = OPENING.exec(text);
	if (opening === null) return { head: undefined, body: text.replace(/^\uFEFF/, "") };
	const rest = text.slice(opening[0].length);
	const closing = /^---[ \t]*(?:\r?\n|$)/m.exec(rest);
	if (closing === null) return { head: undefined, body: text.replace(/^\uFEFF/, "") };
	return { head: rest.slice(0, closing.index), body: rest.slice(closing.index + closing[0].length) };
}

/** Fields and body of a Markdown file. YAML is only loaded for heads that are more than plain `key: value` lines. */
export async function parseFrontmatter(text: string): Promise<FrontmatterResult> {
	const { head, body } = splitFrontmatter(text);
	if (head === undefined) return { ok: true, fields: {}, body };
	const plain = parsePlainLines(head);
	return plain === undefined ? parseYaml(head, body) : { ok: true, fields: plain, body };
}

/** `key: value` where the value is quoted without escapes, or reads as the same text in YAML. */
const PLAIN_LINE =
	/^([A-Za-z_][\w-]*):[ \t]+(?:"([^"\\\r]*)"|'([^'\r]*)'|([A-Za-z/(<](?:[^#:\r]|:(?=\S)|(?<=\S)#)*))[ \t]*\r?$/;

/** Fields of a head that is nothing but plain lines; undefined for all others. */
export function parsePlainLines(head: string): Record<string, unknown> | undefined {
	const fields: Record<string, unknown> = {};
	for (const line of head.split("\n")) {
		if (line.trim() === "") continue;
		const [, key, double, single, bare] = PLAIN_LINE.exec(line) ?? [];
		if (key === undefined || Object.hasOwn(fields, key)) return undefined;
		const value = double ?? single ?? readBareWord(bare!.trim());
		if (value === undefined) return undefined;
		fields[key] = value;
	}
	return fields;
}

/** Undefined for the few words that YAML may read as something else than text. */
function readBareWord(word: string): string | boolean | undefined {
	if (word === "true" || word === "false") return word === "true";
	return word.endsWith(":") || /^(?:true|false|null)$/i.test(word) ? undefined : word;
}

async function parseYaml(head: string, body: string): Promise<FrontmatterResult> {
	const { LineCounter, parseDocument } = await import("yaml");
	const lineCounter = new LineCounter();
	const document = parseDocument(head, { lineCounter, prettyErrors: false });
	const [error] = document.errors;
	if (error !== undefined) {
		const problem = error.message.split("\n", 1)[0]!;
		// The head starts below the opening dashes.
		return { ok: false, problem, line: lineCounter.linePos(error.pos[0]).line + 1 };
	}
	const fields: unknown = document.toJS();
	if (fields === null || isRecord(fields)) return { ok: true, fields: fields ?? {}, body };
	return { ok: false, problem: "expected `key: value` lines", line: 2 };
}
