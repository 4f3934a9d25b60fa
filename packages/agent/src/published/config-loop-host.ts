import type { AssistantMessageStream, Message, StreamOptions } from "@tau/ai";
import type { AgentEvent } from "../contract/event.ts";
import type { FinishedTurn, LoopHost, ToolRun, TurnDecision } from "../contract/loop.ts";
import type { AgentMessage } from "../contract/message.ts";
import type {
	AgentTool,
	AgentToolResult,
	ToolCallContext,
	ToolCallOutcome,
	ToolExecutionMode,
	ToolGateDecision,
} from "../contract/tool.ts";
import type { ToolCallHost } from "../loop/call-tool.ts";
import type {
	AgentContext,
	AgentLoopConfig,
	AgentRequestUpdate,
	AgentTurnContext,
	StreamFn,
} from "./agent-loop-config.ts";
import { DEFAULT_AGENT_IDENTITY } from "./client-identity.ts";
import { createPolledQueues, type LoopQueues } from "./loop-queues.ts";
import { createToolCallHost } from "./tool-call-host.ts";
import { describeToolChanges } from "./tool-changes.ts";

export interface ConfiguredRun {
	context: AgentContext;
	config: AgentLoopConfig;
	emit: (event: AgentEvent) => void | Promise<void>;
	streamFn: StreamFn;
	/** Default: the callbacks of the configuration. */
	queues?: LoopQueues;
}

/** What the loop needs, made of a published configuration and a copy of the context it starts with (Q05). */
export class ConfigLoopHost implements LoopHost {
	readonly toolExecution: ToolExecutionMode;
	readonly #run: ConfiguredRun;
	readonly #queues: LoopQueues;
	readonly #calls: ToolCallHost;
	/** Model and thinking level are replaced on the way. */
	#config: AgentLoopConfig;
	#context: AgentContext;
	/** Messages of `prepareNextTurn`: they stand in front of what was queued. */
	#injected: AgentMessage[] = [];

	constructor(run: ConfiguredRun) {
		this.#run = run;
		this.#config = run.config;
		this.#context = copyContext(run.context);
		this.#queues = run.queues ?? createPolledQueues(run.config);
		this.toolExecution = run.config.toolExecution ?? "parallel";
		this.#calls = createToolCallHost({
			hooks: () => run.config,
			context: () => this.#context,
			emit: run.emit,
		});
	}

	/** What the model is told ahead of the messages a run starts with. */
	announceTools(): AgentMessage[] {
		const changes = describeToolChanges(this.#context, this.now());
		return changes ? [changes] : [];
	}

	transcript(): AgentMessage[] {
		return this.#context.messages;
	}

	async toRequest(messages: AgentMessage[], signal: AbortSignal): Promise<Message[]> {
		const { transformContext, convertToLlm } = this.#config;
		return convertToLlm(transformContext ? await transformContext(messages, signal) : messages);
	}

	async stream(messages: Message[], signal: AbortSignal): Promise<AssistantMessageStream> {
		const config = this.#config;
		const apiKey = (await config.getApiKey?.(config.model.provider)) || config.apiKey;
		const identity = { ...DEFAULT_AGENT_IDENTITY, ...config.identity };
		// The whole configuration goes along, as published: a stream function of the caller's may know more of it. An
		// option that is there and undefined means the same as one that is not.
		const options = { ...config, apiKey, identity, signal } as StreamOptions;
		return this.#run.streamFn(config.model, { messages }, options);
	}

	tools(): readonly AgentTool[] {
		return this.#context.tools ?? [];
	}

	now(): number {
		return Date.now();
	}

	monotonic(): number {
		return performance.now();
	}

	emit(event: AgentEvent): void | Promise<void> {
		return this.#run.emit(event);
	}

	async finishMessage(message: AgentMessage): Promise<AgentMessage> {
		this.#context.messages.push(message);
		await this.#run.emit({ type: "message_end", message });
		return message;
	}

	gate(call: ToolCallContext, signal: AbortSignal): Promise<ToolGateDecision | undefined> {
		return this.#calls.gate(call, signal);
	}

	patchResult(call: ToolCallContext, outcome: ToolCallOutcome, signal: AbortSignal): Promise<ToolCallOutcome> {
		return this.#calls.patchResult(call, outcome, signal);
	}

	execute(tool: AgentTool, call: ToolCallContext, run: ToolRun): Promise<AgentToolResult> {
		return this.#calls.execute(tool, call, run);
	}

	async finishTurn(turn: FinishedTurn, signal: AbortSignal): Promise<TurnDecision> {
		const decision = await this.#config.finishTurn?.(this.#describeTurn(turn), signal);
		return decision ? decision.action : undefined;
	}

	async prepareNextTurn(turn: FinishedTurn): Promise<void> {
		const update = await this.#config.prepareNextTurn?.(this.#describeTurn(turn));
		if (!update) return;
		this.#apply(update);
		this.#injected.push(...(update.messages ?? []));
	}

	async prepareRequest(signal: AbortSignal): Promise<readonly AgentMessage[]> {
		const added = await this.#append(this.#injected.splice(0));
		const { model, reasoning: thinkingLevel = "off" } = this.#config;
		const update = await this.#config.prepareRequest?.({ context: this.#context, model, thinkingLevel }, signal);
		if (update) this.#apply(update);
		return [...added, ...(await this.#append(this.announceTools()))];
	}

	hasQueued(): boolean | Promise<boolean> {
		return this.#queues.hasQueued();
	}

	async takeSteering(): Promise<AgentMessage[]> {
		const steering = await this.#queues.takeSteering();
		// Without any, what is injected waits for the follow-ups of this turn, or for its request.
		return steering.length > 0 ? [...this.#injected.splice(0), ...steering] : [];
	}

	async takeFollowUps(): Promise<AgentMessage[]> {
		return [...this.#injected.splice(0), ...(await this.#queues.takeFollowUps())];
	}

	async #append(messages: AgentMessage[]): Promise<AgentMessage[]> {
		for (const message of messages) {
			await this.#run.emit({ type: "message_start", message });
			await this.finishMessage(message);
		}
		return messages;
	}

	#describeTurn({ message, toolResults, newMessages }: FinishedTurn): AgentTurnContext {
		return { message, toolResults: [...toolResults], context: this.#context, newMessages: [...newMessages] };
	}

	#apply({ context, model, thinkingLevel }: AgentRequestUpdate): void {
		if (context) this.#context = copyContext(context);
		this.#config = {
			...this.#config,
			...(model && { model }),
			...(thinkingLevel && { reasoning: thinkingLevel === "off" ? undefined : thinkingLevel }),
		};
	}
}

function copyContext({ messages, tools }: AgentContext): AgentContext {
	return { messages: [...messages], tools: [...(tools ?? [])] };
}
