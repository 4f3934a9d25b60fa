import type { Static, TArray, TObject, TString } from "typebox";
import type { EditToolDetails } from "../../extension-api/builtin-tool-types.ts";
import type { EditOperations } from "../../extension-api/tool-operations.ts";
import type { ToolBackend } from "../../platform/backend.ts";
import { createLocalBackend } from "../../platform/local-backend.ts";
import { type EditFiles, editOperations } from "../backend-operations.ts";
import { type BuiltinTool, type BuiltinToolDefinition, toBuiltinTool } from "../builtin-tool.ts";
import { parameterSchema } from "../parameter-schema.ts";
import { edit } from "./execute.ts";
import { prepareEditArguments } from "./prepare-arguments.ts";

type EditProperties = { path: TString; edits: TArray<TObject<{ oldText: TString; newText: TString }>> };
export type EditParameters = TObject<EditProperties>;
export type EditToolDefinition = BuiltinToolDefinition<EditParameters, EditToolDetails | undefined>;

export interface EditToolOptions {
	operations?: EditOperations;
	/** The machine to work on when there are no `operations`; default this one. */
	backend?: ToolBackend;
}

const EDIT_PARAMETERS: EditParameters = parameterSchema<EditProperties>(
	{
		path: { type: "string", description: "The file, relative to the working directory or absolute" },
		edits: {
			type: "array",
			description:
				"The replacements. Each is matched against the file as it is now, so they must not overlap; merge neighbours into one",
			items: {
				type: "object",
				required: ["oldText", "newText"],
				properties: {
					oldText: { type: "string", description: "The exact text to replace; it must occur once in the file" },
					newText: { type: "string", description: "What takes its place" },
				},
			},
		},
	},
	["path", "edits"],
);

export function createEditToolDefinition(cwd: string, options: EditToolOptions = {}): EditToolDefinition {
	const files =
		options.operations === undefined
			? editOperations(options.backend ?? createLocalBackend())
			: textOnly(options.operations);
	return {
		name: "edit",
		label: "edit",
		description:
			"Replace exact pieces of a text file. Every oldText must occur exactly once in the file; all replacements of a call apply together or not at all.",
		promptSnippet: "Change files by exact text replacement, several places in one call",
		promptGuidelines: [
			"Change existing files with edit; put all changes to one file into a single call.",
			"Keep each oldText of edit as short as it can be while still unique in the file.",
		],
		parameters: EDIT_PARAMETERS,
		constrainedSampling: { type: "json_schema", strict: "prefer" },
		prepareArguments: (args) => prepareEditArguments(args) as Static<EditParameters>,
		execute: (_toolCallId, input, signal) => edit({ input, cwd, files }, signal),
	};
}

export function createEditTool(
	cwd: string,
	options?: EditToolOptions,
): BuiltinTool<EditParameters, EditToolDetails | undefined> {
	return toBuiltinTool(createEditToolDefinition(cwd, options));
}

/** The published operations write text; content that is not UTF-8 would be damaged on the way. */
function textOnly(operations: EditOperations): EditFiles {
	return {
		readFile: (path) => operations.readFile(path),
		access: (path) => operations.access(path),
		writeFile: async (path, content) => {
			if (typeof content !== "string") throw new Error("it is not UTF-8 text, and these operations write only text");
			await operations.writeFile(path, content);
		},
	};
}
