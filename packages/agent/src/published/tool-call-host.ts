import type { AgentEvent } from "../contract/event.ts";
import type { ToolCallContext, ToolCallOutcome } from "../contract/tool.ts";
import type { ToolCallHost } from "../loop/call-tool.ts";
import { failedOutcome } from "../loop/tool-outcome.ts";
import type { AfterToolCallResult, AgentContext, BeforeToolCallContext, ToolCallHooks } from "./agent-loop-config.ts";

export interface ToolCallSurroundings {
	hooks(): ToolCallHooks;
	context(): AgentContext;
	emit(event: AgentEvent): void | Promise<void>;
}

/** The path of a call with the published hooks around it, fenced: what a hook throws is the result of that call. */
export function createToolCallHost({ hooks, context, emit }: ToolCallSurroundings): ToolCallHost {
	const about = ({ assistantMessage, toolCall, input }: ToolCallContext): BeforeToolCallContext => ({
		assistantMessage,
		toolCall,
		args: input,
		context: context(),
	});
	return {
		emit,
		monotonic: () => performance.now(),
		execute: (tool, call, run) => tool.execute(call.toolCall.id, call.input, run.signal, run.onUpdate),
		async gate(call, signal) {
			try {
				return await hooks().beforeToolCall?.(about(call), signal);
			} catch (error) {
				return { block: true, reason: textOf(error) };
			}
		},
		async patchResult(call, outcome, signal) {
			const { result, isError } = outcome;
			try {
				const patch = await hooks().afterToolCall?.({ ...about(call), result, isError }, signal);
				return patch ? patchOutcome(outcome, patch) : outcome;
			} catch (error) {
				const { durationMs } = outcome;
				return { ...failedOutcome(call.toolCall, textOf(error)), ...(durationMs !== undefined && { durationMs }) };
			}
		},
	};
}

function patchOutcome(outcome: ToolCallOutcome, { isError, ...patch }: AfterToolCallResult): ToolCallOutcome {
	const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
	const result = { ...outcome.result, ...given };
	// It described the content that is gone.
	if (patch.content !== undefined && patch.structuredContent === undefined) delete result.structuredContent;
	return { ...outcome, result, isError: isError ?? outcome.isError };
}

function textOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
