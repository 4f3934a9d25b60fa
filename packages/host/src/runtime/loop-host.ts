import type { AgentMessage, LoopHost } from "@tau/agent";
import type { AssistantMessageStream, Message, StreamOptions, NestedToolCalls } from "@tau/ai";
import type { Dispatcher } from "../extensions/hooks/dispatch.ts";
import type { Announcer } from "./announce.ts";
import type { PendingInputs } from "./input/pending-inputs.ts";
import type { NestedCalls } from "./nested-calls.ts";
import type { PromptState } from "./prompt-state.ts";
import type { Queues } from "./queues.ts";
import type { Record } from "./record.ts";
import type { ToolSet } from "./tool-set.ts";
import type { AutoCompaction } from "./turn/auto-compaction.ts";
import { buildRequest } from "./turn/build-request.ts";
import type { LastAnswer } from "./turn/last-answer.ts";
import { providerHooks } from "./turn/provider-hooks.ts";
import type { Retry } from "./turn/retry.ts";
import { askToolGate, patchToolResult } from "./turn/tool-gate.ts";
import type { TurnBoundary } from "./turn/turn-boundary.ts";

export interface LoopHostParts {
	readonly dispatcher: Dispatcher;
	readonly announcer: Announcer;
	readonly record: Record;
	readonly queues: Queues;
	readonly inputs: PendingInputs;
	readonly tools: ToolSet;
	readonly prompt: PromptState;
	readonly boundary: TurnBoundary;
	readonly answers: LastAnswer;
	readonly retry: Retry;
	readonly nested: NestedCalls;
	readonly compaction: AutoCompaction;
	/** `images.blockImages` of the settings. */
	readonly blockImages: boolean;
	transcript(): AgentMessage[];
	/** Starts a request with the session's model, level and credentials. */
	stream(messages: Message[], options: StreamOptions): AssistantMessageStream | Promise<AssistantMessageStream>;
	now(): number;
	monotonic(): number;
}

/** What a run of this session needs from its parts; every line here is a delegation. */
export function createLoopHost(parts: LoopHostParts): LoopHost {
	const { dispatcher, announcer, record, queues, inputs, tools, prompt, boundary, answers, retry } = parts;
	const request = { dispatcher, blockImages: parts.blockImages, forcedPrompt: () => prompt.forced };
	const nestedCallsOf = (id: string): NestedToolCalls | undefined => parts.nested.recordOf(id);
	return {
		transcript: () => parts.transcript(),
		toRequest: (messages) => buildRequest(request, messages),
		stream: (messages, signal) => parts.stream(messages, { ...providerHooks(dispatcher), signal }),
		tools: () => tools.active(),
		toolExecution: "parallel",
		now: parts.now,
		monotonic: parts.monotonic,
		emit: (event) =>
			announcer.agentEvent(
				event.type === "message_start" ? { ...event, message: withNestedCalls(event.message, nestedCallsOf) } : event,
			),
		finishMessage: async (given) => {
			const received = withNestedCalls(given, (id) => parts.nested.takeRecord(id));
			const message = await record.finish(received);
			await inputs.settledSoon();
			if (received.role !== "assistant" || message.role !== "assistant") return message;
			await retry.answered(answers.note(received, { message, entryId: record.entryId(message) }));
			return message;
		},
		gate: (call, signal) => askToolGate(dispatcher, call, { signal }),
		patchResult: (call, outcome) => patchToolResult(dispatcher, call, { outcome }),
		execute: (tool, call, { signal, onUpdate }) => tool.execute(call.toolCall.id, call.input, signal, onUpdate),
		finishTurn: async (turn) => {
			const decision = await boundary.finishTurn(turn);
			await inputs.settledSoon();
			return decision;
		},
		prepareNextTurn: (_turn, signal) => parts.compaction.beforeTurn(signal),
		prepareRequest: async () => {
			// Tools or sections may have changed while the last turn ran.
			const patch = prompt.patch(parts.transcript(), parts.now());
			if (!patch) return [];
			await announcer.agentEvent({ type: "message_start", message: patch });
			return [await record.finish(patch)];
		},
		hasQueued: () => queues.pending,
		takeSteering: () => queues.takeSteering(),
		takeFollowUps: () => queues.takeFollowUps(),
	};
}

/** The result of a call says what the call itself called (TC4). */
function withNestedCalls(
	message: AgentMessage,
	recordOf: (toolCallId: string) => NestedToolCalls | undefined,
): AgentMessage {
	if (message.role !== "toolResult") return message;
	const nestedCalls = recordOf(message.toolCallId);
	return nestedCalls ? { ...message, nestedCalls } : message;
}
