import type { TNumber, TObject, TOptional, TString } from "typebox";
import type { LsToolDetails } from "../../extension-api/builtin-tool-types.ts";
import type { LsOperations } from "../../extension-api/tool-operations.ts";
import type { ToolBackend } from "../../platform/backend.ts";
import { createLocalBackend } from "../../platform/local-backend.ts";
import { lsOperations } from "../backend-operations.ts";
import { type BuiltinTool, type BuiltinToolDefinition, toBuiltinTool } from "../builtin-tool.ts";
import { parameterSchema } from "../parameter-schema.ts";
import { ls } from "./execute.ts";

type LsProperties = { path: TOptional<TString>; limit: TOptional<TNumber> };
export type LsParameters = TObject<LsProperties>;
export type LsToolDefinition = BuiltinToolDefinition<LsParameters, LsToolDetails | undefined>;

export interface LsToolOptions {
	operations?: LsOperations;
	/** The machine to work on when there are no `operations`; default this one. */
	backend?: ToolBackend;
}

const LS_PARAMETERS: LsParameters = parameterSchema<LsProperties>(
	{
		path: { type: "string", description: "The folder; default the working directory" },
		limit: { type: "number", description: "How many entries to return at most (default 500)" },
	},
	[],
);

export function createLsToolDefinition(cwd: string, options: LsToolOptions = {}): LsToolDefinition {
	const operations = options.operations ?? lsOperations(options.backend ?? createLocalBackend());
	return {
		name: "ls",
		label: "ls",
		description:
			"List a folder in alphabetical order, dotfiles included; folders end in '/'. At most 500 entries or 50KB.",
		promptSnippet: "List folders",
		parameters: LS_PARAMETERS,
		execute: (_toolCallId, input, signal) => ls({ input, cwd, operations }, signal),
	};
}

export function createLsTool(
	cwd: string,
	options?: LsToolOptions,
): BuiltinTool<LsParameters, LsToolDetails | undefined> {
	return toBuiltinTool(createLsToolDefinition(cwd, options));
}
