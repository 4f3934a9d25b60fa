import { stat } from "node:fs/promises";
import type { GrepLine, GrepRequest, GrepResult } from "../backend.ts";
import { compilePathPattern, type PathTest } from "./path-pattern.ts";
import { PatternError, type LineSearch, type SearchEngine, type Verdict } from "./search-engine.ts";

/** Longer lines are cut: a minified file must not fill the memory. */
const LONGEST_LINE = 2000;

/** Searches file contents; see {@link GrepRequest}. */
export async function searchText(
	engine: SearchEngine,
	request: GrepRequest,
	signal: AbortSignal | undefined,
): Promise<GrepResult> {
	const isFolder = (await stat(request.path)).isDirectory();
	const files = isFolder ? await selectFiles(request) : EVERY_FILE;
	const collector = new MatchCollector(request, files.accepts);
	const { pattern, path, literal, ignoreCase, context } = request;
	const onLine = (line: GrepLine): Verdict => collector.take(line);
	try {
		await engine.searchLines({ pattern, path, literal, ignoreCase, context, isFolder, ...files, onLine }, signal);
	} catch (error) {
		if (!(error instanceof PatternError)) throw error;
		throw new Error(`Invalid search pattern ${JSON.stringify(pattern)}: ${error.message}`, { cause: error });
	}
	return { lines: collector.lines, limitReached: collector.limitReached };
}

type FileSelection = Pick<LineSearch, "exclude" | "include" | "accepts">;

const EVERY_FILE: FileSelection = { exclude: [], include: undefined, accepts: () => true };

async function selectFiles({ glob, path }: GrepRequest): Promise<FileSelection> {
	if (glob === undefined || glob === "") return EVERY_FILE;
	if (glob.startsWith("!")) return { ...EVERY_FILE, exclude: [glob.slice(1)] };
	return { exclude: [], include: glob, accepts: await compilePathPattern(glob, path) };
}

class MatchCollector {
	readonly lines: GrepLine[] = [];
	limitReached = false;
	readonly #limit: number;
	readonly #context: number;
	readonly #accepts: PathTest;
	#matches = 0;
	#lastMatch: GrepLine | undefined;

	constructor(request: GrepRequest, accepts: PathTest) {
		this.#limit = request.limit;
		this.#context = request.context ?? 0;
		this.#accepts = accepts;
	}

	take(line: GrepLine): Verdict {
		if (!this.#accepts(line.path)) return "go on";
		const isFull = this.#matches >= this.#limit;
		if (isFull && !this.#isContextOfLastMatch(line)) {
			// Any further line belongs to a further match.
			this.limitReached = true;
			return "stop";
		}
		if (line.isMatch && isFull) this.limitReached = true;
		const isMatch = line.isMatch && !isFull;
		const text = line.text.replace(/\r?\n$/, "").slice(0, LONGEST_LINE);
		this.lines.push({ ...line, text, isMatch });
		if (isMatch) {
			this.#matches++;
			this.#lastMatch = line;
		}
		return "go on";
	}

	#isContextOfLastMatch({ path, lineNumber }: GrepLine): boolean {
		const last = this.#lastMatch;
		return last !== undefined && last.path === path && lineNumber <= last.lineNumber + this.#context;
	}
}
