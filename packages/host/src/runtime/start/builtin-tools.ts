import type { RegisteredTool } from "../../extension-api/tool.ts";
import type { ToolBackend } from "../../platform/backend.ts";
import { createLocalBackend } from "../../platform/local-backend.ts";
import { shellOperations } from "../../tools/backend-operations.ts";
import { createBuiltinToolDefinitions } from "../../tools/builtin-tools.ts";
import type { ShellSetup } from "../user-shell/user-shell.ts";
import type { Configuration } from "./configuration.ts";
import { imagePolicy } from "./image-policy.ts";

/** What works on the machine of a session. */
export interface LocalTools {
	readonly builtins: RegisteredTool[];
	readonly backend: ToolBackend;
	/** For commands of the user. */
	readonly shell: ShellSetup;
}

/** The built-in tools and the user's shell, all on one backend (B43 gives the form of their provenance). */
export function localTools({ surroundings, settings }: Configuration): LocalTools {
	const { shellPath, shellCommandPrefix } = settings.settings;
	const { autoResize, blockImages } = imagePolicy(settings.settings);
	const backend = createLocalBackend({ ...(shellPath !== undefined && { shellPath }) });
	const shell = { backend, ...(shellCommandPrefix !== undefined && { commandPrefix: shellCommandPrefix }) };
	const options = {
		read: { backend, autoResizeImages: autoResize, blockImages },
		bash: shell,
		powershell: shell,
		edit: { backend },
		write: { backend },
		grep: { backend },
		find: { backend },
		ls: { backend },
	};
	const builtins = createBuiltinToolDefinitions(surroundings.cwd, options).map((definition): RegisteredTool => ({
		definition,
		sourceInfo: { path: `builtin:${definition.name}`, source: "builtin", scope: "temporary", origin: "top-level" },
	}));
	const { backend: _backend, ...prefix } = shell;
	return { builtins, backend, shell: { operations: shellOperations(backend, "bash"), ...prefix } };
}
