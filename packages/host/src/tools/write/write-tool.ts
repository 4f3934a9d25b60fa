import type { TObject, TString } from "typebox";
import type { WriteOperations } from "../../extension-api/tool-operations.ts";
import type { ToolBackend } from "../../platform/backend.ts";
import { createLocalBackend } from "../../platform/local-backend.ts";
import { exists, writeOperations } from "../backend-operations.ts";
import { type BuiltinTool, type BuiltinToolDefinition, toBuiltinTool } from "../builtin-tool.ts";
import { parameterSchema } from "../parameter-schema.ts";
import { write } from "./execute.ts";

type WriteProperties = { path: TString; content: TString };
export type WriteParameters = TObject<WriteProperties>;
export type WriteToolDefinition = BuiltinToolDefinition<WriteParameters, undefined>;

export interface WriteToolOptions {
	operations?: WriteOperations;
	/** The machine to work on when there are no `operations`; default this one. */
	backend?: ToolBackend;
}

const WRITE_PARAMETERS: WriteParameters = parameterSchema<WriteProperties>(
	{
		path: { type: "string", description: "The file, relative to the working directory or absolute" },
		content: { type: "string", description: "The whole new content" },
	},
	["path", "content"],
);

export function createWriteToolDefinition(cwd: string, options: WriteToolOptions = {}): WriteToolDefinition {
	const backend = options.backend ?? createLocalBackend();
	const { operations } = options;
	return {
		name: "write",
		label: "write",
		description: "Create a file or replace all of it. Parent folders are created.",
		promptSnippet: "Create files or replace them whole",
		promptGuidelines: ["Use write for new files and complete rewrites only; change existing files with edit."],
		parameters: WRITE_PARAMETERS,
		constrainedSampling: { type: "json_schema", strict: "prefer" },
		execute: (_toolCallId, input, signal) => {
			// The published operations cannot tell what exists.
			const test = operations === undefined ? (path: string) => exists(backend.files.stat(path)) : () => false;
			return write({ input, cwd, operations: operations ?? writeOperations(backend), exists: test }, signal);
		},
	};
}

export function createWriteTool(cwd: string, options?: WriteToolOptions): BuiltinTool<WriteParameters, undefined> {
	return toBuiltinTool(createWriteToolDefinition(cwd, options));
}
