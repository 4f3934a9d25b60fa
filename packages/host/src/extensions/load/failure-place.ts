import { ModuleLoadError, type SourcePlace, formatPlace, moduleSyntaxInvalid } from "./load-error.ts";

const FRAME: RegExp = /(?:file:\/\/)?((?:\/|[A-Za-z]:\\).*):(\d+):\d+\)?$/gm;

/** The topmost stack frame in a file for which `isOwn` holds, by line: its column is that of the compiled code. */
function firstOwnFrame(stack: string, isOwn: (path: string) => boolean): SourcePlace | undefined {
	for (const [, file = "", line] of stack.matchAll(FRAME)) {
		if (isOwn(file)) return { file, line: Number(line) };
	}
	return undefined;
}

/** Turns whatever a module threw while it ran into the one error the loader promises. */
export function evaluationFailed(error: unknown, entry: string, isOwn: (path: string) => boolean): ModuleLoadError {
	if (error instanceof ModuleLoadError) return error;
	const isError = error instanceof Error;
	const message = isError ? error.message : String(error);
	const place = (isError && firstOwnFrame(error.stack ?? "", isOwn)) || { file: entry };
	return new ModuleLoadError(`${message} (${formatPlace(place)})`, {
		code: "ERR_MODULE_EVALUATION",
		...place,
		cause: error,
	});
}

/**
 * V8 puts the place of a syntax error only at the head of the stack text:
 * `path:line`, the source line, and a row of carets.
 */
export function compilationFailed(error: unknown, file: string): unknown {
	if (!(error instanceof SyntaxError)) return error;
	const [head = "", , carets = ""] = (error.stack ?? "").split("\n");
	const line = head.startsWith(`${file}:`) ? Number(head.slice(file.length + 1)) : undefined;
	const column = carets.indexOf("^");
	return moduleSyntaxInvalid(error.message, { file, line, column: column < 0 ? undefined : column + 1 }, error);
}

/** Where in `source` the import of `specifier` is written; for messages only, so a textual search is enough. */
export function findImport(source: string, specifier: string): { line: number; column: number } | undefined {
	const escaped = specifier.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
	const match =
		new RegExp(`(?:\\bfrom|\\bimport|\\()\\s*(["'\`])${escaped}\\1`).exec(source) ??
		new RegExp(`(["'\`])${escaped}\\1`).exec(source);
	if (match === null) return undefined;
	return positionAt(source, match.index + match[0].length - specifier.length - 2);
}

/** Line and column, both from 1, of a UTF-16 offset. */
export function positionAt(source: string, offset: number): { line: number; column: number } {
	const before = source.slice(0, offset);
	const lineStart = before.lastIndexOf("\n") + 1;
	return { line: before.split("\n").length, column: offset - lineStart + 1 };
}
