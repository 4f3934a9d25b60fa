import { type AssistantMessage, emptyUsage, type Model } from "@tau/ai";
import type { AgentEvent } from "../contract/event.ts";

/** How a run ends that something thrown has cut off: an assistant message that says so, and nothing else. */
export function describeRunFailure(model: Model, error: unknown, signal: AbortSignal | undefined): AgentEvent[] {
	const message: AssistantMessage = {
		role: "assistant",
		content: [{ type: "text", text: "" }],
		api: model.api,
		provider: model.provider,
		model: model.id,
		usage: emptyUsage(),
		stopReason: signal?.aborted ? "aborted" : "error",
		errorMessage: error instanceof Error ? error.message : String(error),
		timestamp: Date.now(),
	};
	return [
		{ type: "message_start", message },
		{ type: "message_end", message },
		{ type: "turn_end", message, toolResults: [] },
		{ type: "agent_end", messages: [message] },
	];
}
