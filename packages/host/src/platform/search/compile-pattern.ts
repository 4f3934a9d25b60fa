import { PatternError } from "./search-engine.ts";

export interface LinePattern {
	/** Whether a line, given without its line break, matches. */
	readonly matches: (line: string) => boolean;
	/** Whether it may take very long on some line: V8 searches by trying. */
	readonly isSlow: boolean;
}

const POSIX_CLASSES: Readonly<Record<string, string>> = {
	alnum: "0-9A-Za-z",
	alpha: "A-Za-z",
	blank: "\\t ",
	digit: "0-9",
	lower: "a-z",
	punct: "!-\\/:-@\\[-`{-~",
	space: "\\s",
	upper: "A-Z",
	word: "\\w",
	xdigit: "0-9A-Fa-f",
};

/**
 * A pattern as ripgrep understands it, as far as JavaScript's regular expressions go: `\w`, `\d` and `\b` know ASCII
 * only, and what JavaScript lacks is a {@link PatternError}.
 */
export function compilePattern(
	pattern: string,
	{ literal = false, ignoreCase = false }: { literal?: boolean | undefined; ignoreCase?: boolean | undefined },
): LinePattern {
	if (literal) {
		const escaped = pattern.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
		return { matches: testOf(new RegExp(escaped, ignoreCase ? "iu" : "u")), isSlow: false };
	}
	const [, flags = "", rest = ""] = /^(?:\(\?([imsu]+)\))?(.*)$/s.exec(pattern) ?? [];
	const source = rest
		.replaceAll("(?P<", "(?<")
		.replace(/(?<!\\)\\A/g, "^")
		.replace(/(?<!\\)\\z/g, "$")
		.replace(/\[:(\w+):\]/g, (whole, name: string) => POSIX_CLASSES[name] ?? whole);
	const expression = compile(source, ignoreCase || flags.includes("i") ? "si" : "s");
	return { matches: testOf(expression), isSlow: /[*+{]/.test(source) };
}

/** The strict syntax first; the lenient one for escapes that it refuses, such as `\-`, but never for `\p{…}`. */
function compile(source: string, flags: string): RegExp {
	try {
		return new RegExp(source, `${flags}u`);
	} catch (error) {
		if (/\\[pPu]\{/.test(source)) throw patternError(error);
	}
	try {
		return new RegExp(source, flags);
	} catch (error) {
		throw patternError(error);
	}
}

/** `Invalid regular expression: /(/su: Unterminated group` without what the caller knows. */
function patternError(error: unknown): PatternError {
	const message = (error as Error).message;
	const reason = message.slice(message.lastIndexOf(": ") + 2);
	return new PatternError(reason.charAt(0).toLowerCase() + reason.slice(1));
}

function testOf(expression: RegExp): (line: string) => boolean {
	return (line) => expression.test(line);
}
