import { moduleSyntaxInvalid } from "./load-error.ts";

export interface RunnerExport {
	readonly name: string;
	/** The expression that reads the live value. */
	readonly expression: string;
}

export interface RunnerImport {
	readonly binding: string;
	readonly specifier: string;
}

/** What stands at the head of a module that oxc's module runner transform has printed, taken apart. */
export interface RunnerOutput {
	readonly exports: readonly RunnerExport[];
	readonly imports: readonly RunnerImport[];
	/** Indexes into `imports` of those that `export *` passes on. */
	readonly stars: readonly number[];
	/** Where the rest starts. */
	readonly bodyStart: number;
}

const STRING: string = `"(?:[^"\\\\]|\\\\.)*"|'(?:[^'\\\\]|\\\\.)*'`;
const BLANK: RegExp = /(?:\s+|\/\/[^\n]*|\/\*[^]*?\*\/)+/y;
const HASHBANG: RegExp = /#!.*/y;
const DIRECTIVE: RegExp = new RegExp(`(?:${STRING});`, "y");
const EXPORT: RegExp = new RegExp(
	`Object\\.defineProperty\\(__vite_ssr_exports__, (${STRING}), \\{\\s*enumerable: true,\\s*configurable: true,` +
		`\\s*get\\(\\) \\{\\s*return ([^\\n]+);\\s*\\}\\s*\\}\\);`,
	"y",
);
const IMPORT: RegExp = new RegExp(
	`const (\\w+) = await __vite_ssr_import__\\((${STRING})` +
		`(?:, \\{ importedNames: \\[(?:\\s*(?:${STRING}),?)*\\s*\\] \\})?\\);`,
	"y",
);
const STAR: RegExp = /__vite_ssr_exportAll__\((\w+)\);/y;

/**
 * Reads exports and imports off the head of `code`. `specifiers` is the transformer's own unordered list of what the
 * module imports: if the head names others, the transformer's form has changed and nothing it says may be trusted.
 */
export function parseRunnerOutput(code: string, specifiers: readonly string[], file: string): RunnerOutput {
	const exports: RunnerExport[] = [];
	const imports: RunnerImport[] = [];
	const stars: number[] = [];
	let position = 0;
	const take = (pattern: RegExp): RegExpExecArray | null => {
		pattern.lastIndex = position;
		const match = pattern.exec(code);
		if (match !== null) position = pattern.lastIndex;
		return match;
	};
	take(HASHBANG);
	for (let match = take(BLANK); ; take(BLANK)) {
		if ((match = take(EXPORT)) !== null) {
			exports.push({ name: readString(match[1]), expression: match[2] ?? "" });
		} else if ((match = take(IMPORT)) !== null) {
			imports.push({ binding: match[1] ?? "", specifier: readString(match[2]) });
		} else if ((match = take(STAR)) !== null) {
			const binding = match[1];
			stars.push(imports.findIndex((one) => one.binding === binding));
		} else if (take(DIRECTIVE) === null) break;
	}
	const seen = new Set(imports.map((one) => one.specifier));
	if (specifiers.length !== seen.size || !specifiers.every((specifier) => seen.has(specifier))) {
		throw moduleSyntaxInvalid("the transformer printed imports in an unknown form", { file });
	}
	exports.sort((one, other) => (one.name < other.name ? -1 : 1));
	return { exports, imports, stars, bodyStart: position };
}

const ESCAPE: RegExp = /\\(?:x[0-9a-f]{2}|u\{[0-9a-f]+\}|u[0-9a-f]{4}|[^])/gi;
const LETTERS: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f", v: "\v", "0": "\0" };

/** The value of a string literal. */
function readString(literal: string = '""'): string {
	const text = literal.slice(1, -1);
	if (!text.includes("\\")) return text;
	return text.replace(ESCAPE, (escape) => {
		const letter = escape.charAt(1);
		if (escape.length === 2) return LETTERS[letter] ?? letter;
		return String.fromCodePoint(Number.parseInt(escape.slice(2).replace(/[{}]/g, ""), 16));
	});
}
