import type { Static, TNumber, TObject, TOptional, TString } from "typebox";
import { systemClock } from "../../base/clock.ts";
import type { BashToolDetails } from "../../extension-api/builtin-tool-types.ts";
import { createLocalBackend } from "../../platform/local-backend.ts";
import { shellOperations } from "../backend-operations.ts";
import type { BuiltinToolDefinition } from "../builtin-tool.ts";
import { parameterSchema } from "../parameter-schema.ts";
import { runCommand } from "./run-command.ts";
import type { BashToolOptions } from "./shell-tool-options.ts";
import { BRAND } from "../../platform/host-facts.ts";

export type ShellParameters = TObject<{ command: TString; timeout: TOptional<TNumber> }>;

export type ShellToolDefinition = BuiltinToolDefinition<ShellParameters, BashToolDetails | undefined>;

const SHELL_PARAMETERS: ShellParameters = parameterSchema<{ command: TString; timeout: TOptional<TNumber> }>(
	{
		command: { type: "string", description: "The command to run" },
		timeout: {
			type: "number",
			description: "Seconds after which the command is stopped; without it there is no limit",
		},
	},
	["command"],
);

/** What scripts get instead of the text (TL15). */
const SHELL_OUTPUT: object = {
	type: "object",
	required: ["output", "truncated", "exit_code", "wall_time_seconds"],
	properties: {
		output: { type: "string", description: "stdout and stderr in order; the middle is left out beyond 1 MiB" },
		truncated: { type: "boolean" },
		full_output_path: { type: "string", description: "Where the output is when truncated, at most 100 MiB of it" },
		exit_code: { type: "number" },
		wall_time_seconds: { type: "number" },
	},
};

/** What distinguishes the shell tools. */
export interface ShellToolKind {
	name: "bash" | "powershell";
	description: string;
	promptSnippet: string;
	promptGuidelines: readonly string[];
}

export function createShellToolDefinition(
	cwd: string,
	kind: ShellToolKind,
	options: BashToolOptions = {},
): ShellToolDefinition {
	const operations =
		options.operations ??
		shellOperations(options.backend ?? createLocalBackend({ shellPath: options.shellPath }), kind.name);
	return {
		name: kind.name,
		label: kind.name,
		description: kind.description,
		promptSnippet: kind.promptSnippet,
		promptGuidelines: [...kind.promptGuidelines],
		parameters: SHELL_PARAMETERS,
		outputSchema: SHELL_OUTPUT,
		constrainedSampling: { type: "json_schema", strict: "prefer" },
		execute: (_toolCallId, input: Static<ShellParameters>, signal, onUpdate, ctx) =>
			runCommand(
				{
					input,
					cwd,
					operations,
					options,
					session: ctx,
					spillPrefix: `${BRAND.name}-${kind.name}`,
					onUpdate,
					clock: systemClock,
				},
				signal,
			),
	};
}
