import { basename, join } from "node:path";
import { compilePattern } from "./compile-pattern.ts";
import { type FileScan, scanFile } from "./scan-file.ts";
import type { FileListing, LineSearch, SearchEngine } from "./search-engine.ts";
import { walkFolder } from "./walk-folder.ts";

/** Text that takes longer than this to search is not searched by trying until the user gives up. */
const LONGEST_SCAN = 2000;

/** Searches with what Node has, where ripgrep is missing. */
export const plainEngine: SearchEngine = createPlainEngine(LONGEST_SCAN);

/** `milliseconds` is the longest time that a pattern may take for a piece of a file. */
export function createPlainEngine(milliseconds: number): SearchEngine {
	return { listFiles, searchLines: (search, signal) => searchLines(search, milliseconds, signal) };
}

async function listFiles({ cwd, exclude, onFile }: FileListing, signal: AbortSignal | undefined): Promise<void> {
	signal?.throwIfAborted();
	for await (const path of walkFolder({ folder: cwd, exclude }, signal)) if (onFile(path) === "stop") return;
}

async function searchLines(search: LineSearch, milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
	signal?.throwIfAborted();
	const { path: root, isFolder, context = 0, onLine } = search;
	const pattern = compilePattern(search.pattern, search);
	const scan = (path: string, file: string): FileScan => ({
		path,
		file,
		pattern,
		context,
		milliseconds,
		onLine,
		stopsAtBinary: isFolder,
	});
	if (!isFolder) {
		await scanFile(scan(basename(root), root), signal);
		return;
	}
	for await (const path of walkFolder({ folder: root, exclude: search.exclude }, signal)) {
		if (!search.accepts(path)) continue;
		// A file that cannot be read, or was deleted meanwhile, is left out like one that is not there.
		const verdict = await scanFile(scan(path, join(root, path)), signal).catch(leaveOutUnreadable);
		signal?.throwIfAborted();
		if (verdict === "stop") return;
	}
}

function leaveOutUnreadable(error: unknown): "go on" {
	if ((error as NodeJS.ErrnoException).syscall === undefined && (error as Error).name !== "AbortError") throw error;
	return "go on";
}
