import type { AssistantMessage, ToolCall, ToolResultMessage } from "@tau/ai";
import type { LoopHost } from "../contract/loop.ts";
import type { AgentTool, ToolCallOutcome } from "../contract/tool.ts";
import { prepareCall, runCall, type PreparedCall } from "./call-tool.ts";
import { toResultMessage } from "./tool-outcome.ts";

/** The results of a response's calls, in source order, and whether they ask the run to stop (TL11). */
export interface ToolBatchResult {
	messages: ToolResultMessage[];
	terminate: boolean;
}

/**
 * Runs all calls of one response. In parallel mode every call is preflighted in source order before the first one runs
 * (TL10); one sequential tool makes the whole batch sequential, each call with its result before the next (TL09).
 */
export async function runToolBatch(
	host: LoopHost,
	message: AssistantMessage,
	signal: AbortSignal,
): Promise<ToolBatchResult> {
	const calls = message.content.filter((block): block is ToolCall => block.type === "toolCall");
	const tools = host.tools();
	const find = (name: string): AgentTool | undefined => tools.find((tool) => tool.name === name);
	const sequential =
		host.toolExecution === "sequential" || calls.some((call) => find(call.name)?.executionMode === "sequential");
	const prepare = (toolCall: ToolCall): Promise<PreparedCall> =>
		prepareCall(host, { assistantMessage: message, toolCall, tool: find(toolCall.name) }, signal);
	const finish = (prepared: PreparedCall): Promise<ToolCallOutcome> =>
		prepared.ready ? runCall(host, prepared, signal) : Promise.resolve(prepared.outcome);

	const outcomes: ToolCallOutcome[] = [];
	const messages: ToolResultMessage[] = [];
	if (sequential) {
		for (const call of calls) {
			const outcome = await finish(await prepare(call));
			outcomes.push(outcome);
			messages.push(await appendResult(host, outcome));
		}
	} else {
		const prepared: PreparedCall[] = [];
		for (const call of calls) prepared.push(await prepare(call));
		outcomes.push(...(await Promise.all(prepared.map(finish))));
		for (const outcome of outcomes) messages.push(await appendResult(host, outcome));
	}
	return { messages, terminate: outcomes.length > 0 && outcomes.every((outcome) => outcome.result.terminate === true) };
}

async function appendResult(host: LoopHost, outcome: ToolCallOutcome): Promise<ToolResultMessage> {
	const message = toResultMessage(outcome, host.now());
	await host.emit({ type: "message_start", message });
	return (await host.finishMessage(message)) as ToolResultMessage;
}
