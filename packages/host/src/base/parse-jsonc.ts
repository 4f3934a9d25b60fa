import type { ParseError } from "jsonc-parser";
import type { Diagnostic } from "./diagnostic.ts";

export type JsoncResult =
	| { readonly ok: true; readonly value: unknown }
	| { readonly ok: false; readonly diagnostic: Diagnostic };

/**
 * Reads JSON as people write it: comments, trailing commas and a byte order mark are accepted. Anything else is one
 * diagnostic with line and column. The tolerant parser is only loaded for texts that are not plain JSON.
 */
export async function parseJsonc(text: string, path: string): Promise<JsoncResult> {
	const body = text.startsWith("\uFEFF") ? text.slice(1) : text;
	try {
		return { ok: true, value: JSON.parse(body) };
	} catch {
		// Not plain JSON: the tolerant parser decides, and it knows where the fault is.
		return parseTolerantly(body, path);
	}
}

async function parseTolerantly(text: string, path: string): Promise<JsoncResult> {
	const { parse, printParseErrorCode } = await import("jsonc-parser");
	const errors: ParseError[] = [];
	const value: unknown = parse(text, errors, { allowTrailingComma: true });
	const [first] = errors;
	if (first === undefined) return { ok: true, value };
	const what = FAULTS[printParseErrorCode(first.error)] ?? "not valid JSON";
	return { ok: false, diagnostic: { severity: "error", message: what, path, ...positionAt(text, first.offset) } };
}

const FAULTS: Readonly<Record<string, string>> = {
	InvalidSymbol: "unexpected word",
	InvalidNumberFormat: "not a valid number",
	PropertyNameExpected: "expected a property name in double quotes",
	ValueExpected: "expected a value",
	ColonExpected: "expected a colon",
	CommaExpected: "expected a comma",
	CloseBraceExpected: "expected a closing brace",
	CloseBracketExpected: "expected a closing bracket",
	EndOfFileExpected: "unexpected text after the end",
	InvalidCommentToken: "comment is not allowed here",
	UnexpectedEndOfComment: "comment has no end",
	UnexpectedEndOfString: "string has no closing quote",
	UnexpectedEndOfNumber: "number breaks off",
	InvalidUnicode: "invalid unicode escape",
	InvalidEscapeCharacter: "invalid escape in a string",
	InvalidCharacter: "control character in a string",
};

/** Line and column, both from 1, of an offset. */
export function positionAt(text: string, offset: number): { line: number; column: number } {
	const before = text.slice(0, offset);
	const lineStart = before.lastIndexOf("\n") + 1;
	return { line: before.split("\n").length, column: offset - lineStart + 1 };
}
