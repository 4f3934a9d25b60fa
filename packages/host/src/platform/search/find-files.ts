import type { GlobRequest } from "../backend.ts";
import { compilePathPattern } from "./path-pattern.ts";
import type { SearchEngine, Verdict } from "./search-engine.ts";

/** Finds files and folders by a glob pattern; see {@link GlobRequest}. */
export async function findFiles(
	engine: SearchEngine,
	request: GlobRequest,
	signal: AbortSignal | undefined,
): Promise<string[]> {
	const foldersOnly = request.pattern.endsWith("/");
	const matches = await compilePathPattern(request.pattern.replace(/\/+$/, ""), request.cwd);
	const found: string[] = [];
	const folders = new Set<string>();
	const onFile = (path: string): Verdict => {
		for (const folder of newFoldersOf(path, folders)) if (matches(folder)) found.push(`${folder}/`);
		if (!foldersOnly && matches(path)) found.push(path);
		return found.length >= request.limit ? "stop" : "go on";
	};
	const exclude = (request.ignore ?? []).map((pattern) => pattern.replace(/\/\*\*$/, ""));
	await engine.listFiles({ cwd: request.cwd, exclude, onFile }, signal);
	return found.slice(0, request.limit);
}

/** The folders of a path that no earlier path had, outermost first. */
function newFoldersOf(path: string, known: Set<string>): string[] {
	const fresh: string[] = [];
	for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
		const folder = path.slice(0, end);
		if (known.has(folder)) break;
		known.add(folder);
		fresh.unshift(folder);
	}
	return fresh;
}
