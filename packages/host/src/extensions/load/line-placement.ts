import type { LineMarks } from "./line-marks.ts";

/** What ends a run of plain code: quotes, slashes, braces (for templates) and line breaks. */
const SPECIAL: Uint8Array = new Uint8Array(128);
for (const unit of "\"'`/{}\n") SPECIAL[unit.charCodeAt(0)] = 1;

const TEMPLATE_TEXT: RegExp = /(?:[^`\\$]|\\[^]|\$(?!\{))*(?:`|\$\{)/y;
const REGEX_LITERAL: RegExp = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
const STRING_LITERAL: RegExp = /"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'/y;
const COMMENT: RegExp = /\/\/[^\n]*|\/\*[^]*?\*\//y;
const SPACE: RegExp = /\s+/y;

const VALUE_END: RegExp = /(?:[\w$)\]}"'`]|[^\x00-\x7f]|\+\+|--)$/;
const OPERATOR_WORD: RegExp =
	/(?:^|[^\w$.])(?:return|typeof|case|in|of|delete|void|throw|new|else|do|instanceof|yield|await|default|extends)$/;
/** After these words, and before `=>`, `++` and `--`, JavaScript forbids a line break or gives meaning to it. */
const NO_BREAK_AFTER: RegExp = /(?:^|[^\w$.])(?:return|throw|break|continue|yield|async|using|accessor)$|#$/;
const NO_BREAK_BEFORE: RegExp = /=>|\+\+|--/y;
const WORD_UNIT: RegExp = /[\w$\u0080-\uffff]/;
/** Longer than any word the patterns above ask for. */
const LONGEST_WORD: number = 16;

/**
 * Writes `code` from `start` on so that every marked token stands on its line, counted from the first line of the
 * answer. Stack traces and breakpoints are then right without a source map at run time. The code must be as the
 * transformer prints it: every statement has its semicolon, so line breaks mean nothing. Comments are dropped.
 */
export function placeOnLines(code: string, start: number, marks: LineMarks): string {
	return new LinePlacement(code, start, marks).run();
}

class LinePlacement {
	readonly #code: string;
	readonly #marks: LineMarks;
	/** One count of open braces per template literal we are inside of. */
	readonly #templates: number[] = [];
	readonly #pieces: string[] = [];
	/** Everything before it is in the pieces. */
	#copied: number;
	#position: number;
	/** The next mark that asks for a later line than the current one. */
	#next = 0;
	#line = 1;

	constructor(code: string, start: number, marks: LineMarks) {
		this.#code = code;
		this.#copied = this.#position = start;
		this.#marks = marks;
	}

	run(): string {
		while (this.#position < this.#code.length) {
			if (this.#advance()) this.#copySpecial(this.#code.charAt(this.#position));
			else if (this.#position < this.#code.length) this.#breakLine();
		}
		this.#pieces.push(this.#code.slice(this.#copied));
		return this.#pieces.join("");
	}

	/** Moves over plain code: true at something special, false at a token that belongs on a later line. */
	#advance(): boolean {
		const { offsets, lines } = this.#marks;
		const code = this.#code;
		let next = this.#next;
		let at = this.#position;
		while ((lines[next] ?? Infinity) <= this.#line || (offsets[next] ?? Infinity) < at) next++;
		const limit = offsets[next] ?? code.length;
		while (at < limit && SPECIAL[code.charCodeAt(at)] !== 1) at++;
		this.#next = next;
		this.#position = at;
		return at < limit;
	}

	#copySpecial(unit: string): void {
		if (unit === "\n") this.#dropMatch(SPACE);
		else if (unit === "/") this.#copySlash();
		else if (unit === "`") this.#copyTemplate();
		else if (unit === "{" || unit === "}") this.#copyBrace(unit);
		else this.#copyMatch(STRING_LITERAL);
	}

	#copySlash(): void {
		const after = this.#code.charAt(this.#position + 1);
		if (after === "/" || after === "*") this.#dropMatch(COMMENT);
		else if (this.#startsRegex(after)) this.#copyMatch(REGEX_LITERAL);
		else this.#position++;
	}

	/** The printer puts blanks around a division, so after a value a slash that touches its right side is none. */
	#startsRegex(after: string): boolean {
		const before = this.#before();
		return !VALUE_END.test(before) || OPERATOR_WORD.test(before) || (after !== " " && after !== "=");
	}

	#copyBrace(brace: string): void {
		const depth = this.#templates.at(-1);
		if (depth === 0 && brace === "}") {
			this.#templates.pop();
			this.#copyTemplate();
			return;
		}
		if (depth !== undefined) this.#templates[this.#templates.length - 1] = depth + (brace === "{" ? 1 : -1);
		this.#position++;
	}

	/** Passes over the text of a template literal, from its start or the end of a substitution to the next of either. */
	#copyTemplate(): void {
		this.#position++;
		this.#copyMatch(TEMPLATE_TEXT);
		if (this.#code.charAt(this.#position - 1) === "{") this.#templates.push(0);
	}

	/** Passes over a literal, whose line breaks stay. */
	#copyMatch(pattern: RegExp): void {
		pattern.lastIndex = this.#position;
		const end = pattern.test(this.#code) ? pattern.lastIndex : this.#position + 1;
		for (
			let at = this.#code.indexOf("\n", this.#position);
			at >= 0 && at < end;
			at = this.#code.indexOf("\n", at + 1)
		) {
			this.#line++;
		}
		this.#position = end;
	}

	/** Puts a blank in the place of a comment or a run of white space. */
	#dropMatch(pattern: RegExp): void {
		this.#pieces.push(this.#code.slice(this.#copied, this.#position), " ");
		pattern.lastIndex = this.#position;
		this.#copied = this.#position = pattern.test(this.#code) ? pattern.lastIndex : this.#position + 1;
	}

	#breakLine(): void {
		const at = this.#position;
		if (this.#mayBreak()) {
			const line = this.#marks.lines[this.#next] ?? this.#line;
			this.#pieces.push(this.#code.slice(this.#copied, at), "\n".repeat(line - this.#line));
			this.#copied = at;
			this.#line = line;
		}
		this.#next++;
	}

	#mayBreak(): boolean {
		const code = this.#code;
		const at = this.#position;
		if (WORD_UNIT.test(code.charAt(at - 1)) && WORD_UNIT.test(code.charAt(at))) return false;
		NO_BREAK_BEFORE.lastIndex = at;
		return !NO_BREAK_BEFORE.test(code) && !NO_BREAK_AFTER.test(this.#before());
	}

	/** The end of the code before the current position, without white space and comments. */
	#before(): string {
		const code = this.#code;
		let end = this.#position;
		for (;;) {
			while (end > 0 && code.charCodeAt(end - 1) <= 32) end--;
			if (!code.startsWith("*/", end - 2)) return code.slice(Math.max(0, end - LONGEST_WORD), end);
			end = code.lastIndexOf("/*", end - 2);
		}
	}
}
