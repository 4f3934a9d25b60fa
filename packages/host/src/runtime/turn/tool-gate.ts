import type { AgentToolResult, ToolCallContext, ToolCallOutcome, ToolGateDecision } from "@tau/agent";
import type { Dispatcher } from "../../extensions/hooks/dispatch.ts";
import type { ToolCallEvent, ToolResultEvent } from "../../extension-api/events/tool-events.ts";

/** Asks the extensions before a call (E35). Changes of `input` reach the tool; a failing guard refuses the call. */
export async function askToolGate(
	dispatcher: Dispatcher,
	{ toolCall, input }: ToolCallContext,
	{ signal, parentToolCallId }: { signal: AbortSignal; parentToolCallId?: string },
): Promise<ToolGateDecision | undefined> {
	const event: ToolCallEvent = {
		type: "tool_call",
		toolName: toolCall.name,
		toolCallId: toolCall.id,
		input,
		...(parentToolCallId !== undefined && { parentToolCallId }),
	};
	const outcome = await dispatcher.veto("tool_call", event, { signal });
	if (!outcome) return undefined;
	if (outcome.type === "refused") {
		const { message, owner, heldUp } = outcome.refusal;
		// PC-14: the transcript says who held the call up.
		const abortReason = `Operation aborted while ${owner.path} was asked (tool_call)`;
		return { block: true, reason: message, ...(heldUp && { abortReason }) };
	}
	return outcome.type === "stopped" ? outcome.answer : undefined;
}

/** Lets the extensions patch a result (E36). */
export async function patchToolResult(
	dispatcher: Dispatcher,
	{ toolCall, input }: ToolCallContext,
	options: { outcome: ToolCallOutcome; parentToolCallId?: string },
): Promise<ToolCallOutcome> {
	const { outcome, parentToolCallId } = options;
	const { result } = outcome;
	const event: ToolResultEvent = {
		type: "tool_result",
		toolName: toolCall.name,
		toolCallId: toolCall.id,
		input,
		content: result.content,
		details: result.details,
		...(result.structuredContent !== undefined && { structuredContent: result.structuredContent }),
		isError: outcome.isError,
		...(result.usage && { usage: result.usage }),
		...(parentToolCallId !== undefined && { parentToolCallId }),
	};
	const patched = await dispatcher.patch("tool_result", event);
	return patched ? applyPatched(outcome, patched) : outcome;
}

function applyPatched(outcome: ToolCallOutcome, event: ToolResultEvent): ToolCallOutcome {
	const { terminate } = outcome.result;
	const result: AgentToolResult = {
		content: event.content,
		details: event.details,
		...(event.structuredContent !== undefined && { structuredContent: event.structuredContent }),
		...(event.usage && { usage: event.usage }),
		...(terminate !== undefined && { terminate }),
	};
	return { ...outcome, result, isError: event.isError };
}
