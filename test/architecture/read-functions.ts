import { lineAt } from "./read-imports.ts";

/** A function body: where its parameters start and how many lines it takes from there to its closing brace. */
export interface FunctionSpan {
	readonly name: string;
	readonly line: number;
	readonly lines: number;
}

/** A class and how many private fields it declares. */
export interface ClassFields {
	readonly name: string;
	readonly line: number;
	readonly privateFields: number;
}

type Pairs = ReadonlyMap<number, number>;

const CONTROL = /\b(?:if|for|for\s+await|while|switch|catch|with)\s*$/;
const EXTENDS = /\bextends\s+[\w$.]+\s*$/;
const NAME_BEFORE = /([\w$#]+)\s*(?:<[^()]*>)?\s*$/;
const ARROW_NAME = /\b(?:const|let)\s+([\w$]+)[^;\n]*=\s*(?:async\s*)?(?:<[^()]*>)?[\w$]*\s*$/;
const TYPE_PREFIX = /(?:keyof|typeof|readonly|unique|infer|asserts|is|new|abstract|extends)\b/y;
const WORD = /[\w$.]+/y;

/** Reads the functions of masked code by matching brackets. */
export function readFunctions(code: string): FunctionSpan[] {
	const pairs = pairBrackets(code);
	const bodies = new Map<number, number>();
	for (const [open, close] of pairs) {
		if (code[open] !== "(") continue;
		const before = code.slice(Math.max(0, open - 60), open);
		if (CONTROL.test(before) || EXTENDS.test(before)) continue;
		const body = bodyAfter(code, close + 1, pairs);
		if (body !== undefined) bodies.set(body, open);
	}
	for (const arrow of code.matchAll(/=>\s*\{/g)) {
		const body = arrow.index + arrow[0].length - 1;
		if (!bodies.has(body)) bodies.set(body, arrow.index);
	}
	return Array.from(bodies, ([body, start]) => span({ code, start, end: pairs.get(body) ?? body }));
}

function span({ code, start, end }: { code: string; start: number; end: number }): FunctionSpan {
	const before = code.slice(Math.max(0, start - 120), start);
	const line = lineAt(code, start);
	const name = ARROW_NAME.exec(before)?.[1] ?? NAME_BEFORE.exec(before)?.[1] ?? "function";
	return { name, line, lines: lineAt(code, end) - line + 1 };
}

function pairBrackets(code: string): Map<number, number> {
	const pairs = new Map<number, number>();
	const open: number[] = [];
	for (const bracket of code.matchAll(/[()[\]{}]/g)) {
		if ("([{".includes(bracket[0])) {
			open.push(bracket.index);
			continue;
		}
		const start = open.pop();
		if (start !== undefined) pairs.set(start, bracket.index);
	}
	return pairs;
}

/** The body's brace after a closed parameter list, past a return type and an arrow; nothing for a mere call. */
function bodyAfter(code: string, from: number, pairs: Pairs): number | undefined {
	let at = skipSpace(code, from);
	if (code[at] === ":") at = skipSpace(code, skipType(code, at + 1, pairs));
	if (code.startsWith("=>", at)) at = skipSpace(code, at + 2);
	return code[at] === "{" ? at : undefined;
}

function skipType(code: string, from: number, pairs: Pairs): number {
	let operandExpected = true;
	for (let at = skipSpace(code, from); at < code.length; at = skipSpace(code, at)) {
		const next: TypeStep | undefined = operandExpected ? skipOperand(code, at, pairs) : skipOperator(code, at, pairs);
		if (next === undefined) return at;
		operandExpected = next.operandExpected;
		at = next.at;
	}
	return code.length;
}

interface TypeStep {
	readonly at: number;
	readonly operandExpected: boolean;
}

function skipOperand(code: string, at: number, pairs: Pairs): TypeStep | undefined {
	const character = code[at] ?? "";
	if ("|&".includes(character)) return { at: at + 1, operandExpected: true };
	if ("([{".includes(character)) return { at: (pairs.get(at) ?? at) + 1, operandExpected: false };
	if (`"'\``.includes(character)) return { at: code.indexOf(character, at + 1) + 1, operandExpected: false };
	TYPE_PREFIX.lastIndex = at;
	if (TYPE_PREFIX.test(code)) return { at: TYPE_PREFIX.lastIndex, operandExpected: true };
	WORD.lastIndex = at;
	return WORD.test(code) ? { at: WORD.lastIndex, operandExpected: false } : undefined;
}

function skipOperator(code: string, at: number, pairs: Pairs): TypeStep | undefined {
	const character = code[at] ?? "";
	if (character === "<") return { at: endOfAngles(code, at), operandExpected: false };
	if (character === "[") return { at: (pairs.get(at) ?? at) + 1, operandExpected: false };
	if ("|&?:".includes(character)) return { at: at + 1, operandExpected: true };
	if (code.startsWith("=>", at)) {
		const after = skipSpace(code, at + 2);
		return code[after] === "{" ? undefined : { at: after, operandExpected: true };
	}
	TYPE_PREFIX.lastIndex = at;
	return TYPE_PREFIX.test(code) ? { at: TYPE_PREFIX.lastIndex, operandExpected: true } : undefined;
}

function endOfAngles(code: string, from: number): number {
	let depth = 0;
	for (let at = from; at < code.length; at++) {
		if (code[at] === "<") depth++;
		if (code[at] === ">" && code[at - 1] !== "=" && --depth === 0) return at + 1;
	}
	return code.length;
}

function skipSpace(code: string, from: number): number {
	let at = from;
	while (/\s/.test(code[at] ?? "")) at++;
	return at;
}

const CLASS = /\bclass\s+([\w$]+)[^{}();]*?(?:\([^{}]*?\))?[^{}();]*?\{/g;
const PRIVATE_FIELD =
	/(?:^|[;\n{}])\s*(?:(?:static|readonly|declare|override|accessor)\s+)*(?:#[\w$]+|private\s+(?:(?:static|readonly|declare|override|accessor)\s+)*[\w$]+)\s*(?=[?!:=;\n])/g;

/** Reads the classes of masked code with the number of their private fields, static ones included. */
export function readClasses(code: string): ClassFields[] {
	const pairs = pairBrackets(code);
	return Array.from(code.matchAll(CLASS), (match) => {
		const open = match.index + match[0].length - 1;
		const members = shallow(code, open, pairs);
		const fields = Array.from(members.matchAll(PRIVATE_FIELD)).length;
		return { name: match[1] ?? "", line: lineAt(code, match.index), privateFields: fields };
	});
}

/** The text between a pair of braces without what stands in brackets inside it. */
function shallow(code: string, open: number, pairs: Pairs): string {
	const close = pairs.get(open) ?? code.length;
	let text = "";
	for (let at = open + 1; at < close; at++) {
		const end = pairs.get(at);
		text += code[at] ?? "";
		if (end !== undefined) at = end - 1;
	}
	return text;
}
