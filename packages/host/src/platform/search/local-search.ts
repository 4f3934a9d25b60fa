import type { BackendSearch } from "../backend.ts";
import { findRipgrep } from "../ripgrep.ts";
import { findFiles } from "./find-files.ts";
import { createRipgrepEngine } from "./ripgrep-engine.ts";
import type { SearchEngine } from "./search-engine.ts";
import { searchText } from "./search-text.ts";

/** The search of a machine over the engine that it has. */
export function createSearch(engine: () => Promise<SearchEngine>): BackendSearch {
	return {
		grep: async (request, signal) => await searchText(await engine(), request, signal),
		glob: async (request, signal) => await findFiles(await engine(), request, signal),
	};
}

/** With ripgrep, and without it with what Node has: slower, with the same results. */
export const localSearch: BackendSearch = createSearch(async () => {
	const command = await findRipgrep();
	return command === undefined ? (await import("./plain-engine.ts")).plainEngine : createRipgrepEngine(command);
});
