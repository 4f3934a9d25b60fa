import type { RegisteredTool } from "../../extension-api/tool.ts";
import { createLocalBackend } from "../../platform/local-backend.ts";
import { createBuiltinToolDefinitions } from "../../tools/builtin-tools.ts";
import type { Configuration } from "./configuration.ts";

/** The built-in tools of a session, all on one backend (B43 gives the form of their provenance). */
export function builtinTools({ surroundings, settings }: Configuration): RegisteredTool[] {
	const { shellPath, shellCommandPrefix } = settings.settings;
	const backend = createLocalBackend({ ...(shellPath !== undefined && { shellPath }) });
	const shell = { backend, ...(shellCommandPrefix !== undefined && { commandPrefix: shellCommandPrefix }) };
	const options = {
		read: { backend },
		bash: shell,
		powershell: shell,
		edit: { backend },
		write: { backend },
		grep: { backend },
		find: { backend },
		ls: { backend },
	};
	return createBuiltinToolDefinitions(surroundings.cwd, options).map((definition) => ({
		definition,
		sourceInfo: { path: `builtin:${definition.name}`, source: "builtin", scope: "temporary", origin: "top-level" },
	}));
}
