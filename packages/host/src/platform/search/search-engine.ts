import type { GrepLine, GrepRequest } from "../backend.ts";

export type Verdict = "go on" | "stop";

export interface FileListing {
	readonly cwd: string;
	/** Patterns, as in ignore files, of what is left out. */
	readonly exclude: readonly string[];
	/** Gets paths below `cwd` with `/`, in their order. */
	readonly onFile: (path: string) => Verdict;
}

export interface LineSearch extends Pick<GrepRequest, "pattern" | "path" | "literal" | "ignoreCase" | "context"> {
	/** Whether `path` is a folder; a file is searched whatever ignore files and its content say. */
	readonly isFolder: boolean;
	readonly exclude: readonly string[];
	/** The files that are meant, as a pattern and as a test. Lines of others may be reported all the same. */
	readonly include: string | undefined;
	readonly accepts: (path: string) => boolean;
	/** Gets matching lines and those around them, in the order of paths and lines. */
	readonly onLine: (line: GrepLine) => Verdict;
}

/**
 * Walks folders and reads lines, respecting `.gitignore`, `.ignore`, `.rgignore` and what Git excludes, and leaving out
 * `.git`. Both rejections of a search say what is wrong with it; an abort rejects with its reason.
 */
export interface SearchEngine {
	listFiles(listing: FileListing, signal: AbortSignal | undefined): Promise<void>;
	/** Rejects with a {@link PatternError} when the pattern is no regular expression. */
	searchLines(search: LineSearch, signal: AbortSignal | undefined): Promise<void>;
}

/** Why a pattern cannot be searched for. */
export class PatternError extends Error {
	override readonly name = "PatternError";
}
