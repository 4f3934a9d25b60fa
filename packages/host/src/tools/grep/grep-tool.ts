import type { TBoolean, TNumber, TObject, TOptional, TString } from "typebox";
import type { GrepToolDetails } from "../../extension-api/builtin-tool-types.ts";
import type { GrepOperations } from "../../extension-api/tool-operations.ts";
import type { ToolBackend } from "../../platform/backend.ts";
import { createLocalBackend } from "../../platform/local-backend.ts";
import { grepOperations } from "../backend-operations.ts";
import { type BuiltinTool, type BuiltinToolDefinition, toBuiltinTool } from "../builtin-tool.ts";
import { parameterSchema } from "../parameter-schema.ts";
import { grep } from "./execute.ts";

type GrepProperties = {
	pattern: TString;
	path: TOptional<TString>;
	glob: TOptional<TString>;
	ignoreCase: TOptional<TBoolean>;
	literal: TOptional<TBoolean>;
	context: TOptional<TNumber>;
	limit: TOptional<TNumber>;
};
export type GrepParameters = TObject<GrepProperties>;
export type GrepToolDefinition = BuiltinToolDefinition<GrepParameters, GrepToolDetails | undefined>;

export interface GrepToolOptions {
	/** Only the check whether the path is a folder; the search is that of the backend. */
	operations?: GrepOperations;
	/** The machine to work on; default this one. */
	backend?: ToolBackend;
}

const GREP_PARAMETERS: GrepParameters = parameterSchema<GrepProperties>(
	{
		pattern: { type: "string", description: "A regular expression, or plain text with literal" },
		path: { type: "string", description: "The folder or file to search; default the working directory" },
		glob: {
			type: "string",
			description:
				"Search only these files: 'src/**/*.ts' is compared with paths below the folder, '*.ts' with names at any depth",
		},
		ignoreCase: { type: "boolean", description: "Treat upper and lower case alike (default false)" },
		literal: { type: "boolean", description: "Take pattern as plain text (default false)" },
		context: { type: "number", description: "How many lines to show before and after each match (default 0)" },
		limit: { type: "number", description: "How many matches to return at most (default 100)" },
	},
	["pattern"],
);

export function createGrepToolDefinition(cwd: string, options: GrepToolOptions = {}): GrepToolDefinition {
	const backend = options.backend ?? createLocalBackend();
	const operations = options.operations ?? grepOperations(backend);
	return {
		name: "grep",
		label: "grep",
		description:
			"Search file contents. Returns matching lines with path and line number; what .gitignore names is left out. At most 100 matches or 50KB, lines cut after 500 characters.",
		promptSnippet: "Search file contents (leaves out what .gitignore names)",
		parameters: GREP_PARAMETERS,
		execute: (_toolCallId, input, signal) => grep({ input, cwd, operations, search: backend.search }, signal),
	};
}

export function createGrepTool(
	cwd: string,
	options?: GrepToolOptions,
): BuiltinTool<GrepParameters, GrepToolDetails | undefined> {
	return toBuiltinTool(createGrepToolDefinition(cwd, options));
}
