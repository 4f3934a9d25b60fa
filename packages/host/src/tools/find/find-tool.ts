import type { TNumber, TObject, TOptional, TString } from "typebox";
import type { FindToolDetails } from "../../extension-api/builtin-tool-types.ts";
import type { FindOperations } from "../../extension-api/tool-operations.ts";
import type { ToolBackend } from "../../platform/backend.ts";
import { createLocalBackend } from "../../platform/local-backend.ts";
import { findOperations } from "../backend-operations.ts";
import { type BuiltinTool, type BuiltinToolDefinition, toBuiltinTool } from "../builtin-tool.ts";
import { parameterSchema } from "../parameter-schema.ts";
import { find } from "./execute.ts";

type FindProperties = { pattern: TString; path: TOptional<TString>; limit: TOptional<TNumber> };
export type FindParameters = TObject<FindProperties>;
export type FindToolDefinition = BuiltinToolDefinition<FindParameters, FindToolDetails | undefined>;

export interface FindToolOptions {
	operations?: FindOperations;
	/** The machine to work on when there are no `operations`; default this one. */
	backend?: ToolBackend;
}

const FIND_PARAMETERS: FindParameters = parameterSchema<FindProperties>(
	{
		pattern: {
			type: "string",
			description:
				"Glob pattern: 'src/**/*.ts' is compared with paths below the folder, '*.ts' with names at any depth",
		},
		path: { type: "string", description: "The folder to search; default the working directory" },
		limit: { type: "number", description: "How many results to return at most (default 1000)" },
	},
	["pattern"],
);

export function createFindToolDefinition(cwd: string, options: FindToolOptions = {}): FindToolDefinition {
	const backend = options.backend ?? createLocalBackend();
	return {
		name: "find",
		label: "find",
		description:
			"Find files and folders by a glob pattern. Paths are relative to the searched folder; what .gitignore names is left out. At most 1000 results or 50KB.",
		promptSnippet: "Find files by name pattern (leaves out what .gitignore names)",
		parameters: FIND_PARAMETERS,
		execute: (_toolCallId, input, signal) =>
			find({ input, cwd, operations: options.operations ?? findOperations(backend, signal) }, signal),
	};
}

export function createFindTool(
	cwd: string,
	options?: FindToolOptions,
): BuiltinTool<FindParameters, FindToolDetails | undefined> {
	return toBuiltinTool(createFindToolDefinition(cwd, options));
}
