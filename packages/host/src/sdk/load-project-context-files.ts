import type { ContextFile } from "../extension-api/prompt-options.ts";
import { findContextFiles } from "../resources/context-files.ts";
import { DISK } from "../resources/resource-files.ts";

/** The context files a session in that folder starts with. */
export function loadProjectContextFiles(options: { cwd: string; agentDir: string }): ContextFile[] {
	return findContextFiles(options, DISK).map(({ path, content }) => ({ path, content }));
}
