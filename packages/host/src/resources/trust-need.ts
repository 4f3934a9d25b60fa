import { join } from "node:path";
import { pathFromRoot } from "./context-files.ts";
import type { DiscoveryFolders } from "./discovery-options.ts";
import type { ResourceFiles } from "./resource-files.ts";

/** What of a project's configuration folder is read or run only with trust (TR1); the folder alone needs none. */
const GUARDED = [
	"settings.json",
	"mcp.json",
	"extensions",
	"skills",
	"prompts",
	"themes",
	"rules",
	"SYSTEM.md",
	"APPEND_SYSTEM.md",
];

/**
 * Whether a project has anything that needs trust. Looks only whether things are there: nothing is opened. Context files
 * need none (TRAP99), and `.agents/skills` of the home folder is the user's own.
 */
export function needsTrust(folders: DiscoveryFolders, files: ResourceFiles): boolean {
	const isThere = (path: string): boolean => files.kindOf(path) !== undefined;
	const roots = [folders.projectDir, ...folders.compatibility.map(({ project }) => project)];
	if (roots.some((root) => isThere(root) && GUARDED.some((name) => isThere(join(root, name))))) return true;
	const home = files.realPath(folders.home);
	return pathFromRoot(folders.cwd).some(
		(folder) => isThere(join(folder, ".agents", "skills")) && files.realPath(folder) !== home,
	);
}
