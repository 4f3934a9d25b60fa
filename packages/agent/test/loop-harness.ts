import type { AssistantMessage, AssistantMessageEvent, AssistantMessageStream, ToolCall } from "@tau/ai";
import {
	runLoop,
	type AgentEvent,
	type AgentMessage,
	type AgentTool,
	type AgentToolResult,
	type LoopHost,
} from "@tau/agent";

/** One scripted response of the model. */
export type Reply = { text?: string; calls?: { name: string; args?: ToolCall["arguments"] }[]; error?: string };

export interface Harness {
	host: LoopHost;
	/** Every event as a short line, in order. */
	log: string[];
	transcript: AgentMessage[];
	steering: AgentMessage[];
	followUps: AgentMessage[];
	run(text: string, signal?: AbortSignal): Promise<AgentMessage[]>;
}

export interface HarnessOptions extends Partial<
	Pick<LoopHost, "gate" | "patchResult" | "finishTurn" | "finishMessage">
> {
	replies: Reply[];
	tools?: AgentTool[];
}

export function createHarness({ replies, tools = [], ...overrides }: HarnessOptions): Harness {
	const log: string[] = [];
	const transcript: AgentMessage[] = [];
	const steering: AgentMessage[] = [];
	const followUps: AgentMessage[] = [];
	const pending = [...replies];
	let calls = 0;
	const host: LoopHost = {
		transcript: () => transcript,
		toRequest: async (messages) => messages.filter((message) => message.role !== "custom") as never,
		stream: (_messages, signal) =>
			replay(signal.aborted ? { error: "aborted" } : (pending.shift() ?? { text: "over" }), () => ++calls),
		tools: () => tools,
		toolExecution: "parallel",
		now: () => 1,
		monotonic: () => 1,
		emit: (event) => void log.push(describe(event)),
		finishMessage: (message) => {
			log.push(`message_end ${message.role}`);
			transcript.push(message);
			return message;
		},
		gate: async () => undefined,
		patchResult: async (_call, outcome) => outcome,
		execute: (tool, call, run) => tool.execute(call.toolCall.id, call.input, run.signal, run.onUpdate),
		finishTurn: async () => undefined,
		prepareNextTurn: async () => void log.push("prepareNextTurn"),
		prepareRequest: async () => [],
		hasQueued: () => steering.length + followUps.length > 0,
		takeSteering: () => steering.splice(0, 1),
		takeFollowUps: () => followUps.splice(0, 1),
		...overrides,
	};
	return {
		host,
		log,
		transcript,
		steering,
		followUps,
		run: (text, signal = new AbortController().signal) => runLoop(host, [user(text)], signal),
	};
}

export function user(text: string): AgentMessage {
	return { role: "user", content: text, timestamp: 0 };
}

/** A tool that answers with its name, or with what `run` gives. */
export function tool(
	name: string,
	run?: (input: never, signal: AbortSignal) => Promise<AgentToolResult> | AgentToolResult,
): AgentTool {
	return {
		name,
		label: name,
		description: name,
		parameters: { type: "object", properties: { n: { type: "number" } } },
		execute: async (_id, params, signal) => (run ? run(params as never, signal as AbortSignal) : textResult(name)),
	};
}

export function textResult(text: string, more: Partial<AgentToolResult> = {}): AgentToolResult {
	return { content: [{ type: "text", text }], ...more };
}

/** The texts of the results the transcript holds, in order. */
export function resultTexts(transcript: readonly AgentMessage[]): string[] {
	return transcript.flatMap((message) => {
		if (message.role !== "toolResult") return [];
		const block = message.content[0];
		return [`${block?.type === "text" ? block.text : "image"}${message.isError ? " (error)" : ""}`];
	});
}

export function replay(reply: Reply, nextId: () => number): AssistantMessageStream {
	const message: AssistantMessage = {
		role: "assistant",
		content: [
			...(reply.text !== undefined ? [{ type: "text" as const, text: reply.text }] : []),
			...(reply.calls ?? []).map(({ name, args }) => ({
				type: "toolCall" as const,
				id: `c${nextId()}`,
				name,
				arguments: args ?? {},
			})),
		],
		api: "test",
		provider: "test",
		model: "test",
		usage: {
			input: 0,
			output: 0,
			cacheRead: 0,
			cacheWrite: 0,
			totalTokens: 0,
			cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
		},
		stopReason:
			reply.error === undefined ? (reply.calls ? "toolUse" : "stop") : reply.error === "aborted" ? "aborted" : "error",
		...(reply.error !== undefined && { errorMessage: reply.error }),
		timestamp: 0,
	};
	const events: AssistantMessageEvent[] =
		reply.error === undefined
			? [
					{ type: "start", partial: message },
					{ type: "done", reason: "stop", message },
				]
			: [{ type: "error", reason: "error", error: message }];
	return {
		async *[Symbol.asyncIterator]() {
			yield* events;
		},
		result: async () => message,
	};
}

function describe(event: AgentEvent): string {
	if ("toolName" in event) return `${event.type} ${event.toolName}`;
	if (event.type === "message_start" || event.type === "message_update") return `${event.type} ${event.message.role}`;
	return event.type;
}
