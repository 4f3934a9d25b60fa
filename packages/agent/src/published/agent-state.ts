import {
	getCurrentSystemMessage,
	getCurrentSystemPrompt,
	type Model,
	type SystemMessage,
	type ThinkingLevel,
	toToolDeclaration,
} from "@tau/ai";
import type { AgentEvent } from "../contract/event.ts";
import type { AgentMessage } from "../contract/message.ts";
import type { AgentTool } from "../contract/tool.ts";

/** What an agent knows and does. The two lists are copied when they are assigned. */
export interface AgentState {
	/** As the system messages of the transcript say. */
	readonly systemPrompt: string;
	model: Model;
	thinkingLevel: ThinkingLevel;
	get tools(): AgentTool[];
	/** The model is told of changes before the next request. */
	set tools(tools: AgentTool[]);
	get messages(): AgentMessage[];
	set messages(messages: AgentMessage[]);
	/** Until the listeners of `agent_end` are done. */
	readonly isStreaming: boolean;
	/** The message that has begun and not ended. */
	readonly streamingMessage?: AgentMessage | undefined;
	/** Ids of the calls that have begun and not ended. */
	readonly pendingToolCalls: ReadonlySet<string>;
	/** Why the last turn failed. */
	readonly errorMessage?: string | undefined;
}

/** What a new agent starts with; prompt and tools become its first message, unless `messages` begins with one. */
export interface AgentInitialState {
	systemPrompt?: string | undefined;
	model?: Model | undefined;
	thinkingLevel?: ThinkingLevel | undefined;
	tools?: AgentTool[] | undefined;
	messages?: AgentMessage[] | undefined;
}

/** The state behind an agent: its owner tells it what happens. */
export class LiveAgentState implements AgentState {
	model: Model;
	thinkingLevel: ThinkingLevel;
	isStreaming = false;
	streamingMessage: AgentMessage | undefined;
	pendingToolCalls: ReadonlySet<string> = new Set();
	errorMessage: string | undefined;
	#tools: AgentTool[];
	#messages: AgentMessage[];

	constructor(initial: AgentInitialState = {}) {
		this.model = initial.model ?? createUnknownModel();
		this.thinkingLevel = initial.thinkingLevel ?? "off";
		this.#tools = [...(initial.tools ?? [])];
		this.#messages = withLeadingPrompt(initial);
	}

	get systemPrompt(): string {
		return getCurrentSystemPrompt(this.#messages);
	}

	get tools(): AgentTool[] {
		return this.#tools;
	}

	set tools(tools: AgentTool[]) {
		this.#tools = [...tools];
	}

	get messages(): AgentMessage[] {
		return this.#messages;
	}

	set messages(messages: AgentMessage[]) {
		this.#messages = [...messages];
	}

	start(): void {
		this.isStreaming = true;
		this.streamingMessage = undefined;
		this.errorMessage = undefined;
	}

	/** Takes in what happens before anybody hears of it. */
	apply(event: AgentEvent): void {
		switch (event.type) {
			case "message_start":
			case "message_update":
				this.streamingMessage = event.message;
				break;
			case "message_end":
				this.streamingMessage = undefined;
				this.#messages.push(event.message);
				break;
			case "tool_execution_start":
				this.pendingToolCalls = new Set([...this.pendingToolCalls, event.toolCallId]);
				break;
			case "tool_execution_end":
				this.pendingToolCalls = new Set([...this.pendingToolCalls].filter((id) => id !== event.toolCallId));
				break;
			case "turn_end":
				if (event.message.role === "assistant" && event.message.errorMessage) {
					this.errorMessage = event.message.errorMessage;
				}
				break;
			case "agent_end":
				this.streamingMessage = undefined;
				break;
			default:
				break;
		}
	}

	stop(): void {
		this.isStreaming = false;
		this.streamingMessage = undefined;
		this.pendingToolCalls = new Set();
	}

	/** Back to the prompt and tools that the transcript tells now. */
	reset(): void {
		const baseline = getCurrentSystemMessage(this.#messages);
		this.#messages = baseline ? [baseline] : [];
		this.streamingMessage = undefined;
		this.pendingToolCalls = new Set();
		this.errorMessage = undefined;
	}
}

function withLeadingPrompt({ systemPrompt = "", tools = [], messages = [] }: AgentInitialState): AgentMessage[] {
	const told = messages[0]?.role === "system" || (systemPrompt === "" && tools.length === 0);
	if (told) return [...messages];
	const leading: SystemMessage = {
		role: "system",
		content: systemPrompt,
		...(tools.length > 0 && { toolsAdded: tools.map(toToolDeclaration) }),
		timestamp: Date.now(),
	};
	return [leading, ...messages];
}

/** Stands where none was chosen, so that a stream function can say so. */
function createUnknownModel(): Model {
	return {
		id: "unknown",
		name: "unknown",
		api: "unknown",
		provider: "unknown",
		baseUrl: "",
		reasoning: false,
		input: [],
		cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
		contextWindow: 0,
		maxTokens: 0,
	};
}
