import { basename, dirname } from "node:path";
import type { GrepLine } from "../backend.ts";
import { RipgrepError, runRipgrep } from "./run-ripgrep.ts";
import { type FileListing, type LineSearch, PatternError, type SearchEngine } from "./search-engine.ts";

/** Searches with the program at `command`. */
export function createRipgrepEngine(command: string): SearchEngine {
	return {
		listFiles: (listing, signal) => listFiles(command, listing, signal),
		searchLines: (search, signal) => searchLines(command, search, signal),
	};
}

async function listFiles(
	command: string,
	{ cwd, exclude, onFile }: FileListing,
	signal: AbortSignal | undefined,
): Promise<void> {
	const args = ["--files", "--null", ...exclude.map(excluding), "."];
	await runRipgrep({ command, args, cwd, separator: "\0", onPiece: (piece) => onFile(withoutDot(piece)) }, signal);
}

async function searchLines(command: string, search: LineSearch, signal: AbortSignal | undefined): Promise<void> {
	const { path, isFolder, onLine } = search;
	const cwd = isFolder ? path : dirname(path);
	const args = [...searchArguments(search), "--", isFolder ? "." : `./${basename(path)}`];
	const onPiece = (piece: string): "go on" | "stop" => {
		const line = toLine(JSON.parse(piece) as RipgrepEvent);
		return line === undefined ? "go on" : onLine(line);
	};
	try {
		await runRipgrep({ command, args, cwd, separator: "\n", onPiece }, signal);
	} catch (error) {
		throw error instanceof RipgrepError ? explain(error) : error;
	}
}

function searchArguments({ pattern, literal, ignoreCase, context, exclude, include }: LineSearch): string[] {
	return [
		"--json",
		...(ignoreCase ? ["--ignore-case"] : []),
		...(literal ? ["--fixed-strings"] : []),
		...(context ? [`--context=${context}`] : []),
		...exclude.map(excluding),
		...including(include),
		"--regexp",
		pattern,
	];
}

function excluding(pattern: string): string {
	return `--glob=!${pattern}`;
}

/**
 * An including `--glob` would lift the ignore rules, so names are selected as a file type, which does not; whole paths
 * are left to the caller.
 */
function including(glob: string | undefined): string[] {
	if (glob === undefined) return [];
	const name = glob.slice(glob.lastIndexOf("/") + 1);
	// A brace or bracket may reach across the last `/`; then only the whole pattern is right.
	const isWhole = name !== "" && name !== "**" && !/[{}[\]]/.test(glob.slice(0, glob.length - name.length));
	return isWhole ? [`--type-add=selected:${name}`, "--type=selected"] : [];
}

function explain(error: RipgrepError): Error {
	const lines = error.message.trim().split("\n");
	const reason = lines.findLast((line) => line.startsWith("error: "))?.slice("error: ".length);
	if (reason !== undefined) return new PatternError(reason);
	return new Error(`Search failed: ${lines[0]?.replace(/^rg: /, "") ?? "no reason given"}`);
}

type RipgrepText = { text: string } | { bytes: string };

/** One line of the search program's JSON output; only what is read here. */
interface RipgrepEvent {
	type: "begin" | "match" | "context" | "end" | "summary";
	data: { path?: RipgrepText; lines?: RipgrepText; line_number?: number | null };
}

function toLine({ type, data }: RipgrepEvent): GrepLine | undefined {
	if ((type !== "match" && type !== "context") || data.path === undefined || data.lines === undefined) return undefined;
	return {
		path: withoutDot(textOf(data.path)),
		lineNumber: data.line_number ?? 0,
		text: textOf(data.lines),
		isMatch: type === "match",
	};
}

function withoutDot(path: string): string {
	return path.startsWith("./") ? path.slice(2) : path;
}

function textOf(value: RipgrepText): string {
	return "text" in value ? value.text : Buffer.from(value.bytes, "base64").toString("utf8");
}
