import type { TNumber, TObject, TOptional, TString } from "typebox";
import type { ReadToolDetails } from "../../extension-api/builtin-tool-types.ts";
import type { ReadOperations } from "../../extension-api/tool-operations.ts";
import type { ToolBackend } from "../../platform/backend.ts";
import { type ImageResizeOptions, modelImageLimits } from "../../platform/images/image-limits.ts";
import { createLocalBackend } from "../../platform/local-backend.ts";
import { readOperations } from "../backend-operations.ts";
import { type BuiltinTool, type BuiltinToolDefinition, toBuiltinTool } from "../builtin-tool.ts";
import { parameterSchema } from "../parameter-schema.ts";
import { read } from "./execute.ts";

type ReadProperties = { path: TString; offset: TOptional<TNumber>; limit: TOptional<TNumber> };
export type ReadParameters = TObject<ReadProperties>;
export type ReadToolDefinition = BuiltinToolDefinition<ReadParameters, ReadToolDetails | undefined>;

export interface ReadToolOptions {
	/** Makes images small enough for models; default true. */
	autoResizeImages?: boolean;
	/** Returns a note instead of an image; default false. */
	blockImages?: boolean;
	/** How small, where the model in use does not say so itself. */
	resizeOptions?: ImageResizeOptions;
	operations?: ReadOperations;
	/** The machine to work on when there are no `operations`; default this one. */
	backend?: ToolBackend;
}

const READ_PARAMETERS: ReadParameters = parameterSchema<ReadProperties>(
	{
		path: { type: "string", description: "The file, relative to the working directory or absolute" },
		offset: { type: "number", description: "First line to return, counted from 1" },
		limit: { type: "number", description: "How many lines to return at most" },
	},
	["path"],
);

const READ_OUTPUT: object = {
	anyOf: [
		{ type: "string" },
		{
			type: "object",
			required: ["type", "data", "mimeType", "note"],
			properties: {
				type: { type: "string", const: "image" },
				data: { type: "string" },
				mimeType: { type: "string" },
				note: { type: "string" },
			},
		},
	],
};

export function createReadToolDefinition(cwd: string, options: ReadToolOptions = {}): ReadToolDefinition {
	const operations = options.operations ?? readOperations(options.backend ?? createLocalBackend());
	const policy = { autoResize: options.autoResizeImages ?? true, blockImages: options.blockImages ?? false };
	return {
		name: "read",
		label: "read",
		description:
			"Read a text file, or look at an image (PNG, JPEG, GIF, WebP). Returns at most 2000 lines or 50KB of text, whichever comes first; read on in a longer file with offset.",
		promptSnippet: "Read text files and images",
		promptGuidelines: ["Look at files with read rather than with cat, head or sed."],
		parameters: READ_PARAMETERS,
		outputSchema: READ_OUTPUT,
		constrainedSampling: { type: "json_schema", strict: "prefer" },
		execute: (_toolCallId, input, signal, _onUpdate, ctx) => {
			const images = { policy, limits: modelImageLimits(ctx?.model, options.resizeOptions) };
			return read({ input, cwd, operations, images }, signal);
		},
	};
}

export function createReadTool(
	cwd: string,
	options?: ReadToolOptions,
): BuiltinTool<ReadParameters, ReadToolDetails | undefined> {
	return toBuiltinTool(createReadToolDefinition(cwd, options));
}
