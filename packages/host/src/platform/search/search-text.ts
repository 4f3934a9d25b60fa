import { stat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { GrepLine, GrepRequest, GrepResult } from "../backend.ts";
import { compilePathPattern, type PathTest } from "./path-pattern.ts";
import { RipgrepError, runRipgrep } from "./run-ripgrep.ts";

/** Longer lines are cut: a minified file must not fill the memory. */
const LONGEST_LINE = 2000;

/** Searches file contents; see {@link GrepRequest}. */
export async function searchText(request: GrepRequest, signal: AbortSignal | undefined): Promise<GrepResult> {
	const isFolder = (await stat(request.path)).isDirectory();
	const files = isFolder ? await selectFiles(request) : { args: [], accepts: () => true };
	const collector = new MatchCollector(request, files.accepts);
	const args = [
		"--json",
		...(request.ignoreCase ? ["--ignore-case"] : []),
		...(request.literal ? ["--fixed-strings"] : []),
		...(request.context ? [`--context=${request.context}`] : []),
		...files.args,
		"--regexp",
		request.pattern,
		"--",
		isFolder ? "." : `./${basename(request.path)}`,
	];
	const cwd = isFolder ? request.path : dirname(request.path);
	try {
		await runRipgrep({ args, cwd, separator: "\n", onPiece: (piece) => collector.take(JSON.parse(piece)) }, signal);
	} catch (error) {
		throw error instanceof RipgrepError ? new Error(failureText(error, request.pattern)) : error;
	}
	return { lines: collector.lines, limitReached: collector.limitReached };
}

/**
 * The `glob` of the request as arguments. An including `--glob` would lift the ignore rules, so names are selected as
 * a file type, which does not, and whole paths are compared here.
 */
async function selectFiles({ glob, path }: GrepRequest): Promise<{ args: string[]; accepts: PathTest }> {
	if (glob === undefined || glob === "") return { args: [], accepts: () => true };
	if (glob.startsWith("!")) return { args: [`--glob=${glob}`], accepts: () => true };
	const accepts = await compilePathPattern(glob, path);
	const name = glob.slice(glob.lastIndexOf("/") + 1);
	// A brace or bracket may reach across the last `/`; then only the whole pattern is right.
	const isWhole = name !== "" && name !== "**" && !/[{}[\]]/.test(glob.slice(0, glob.length - name.length));
	return { args: isWhole ? [`--type-add=selected:${name}`, "--type=selected"] : [], accepts };
}

function failureText(error: RipgrepError, pattern: string): string {
	const lines = error.message.trim().split("\n");
	const reason = lines.findLast((line) => line.startsWith("error: "))?.slice("error: ".length);
	if (reason !== undefined) return `Invalid search pattern ${JSON.stringify(pattern)}: ${reason}`;
	return `Search failed: ${lines[0]?.replace(/^rg: /, "") ?? "no reason given"}`;
}

type RipgrepText = { text: string } | { bytes: string };

/** One line of the search program's JSON output; only what is read here. */
interface RipgrepEvent {
	type: "begin" | "match" | "context" | "end" | "summary";
	data: { path?: RipgrepText; lines?: RipgrepText; line_number?: number | null };
}

class MatchCollector {
	readonly lines: GrepLine[] = [];
	limitReached = false;
	readonly #limit: number;
	readonly #context: number;
	readonly #accepts: PathTest;
	#matches = 0;
	#lastMatch: { path: string; lineNumber: number } | undefined;

	constructor(request: GrepRequest, accepts: PathTest) {
		this.#limit = request.limit;
		this.#context = request.context ?? 0;
		this.#accepts = accepts;
	}

	take({ type, data }: RipgrepEvent): "go on" | "stop" {
		if ((type !== "match" && type !== "context") || data.path === undefined || data.lines === undefined) return "go on";
		const path = textOf(data.path).replace(/^\.\//, "");
		if (!this.#accepts(path)) return "go on";
		const lineNumber = data.line_number ?? 0;
		const isFull = this.#matches >= this.#limit;
		if (isFull && !this.#isContextOfLastMatch(path, lineNumber)) {
			// Any further line belongs to a further match.
			this.limitReached = true;
			return "stop";
		}
		const isMatch = type === "match" && !isFull;
		if (type === "match" && isFull) this.limitReached = true;
		if (isMatch) this.#countMatch(path, lineNumber);
		const text = textOf(data.lines)
			.replace(/\r?\n$/, "")
			.slice(0, LONGEST_LINE);
		this.lines.push({ path, lineNumber, text, isMatch });
		return "go on";
	}

	#countMatch(path: string, lineNumber: number): void {
		this.#matches++;
		this.#lastMatch = { path, lineNumber };
	}

	#isContextOfLastMatch(path: string, lineNumber: number): boolean {
		const last = this.#lastMatch;
		return last !== undefined && last.path === path && lineNumber <= last.lineNumber + this.#context;
	}
}

function textOf(value: RipgrepText): string {
	return "text" in value ? value.text : Buffer.from(value.bytes, "base64").toString("utf8");
}
