/** A comment with its delimiters and where it starts. */
export interface Comment {
	readonly start: number;
	readonly text: string;
}

/** Source text of the same length and the same lines, with everything that is not code blanked. */
export interface MaskedSource {
	/** Contents of strings, templates, comments and regular expressions are spaces; quotes and holes remain. */
	readonly code: string;
	readonly comments: readonly Comment[];
}

const TOKEN = /\/\/|\/\*|["'`{}/]/g;
const STRING = /"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'/y;
const TEMPLATE_TEXT = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*/y;
const REGEX = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
const REGEX_MAY_FOLLOW =
	/(?:^|[(,=:[!&|?{};+\-*%<>~^]|\b(?:return|typeof|case|in|of|delete|void|throw|new|else|do|instanceof|yield|await))$/;

/** Blanks what is not code, so that patterns and bracket counts can be trusted. */
export function maskSource(text: string): MaskedSource {
	return new Masking(text).run();
}

class Masking {
	readonly #text: string;
	readonly #comments: Comment[] = [];
	/** One entry per open template hole: how many braces are open inside it. */
	readonly #holes: number[] = [];
	#code = "";
	#copied = 0;

	constructor(text: string) {
		this.#text = text;
	}

	run(): MaskedSource {
		TOKEN.lastIndex = 0;
		for (let token = TOKEN.exec(this.#text); token !== null; token = TOKEN.exec(this.#text)) {
			TOKEN.lastIndex = this.#consume(token[0], token.index);
		}
		return { code: this.#code + this.#text.slice(this.#copied), comments: this.#comments };
	}

	#consume(token: string, start: number): number {
		if (token === "//") return this.#comment(start, this.#endAt("\n", start));
		if (token === "/*") return this.#comment(start, Math.min(this.#text.length, this.#endAt("*/", start + 2) + 2));
		if (token === "{" || token === "}") return this.#brace(token, start);
		if (token === "`") return this.#template(start + 1);
		return token === "/" ? this.#slash(start) : this.#string(start);
	}

	#comment(start: number, end: number): number {
		this.#comments.push({ start, text: this.#text.slice(start, end) });
		return this.#blank(start, end);
	}

	#string(start: number): number {
		STRING.lastIndex = start;
		if (!STRING.test(this.#text)) return start + 1;
		const end = STRING.lastIndex;
		this.#blank(start + 1, end - 1);
		return end;
	}

	#slash(start: number): number {
		const before = this.#text.slice(Math.max(0, start - 40), start).trimEnd();
		REGEX.lastIndex = start;
		const startsRegex = REGEX_MAY_FOLLOW.test(before) && REGEX.test(this.#text);
		return startsRegex ? this.#blank(start, REGEX.lastIndex) : start + 1;
	}

	#brace(token: string, start: number): number {
		const open = this.#holes.at(-1);
		if (open === undefined) return start + 1;
		if (token === "}" && open === 0) {
			this.#holes.pop();
			return this.#template(start + 1);
		}
		this.#holes[this.#holes.length - 1] = open + (token === "{" ? 1 : -1);
		return start + 1;
	}

	#template(start: number): number {
		TEMPLATE_TEXT.lastIndex = start;
		TEMPLATE_TEXT.test(this.#text);
		const end = TEMPLATE_TEXT.lastIndex;
		this.#blank(start, end);
		if (this.#text[end] !== "$") return end + 1;
		this.#holes.push(0);
		return end + 2;
	}

	#blank(start: number, end: number): number {
		this.#code += this.#text.slice(this.#copied, start) + this.#text.slice(start, end).replace(/[^\n]/g, " ");
		this.#copied = end;
		return end;
	}

	#endAt(mark: string, from: number): number {
		const found = this.#text.indexOf(mark, from);
		return found === -1 ? this.#text.length : found;
	}
}
