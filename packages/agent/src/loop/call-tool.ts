import type { AssistantMessage, ToolCall } from "@tau/ai";
import type { LoopHost } from "../contract/loop.ts";
import type { AgentTool, AgentToolResult, ToolCallContext, ToolCallOutcome } from "../contract/tool.ts";
import { errorResult, failedOutcome, malformedResult } from "./tool-outcome.ts";
import { validateArguments } from "./validate-arguments.ts";

/** What a call needs from the loop; nested calls use the same path with their parent's id (TC2, TC3). */
export type ToolCallHost = Pick<LoopHost, "emit" | "gate" | "patchResult" | "execute" | "monotonic">;

export interface ToolCallRequest {
	assistantMessage: AssistantMessage;
	toolCall: ToolCall;
	/** `undefined` when no tool of that name can be called. */
	tool: AgentTool | undefined;
	parentToolCallId?: string;
	/** Also receives the partial results, besides the events. */
	onUpdate?: (partial: AgentToolResult) => void;
}

/** A call that passed preflight and waits to run, or one that is already decided. */
export type PreparedCall =
	| { ready: true; request: ToolCallRequest; tool: AgentTool; context: ToolCallContext }
	| { ready: false; outcome: ToolCallOutcome };

const ABORTED = "Operation aborted";

/**
 * First half of the one path to every tool: announce, validate, ask the gate (E23, E35). A refused call never runs;
 * its end is announced here.
 */
export async function prepareCall(
	host: ToolCallHost,
	request: ToolCallRequest,
	signal: AbortSignal,
): Promise<PreparedCall> {
	const { toolCall } = request;
	await host.emit({ type: "tool_execution_start", ...identity(request), args: toolCall.arguments });
	const decided = async (outcome: ToolCallOutcome): Promise<PreparedCall> => {
		await announceEnd(host, request, outcome);
		return { ready: false, outcome };
	};
	if (!request.tool) return decided(failedOutcome(toolCall, `Tool ${toolCall.name} not found`));
	if (signal.aborted) return decided(failedOutcome(toolCall, ABORTED));
	const validated = await validateArguments(request.tool, toolCall);
	if (!validated.ok) return decided(failedOutcome(toolCall, validated.message));
	const context: ToolCallContext = { assistantMessage: request.assistantMessage, toolCall, input: validated.input };
	const decision = await host.gate(context, signal);
	if (signal.aborted) return decided(failedOutcome(toolCall, decision?.abortReason ?? ABORTED));
	if (decision?.block) {
		const outcome = failedOutcome(toolCall, decision.reason || "Tool execution was blocked");
		if (decision.terminate) outcome.result.terminate = true;
		return decided(outcome);
	}
	return { ready: true, request, tool: request.tool, context };
}

/** Second half: run, let hooks patch the result, announce the end. Never rejects for a failure of the tool. */
export async function runCall(
	host: ToolCallHost,
	prepared: Extract<PreparedCall, { ready: true }>,
	signal: AbortSignal,
): Promise<ToolCallOutcome> {
	const { request } = prepared;
	const executed = await executeTool(host, prepared, signal);
	const outcome = await host.patchResult(prepared.context, executed, signal);
	await announceEnd(host, request, outcome);
	return outcome;
}

async function executeTool(
	host: ToolCallHost,
	{ request, tool, context }: Extract<PreparedCall, { ready: true }>,
	signal: AbortSignal,
): Promise<ToolCallOutcome> {
	const { toolCall } = request;
	// Another call of the batch may have been aborted while this one waited for its turn.
	if (signal.aborted) return failedOutcome(toolCall, ABORTED);
	const updates = new UpdateQueue((partial) => announceUpdate(host, request, partial));
	const started = host.monotonic();
	let result: AgentToolResult;
	let isError: boolean;
	try {
		result = await host.execute(tool, context, {
			signal,
			onUpdate: (partial) => {
				request.onUpdate?.(partial);
				updates.push(partial);
			},
		});
		const problem = malformedResult(result);
		isError = problem !== undefined || result.isError === true;
		if (problem !== undefined) result = errorResult(`Tool ${tool.name} ${problem}`);
	} catch (error) {
		isError = true;
		result = errorResult(error instanceof Error ? error.message : String(error));
	}
	const durationMs = Math.round(host.monotonic() - started);
	await updates.close();
	return { toolCall, result, isError, durationMs };
}

/** Announces partial results in order, one at a time; what comes after closing is dropped (E24). */
class UpdateQueue {
	readonly #announce: (partial: AgentToolResult) => Promise<void>;
	#tail: Promise<void> | undefined;
	#closed = false;

	constructor(announce: (partial: AgentToolResult) => Promise<void>) {
		this.#announce = announce;
	}

	push(partial: AgentToolResult): void {
		if (this.#closed) return;
		const announced = (this.#tail ?? Promise.resolve()).then(() => this.#announce(partial));
		this.#tail = announced;
	}

	async close(): Promise<void> {
		this.#closed = true;
		await this.#tail;
	}
}

async function announceUpdate(
	host: ToolCallHost,
	request: ToolCallRequest,
	partialResult: AgentToolResult,
): Promise<void> {
	await host.emit({
		type: "tool_execution_update",
		...identity(request),
		args: request.toolCall.arguments,
		partialResult,
	});
}

async function announceEnd(host: ToolCallHost, request: ToolCallRequest, outcome: ToolCallOutcome): Promise<void> {
	await host.emit({
		type: "tool_execution_end",
		...identity(request),
		result: outcome.result,
		isError: outcome.isError,
		...(outcome.durationMs !== undefined && { durationMs: outcome.durationMs }),
	});
}

function identity({ toolCall, parentToolCallId }: ToolCallRequest): {
	toolCallId: string;
	toolName: string;
	parentToolCallId?: string;
} {
	return {
		toolCallId: toolCall.id,
		toolName: toolCall.name,
		...(parentToolCallId !== undefined && { parentToolCallId }),
	};
}
