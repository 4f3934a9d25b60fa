import type { ToolBackend } from "./backend.ts";
import { localFiles } from "./local-files.ts";
import { createLocalProcesses } from "./local-processes.ts";
import { localSearch } from "./search/local-search.ts";

/** This machine as the backend of the tools. */
export function createLocalBackend(options: { shellPath?: string | undefined } = {}): ToolBackend {
	return {
		info: { type: "local" },
		files: localFiles,
		processes: createLocalProcesses(options),
		search: localSearch,
	};
}
