import type { BuiltinToolName } from "../extension-api/builtin-tool-types.ts";
import type { AnyToolDefinition } from "../extension-api/tool.ts";
import { findPowerShell } from "../platform/shell.ts";
import { createBashTool, createBashToolDefinition } from "./bash/bash-tool.ts";
import type { BuiltinTool } from "./builtin-tool.ts";
import { createEditTool, createEditToolDefinition, type EditToolOptions } from "./edit/edit-tool.ts";
import { createFindTool, createFindToolDefinition, type FindToolOptions } from "./find/find-tool.ts";
import { createGrepTool, createGrepToolDefinition, type GrepToolOptions } from "./grep/grep-tool.ts";
import { createLsTool, createLsToolDefinition, type LsToolOptions } from "./ls/ls-tool.ts";
import { createPowerShellToolDefinition } from "./powershell/powershell-tool.ts";
import { createReadTool, createReadToolDefinition, type ReadToolOptions } from "./read/read-tool.ts";
import type { BashToolOptions, PowerShellToolOptions } from "./shell/shell-tool-options.ts";
import { createWriteTool, createWriteToolDefinition, type WriteToolOptions } from "./write/write-tool.ts";

/** Options of each tool. */
export interface ToolsOptions {
	read?: ReadToolOptions;
	bash?: BashToolOptions;
	powershell?: PowerShellToolOptions;
	edit?: EditToolOptions;
	write?: WriteToolOptions;
	grep?: GrepToolOptions;
	find?: FindToolOptions;
	ls?: LsToolOptions;
}

/** One row per built-in tool, in the order they are declared. */
export const BUILTIN_TOOLS: {
	readonly [Name in BuiltinToolName]: {
		create: (cwd: string, options?: ToolsOptions[Name]) => AnyToolDefinition;
		/** Whether it is active where nothing else is said (BT01). */
		isDefault: boolean;
		/** Absent: everywhere. */
		isOffered?: () => boolean;
	};
} = {
	read: { create: createReadToolDefinition, isDefault: true },
	bash: { create: createBashToolDefinition, isDefault: true },
	edit: { create: createEditToolDefinition, isDefault: true },
	write: { create: createWriteToolDefinition, isDefault: true },
	grep: { create: createGrepToolDefinition, isDefault: false },
	find: { create: createFindToolDefinition, isDefault: false },
	ls: { create: createLsToolDefinition, isDefault: false },
	powershell: {
		create: createPowerShellToolDefinition,
		isDefault: false,
		isOffered: () => findPowerShell() !== undefined,
	},
};

const NAMES = Object.keys(BUILTIN_TOOLS) as BuiltinToolName[];

/** The tools of a session where settings and flags name none (BT01). */
export const DEFAULT_TOOL_NAMES: readonly BuiltinToolName[] = NAMES.filter((name) => BUILTIN_TOOLS[name].isDefault);

/** The definitions of all tools that can work here. */
export function createBuiltinToolDefinitions(cwd: string, options: ToolsOptions = {}): AnyToolDefinition[] {
	const offered = NAMES.filter((name) => BUILTIN_TOOLS[name].isOffered?.() ?? true);
	return offered.map((name) => createBuiltinToolDefinition(name, cwd, options));
}

export function createBuiltinToolDefinition<Name extends BuiltinToolName>(
	name: Name,
	cwd: string,
	options: ToolsOptions = {},
): AnyToolDefinition {
	return BUILTIN_TOOLS[name].create(cwd, options[name]);
}

/** The tools that work on code: read, bash, edit, write. */
export function createCodingTools(cwd: string, options: ToolsOptions = {}): BuiltinTool[] {
	return [
		createReadTool(cwd, options.read),
		createBashTool(cwd, options.bash),
		createEditTool(cwd, options.edit),
		createWriteTool(cwd, options.write),
	] as BuiltinTool[];
}

/** The tools that change nothing: read, grep, find, ls. */
export function createReadOnlyTools(cwd: string, options: ToolsOptions = {}): BuiltinTool[] {
	return [
		createReadTool(cwd, options.read),
		createGrepTool(cwd, options.grep),
		createFindTool(cwd, options.find),
		createLsTool(cwd, options.ls),
	] as BuiltinTool[];
}
