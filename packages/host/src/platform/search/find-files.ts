import type { GlobRequest } from "../backend.ts";
import { compilePathPattern } from "./path-pattern.ts";
import { runRipgrep } from "./run-ripgrep.ts";

/** Finds files and folders by a glob pattern; see {@link GlobRequest}. */
export async function findFiles(request: GlobRequest, signal: AbortSignal | undefined): Promise<string[]> {
	const foldersOnly = request.pattern.endsWith("/");
	const matches = await compilePathPattern(request.pattern.replace(/\/+$/, ""), request.cwd);
	const found: string[] = [];
	const folders = new Set<string>();
	const onPiece = (piece: string): "go on" | "stop" => {
		const path = piece.startsWith("./") ? piece.slice(2) : piece;
		for (const folder of newFoldersOf(path, folders)) if (matches(folder)) found.push(`${folder}/`);
		if (!foldersOnly && matches(path)) found.push(path);
		return found.length >= request.limit ? "stop" : "go on";
	};
	const excluded = (request.ignore ?? []).map((pattern) => `--glob=!${pattern.replace(/\/\*\*$/, "")}`);
	await runRipgrep(
		{ args: ["--files", "--null", ...excluded, "."], cwd: request.cwd, separator: "\0", onPiece },
		signal,
	);
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
