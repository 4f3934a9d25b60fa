import type { AgentEvent, AgentMessage, AgentOptions, AgentToolCall } from "@tau/agent";
import { Agent } from "@tau/agent";
import type { AssistantMessage, Message, Model, SimpleStreamOptions } from "@tau/ai";
import { type Reply, replay } from "./loop-harness.ts";

export const MODEL: Model = {
	id: "m",
	name: "m",
	api: "test",
	provider: "p",
	baseUrl: "",
	reasoning: true,
	input: ["text"],
	cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
	contextWindow: 1000,
	maxTokens: 100,
};

export interface AskedRequest {
	messages: string[];
	options: SimpleStreamOptions;
}

export interface AgentHarness {
	agent: Agent;
	/** Every event as a short line, in order. */
	log: string[];
	/** What the model was asked. */
	requests: AskedRequest[];
}

/** An agent on a scripted model. */
export function createAgent(replies: Reply[], options: AgentOptions = {}): AgentHarness {
	const log: string[] = [];
	const requests: AskedRequest[] = [];
	const agent = new Agent({
		streamFn: playReplies(replies, requests),
		...options,
		initialState: { model: MODEL, ...options.initialState },
	});
	agent.subscribe((event) => void log.push(describeEvent(event)));
	return { agent, log, requests };
}

export function playReplies(
	replies: readonly Reply[],
	requests: AskedRequest[] = [],
): NonNullable<AgentOptions["streamFn"]> {
	const left = [...replies];
	let calls = 0;
	return (_model, { messages }: { messages: Message[] }, asked = {}) => {
		requests.push({ messages: messages.map(describeMessage), options: asked });
		const reply = asked.signal?.aborted ? { error: "aborted" } : (left.shift() ?? { text: "over" });
		return replay(reply, () => ++calls);
	};
}

export function describeMessage(message: AgentMessage): string {
	if (message.role === "system") {
		const added = message.toolsAdded?.map(({ name }) => ` +${name}`).join("") ?? "";
		return `system ${textOf(message.content)}${added}${message.toolsRemoved?.map(({ name }) => ` -${name}`).join("") ?? ""}`;
	}
	const failure = message.role === "assistant" && message.errorMessage ? `${message.errorMessage}!` : "";
	// Other packages add roles of their own; none of these is in these tests.
	return `${message.role} ${textOf((message as Message).content)}${failure}`;
}

export function describeEvent(event: AgentEvent): string {
	if (event.type === "agent_end") return `agent_end ${event.messages.map(describeMessage).join(", ")}`;
	if ("message" in event) return `${event.type} ${event.message.role}`;
	return "toolCallId" in event ? `${event.type} ${event.toolCallId}` : event.type;
}

export function callOf(name: string): { toolCall: AgentToolCall; assistantMessage: AssistantMessage } {
	const toolCall: AgentToolCall = { type: "toolCall", id: "c1", name, arguments: {} };
	const assistantMessage: AssistantMessage = {
		role: "assistant",
		content: [toolCall],
		api: "test",
		provider: "p",
		model: "m",
		usage: {
			input: 0,
			output: 0,
			cacheRead: 0,
			cacheWrite: 0,
			totalTokens: 0,
			cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
		},
		stopReason: "toolUse",
		timestamp: 0,
	};
	return { toolCall, assistantMessage };
}

function textOf(content: Message["content"]): string {
	if (typeof content === "string") return content;
	return content.map((block) => (block.type === "text" ? block.text : `[${block.type}]`)).join("");
}
