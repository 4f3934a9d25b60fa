import type { AssistantMessage, ToolResultMessage } from "@tau/ai";
import type { LoopHost } from "../contract/loop.ts";
import type { AgentMessage } from "../contract/message.ts";
import { runToolBatch } from "./tool-batch.ts";

export interface TurnResult {
	/** What was appended ahead of the request. */
	prepared: readonly AgentMessage[];
	message: AssistantMessage;
	toolResults: ToolResultMessage[];
	/** Every call of the turn asked the run to stop. */
	terminate: boolean;
}

/** One request and the tool calls of its response. */
export async function runTurn(host: LoopHost, signal: AbortSignal): Promise<TurnResult> {
	const prepared = await host.prepareRequest(signal);
	const message = await requestResponse(host, signal);
	const hasCalls = message.content.some((block) => block.type === "toolCall");
	// A response that failed or was cut off may hold calls that the model never finished writing.
	if (!hasCalls || message.stopReason === "error" || message.stopReason === "aborted") {
		return { prepared, message, toolResults: [], terminate: false };
	}
	const batch = await runToolBatch(host, message, signal);
	return { prepared, message, toolResults: batch.messages, terminate: batch.terminate };
}

async function requestResponse(host: LoopHost, signal: AbortSignal): Promise<AssistantMessage> {
	const transcript = await host.transcript();
	const request = await host.toRequest([...transcript], signal);
	const stream = await host.stream(request, signal);
	let started = false;
	for await (const event of stream) {
		if (event.type === "start") {
			started = true;
			await host.emit({ type: "message_start", message: event.partial });
		} else if (event.type === "done" || event.type === "error") break;
		else await host.emit({ type: "message_update", message: event.partial, assistantMessageEvent: event });
	}
	const message = await stream.result();
	if (!started) await host.emit({ type: "message_start", message });
	return (await host.finishMessage(message)) as AssistantMessage;
}
