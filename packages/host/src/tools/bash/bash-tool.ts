import type { BashToolDetails } from "../../extension-api/builtin-tool-types.ts";
import type { BashOperations } from "../../extension-api/tool-operations.ts";
import { createLocalBackend } from "../../platform/local-backend.ts";
import { shellOperations } from "../backend-operations.ts";
import { type BuiltinTool, toBuiltinTool } from "../builtin-tool.ts";
import {
	createShellToolDefinition,
	type ShellParameters,
	type ShellToolDefinition,
	type ShellToolKind,
} from "../shell/shell-tool.ts";
import type { BashToolOptions } from "../shell/shell-tool-options.ts";

const BASH: ShellToolKind = {
	name: "bash",
	description:
		"Run a Bash command in the working directory. Returns stdout and stderr together, the last 2000 lines or 50KB of it; longer output is saved to a file whose path is given. A new shell each time, without input.",
	promptSnippet: "Run Bash commands: builds, tests, git, searches",
	promptGuidelines: ["Commands of bash can read PI_* environment variables to learn the current session and model."],
};

export function createBashToolDefinition(cwd: string, options?: BashToolOptions): ShellToolDefinition {
	return createShellToolDefinition(cwd, BASH, options);
}

export function createBashTool(
	cwd: string,
	options?: BashToolOptions,
): BuiltinTool<ShellParameters, BashToolDetails | undefined> {
	return toBuiltinTool(createBashToolDefinition(cwd, options));
}

/** The shell of this machine, for extensions that wrap it. Rejects with `aborted` or `timeout:<seconds>`. */
export function createLocalBashOperations(options: { shellPath?: string } = {}): BashOperations {
	return shellOperations(createLocalBackend(options), "bash");
}
