import type { AgentTool, AgentToolResult, AgentToolUpdateCallback } from "@tau/agent";
import type { Static, TSchema } from "typebox";
import type { ExtensionToolContext } from "../extension-api/context.ts";
import type { ToolDefinition } from "../extension-api/tool.ts";

/** The definition of a built-in tool. Its `execute` works without a context, and better with one. */
export interface BuiltinToolDefinition<TParams extends TSchema = TSchema, TDetails = unknown> extends ToolDefinition<
	TParams,
	TDetails
> {
	execute(
		toolCallId: string,
		params: Static<TParams>,
		signal?: AbortSignal,
		onUpdate?: AgentToolUpdateCallback<TDetails>,
		ctx?: ExtensionToolContext,
	): Promise<AgentToolResult<TDetails>>;
}

/** What `createXTool` returns: it can be called, handed to an agent, or spread into a definition. */
export interface BuiltinTool<TParams extends TSchema = TSchema, TDetails = unknown>
	extends
		Omit<AgentTool<TParams, TDetails>, "execute" | "prepareArguments">,
		Pick<BuiltinToolDefinition<TParams, TDetails>, "execute"> {
	prepareArguments?: (args: unknown) => Static<TParams>;
}

/**
 * The callable part of a definition. What it says in the prompt stays behind: a tool that overrides a built-in one
 * speaks for itself (TL19). A context given to `execute` is passed on, so that a spread tool keeps it.
 */
export function toBuiltinTool<TParams extends TSchema, TDetails>(
	definition: BuiltinToolDefinition<TParams, TDetails>,
): BuiltinTool<TParams, TDetails> {
	const { name, label, description, parameters, outputSchema, constrainedSampling, prepareArguments, executionMode } =
		definition;
	return {
		name,
		label,
		description,
		parameters,
		...(outputSchema === undefined ? {} : { outputSchema }),
		...(constrainedSampling === undefined ? {} : { constrainedSampling }),
		...(prepareArguments === undefined ? {} : { prepareArguments }),
		...(executionMode === undefined ? {} : { executionMode }),
		execute: (...call) => definition.execute(...call),
	};
}

/** A result that is one text. */
export function textResult<TDetails>(
	text: string,
	details: TDetails,
): AgentToolResult<TDetails> & { details: TDetails } {
	return { content: [{ type: "text", text }], details };
}
