import type { AssistantMessage } from "@tau/ai";
import type { AgentTool, AgentToolResult } from "../contract/tool.ts";
import { prepareCall, runCall } from "../loop/call-tool.ts";
import { failedOutcome } from "../loop/tool-outcome.ts";
import type { AgentContext, AgentToolCall, AgentToolCallOutcome, ToolCallHooks } from "./agent-loop-config.ts";
import { createToolCallHost } from "./tool-call-host.ts";

export interface RunToolCallOptions extends ToolCallHooks {
	tools: readonly AgentTool[];
	/** The message that made the call, for the hooks. */
	assistantMessage: AssistantMessage;
	context: AgentContext;
	signal?: AbortSignal;
	onUpdate?: (partial: AgentToolResult) => void;
}

/**
 * Runs one call as the loop would, without events and messages. Never rejects for a failure of the tool or a hook; an
 * aborted signal is looked at before anything else (Q05).
 */
export async function runToolCall(toolCall: AgentToolCall, options: RunToolCallOptions): Promise<AgentToolCallOutcome> {
	const { tools, assistantMessage, context, onUpdate } = options;
	const signal = options.signal ?? new AbortController().signal;
	if (signal.aborted) return failedOutcome(toolCall, "Operation aborted");
	const host = createToolCallHost({ hooks: () => options, context: () => context, emit: () => {} });
	const tool = tools.find(({ name }) => name === toolCall.name);
	const prepared = await prepareCall(host, { assistantMessage, toolCall, tool, ...(onUpdate && { onUpdate }) }, signal);
	return prepared.ready ? runCall(host, prepared, signal) : prepared.outcome;
}
