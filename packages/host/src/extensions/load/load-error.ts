export type ModuleLoadErrorCode =
	| "ERR_MODULE_NOT_FOUND"
	| "ERR_MODULE_SYNTAX"
	| "ERR_MODULE_EVALUATION"
	| "ERR_REQUIRE_ASYNC_MODULE"
	| "ERR_HOST_MODULE_PENDING";

export interface ModuleLoadErrorDetails {
	readonly code: ModuleLoadErrorCode;
	readonly file?: string | undefined;
	readonly line?: number | undefined;
	readonly column?: number | undefined;
	readonly cause?: unknown;
}

/**
 * Why extension code could not be loaded. `file`, `line` and `column` (both counted from 1) name the place in the
 * author's source when it is known; `cause` is what the module itself threw.
 */
export class ModuleLoadError extends Error {
	readonly code: ModuleLoadErrorCode;
	readonly file: string | undefined;
	readonly line: number | undefined;
	readonly column: number | undefined;

	constructor(message: string, details: ModuleLoadErrorDetails) {
		super(message, details.cause === undefined ? undefined : { cause: details.cause });
		this.name = "ModuleLoadError";
		this.code = details.code;
		this.file = details.file;
		this.line = details.line;
		this.column = details.column;
	}
}

export interface SourcePlace {
	readonly file: string;
	readonly line?: number | undefined;
	readonly column?: number | undefined;
}

/** `file:line:column`, as far as it is known. */
export function formatPlace(place: SourcePlace): string {
	return [place.file, place.line, place.column].filter((part) => part !== undefined).join(":");
}

export function moduleSyntaxInvalid(message: string, place: SourcePlace, cause?: unknown): ModuleLoadError {
	return new ModuleLoadError(`${formatPlace(place)}: ${message}`, { code: "ERR_MODULE_SYNTAX", ...place, cause });
}

export function moduleNotFound(specifier: string, importer: SourcePlace): ModuleLoadError {
	return new ModuleLoadError(`Cannot find module "${specifier}" imported by ${formatPlace(importer)}`, {
		code: "ERR_MODULE_NOT_FOUND",
		...importer,
	});
}

export function entryNotFound(path: string): ModuleLoadError {
	return new ModuleLoadError(`Cannot find module "${path}"`, { code: "ERR_MODULE_NOT_FOUND", file: path });
}

export function moduleIsAsynchronous(path: string): ModuleLoadError {
	return new ModuleLoadError(`${path} uses top-level await and cannot be loaded by require(); use import()`, {
		code: "ERR_REQUIRE_ASYNC_MODULE",
		file: path,
	});
}

export function hostModulePending(specifier: string): ModuleLoadError {
	return new ModuleLoadError(
		`"${specifier}" is part of the host and is not loaded yet; use an import statement or import() instead of require()`,
		{ code: "ERR_HOST_MODULE_PENDING" },
	);
}
