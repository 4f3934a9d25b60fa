import type { BashToolDetails } from "../../extension-api/builtin-tool-types.ts";
import type { PowerShellOperations } from "../../extension-api/tool-operations.ts";
import { createLocalBackend } from "../../platform/local-backend.ts";
import { shellOperations } from "../backend-operations.ts";
import { type BuiltinTool, toBuiltinTool } from "../builtin-tool.ts";
import {
	createShellToolDefinition,
	type ShellParameters,
	type ShellToolDefinition,
	type ShellToolKind,
} from "../shell/shell-tool.ts";
import type { PowerShellToolOptions } from "../shell/shell-tool-options.ts";

const POWERSHELL: ShellToolKind = {
	name: "powershell",
	description:
		"Run a PowerShell command in the working directory. Returns its output and errors together, the last 2000 lines or 50KB of it; longer output is saved to a file whose path is given. A new shell each time, without input.",
	promptSnippet: "Run PowerShell commands",
	promptGuidelines: [
		"Commands of powershell can read PI_* environment variables to learn the current session and model.",
	],
};

export function createPowerShellToolDefinition(cwd: string, options?: PowerShellToolOptions): ShellToolDefinition {
	return createShellToolDefinition(cwd, POWERSHELL, options);
}

export function createPowerShellTool(
	cwd: string,
	options?: PowerShellToolOptions,
): BuiltinTool<ShellParameters, BashToolDetails | undefined> {
	return toBuiltinTool(createPowerShellToolDefinition(cwd, options));
}

/** Exists everywhere; running a command rejects where PowerShell is not installed (AD16). */
export function createLocalPowerShellOperations(): PowerShellOperations {
	return shellOperations(createLocalBackend(), "powershell");
}
