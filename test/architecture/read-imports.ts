/** One arrow of a file: what it names and where. Type-only and lazy imports are arrows like any other. */
export interface ImportArrow {
	readonly specifier: string;
	readonly line: number;
	readonly lazy: boolean;
}

const IMPORT = /\b(?:(?:import|export)\b[\s\w$,*{}]*?\bfrom\s*|(import|require)\s*(\(?)\s*)(["'])( +)\3/g;

/**
 * Reads the imports of a file. The pattern runs over the masked code, so comments and strings that only look like
 * imports are not seen; the name itself stands at the same place in the text.
 */
export function readImports(text: string, code: string): ImportArrow[] {
	return Array.from(code.matchAll(IMPORT), (match) => {
		const end = match.index + match[0].length - 1;
		const start = end - (match[4] ?? "").length;
		return { specifier: text.slice(start, end), line: lineAt(text, start), lazy: match[2] === "(" };
	});
}

/** The line number of an offset, counted from 1. */
export function lineAt(text: string, offset: number): number {
	let line = 1;
	for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) line++;
	return line;
}
