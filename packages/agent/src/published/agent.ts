import type { ImageContent, Message, StreamOptions } from "@tau/ai";
import type { AgentEvent } from "../contract/event.ts";
import type { AgentMessage } from "../contract/message.ts";
import type { ToolExecutionMode } from "../contract/tool.ts";
import { MessageQueue, type QueueMode } from "../message-queue.ts";
import type {
	AgentLoopConfig,
	AgentLoopTurnUpdate,
	FinishTurn,
	PrepareNextTurnContext,
	PrepareRequest,
	StreamFn,
} from "./agent-loop-config.ts";
import { runConfigured } from "./agent-loop.ts";
import { type AgentInitialState, type AgentState, LiveAgentState } from "./agent-state.ts";
import type { ClientIdentity } from "./client-identity.ts";
import { getDefaultStreamFn } from "./default-stream-fn.ts";
import type { LoopQueues } from "./loop-queues.ts";
import { describeRunFailure } from "./run-failure.ts";

type TurnUpdate = AgentLoopTurnUpdate | undefined;

/** What is handed on to every run as it is, and may be reassigned between runs. */
interface AgentSettings
	extends
		Pick<AgentLoopConfig, "transformContext" | "getApiKey" | "beforeToolCall" | "afterToolCall">,
		Pick<AgentLoopConfig, "onPayload" | "onResponse" | "onProviderStreamEvent">,
		Pick<AgentLoopConfig, "sessionId" | "thinkingBudgets" | "maxRetryDelayMs"> {
	finishTurn?: FinishTurn | undefined;
	prepareRequest?: PrepareRequest | undefined;
	prepareNextTurn?: ((signal?: AbortSignal) => Promise<TurnUpdate> | TurnUpdate) | undefined;
	/** Asked instead of `prepareNextTurn` where both are given. */
	prepareNextTurnWithContext?:
		| ((context: PrepareNextTurnContext, signal?: AbortSignal) => Promise<TurnUpdate> | TurnUpdate)
		| undefined;
	/** Merged over the default identity, field by field. */
	identity?: ClientIdentity | undefined;
}

export interface AgentOptions extends AgentSettings {
	initialState?: AgentInitialState;
	/** Default: the messages of the four roles models know. */
	convertToLlm?: AgentLoopConfig["convertToLlm"];
	/** Default: what `setDefaultStreamFn` installed. */
	streamFn?: StreamFn;
	steeringMode?: QueueMode;
	followUpMode?: QueueMode;
	transport?: string;
	toolExecution?: ToolExecutionMode;
}

/** Called in order, each awaited, after the state has taken the event in. */
export type AgentListener = (event: AgentEvent, signal: AbortSignal) => Promise<void> | void;

interface ActiveRun {
	controller: AbortController;
	idle: Promise<void>;
}

/**
 * A conversation with a model: keeps the transcript, runs one prompt at a time and queues what comes meanwhile (Q05).
 * Failures become the last message of a run and `state.errorMessage`.
 */
export class Agent implements AgentSettings {
	convertToLlm: AgentLoopConfig["convertToLlm"];
	streamFunction: StreamFn;
	transformContext: AgentSettings["transformContext"];
	getApiKey: AgentSettings["getApiKey"];
	onPayload: AgentSettings["onPayload"];
	onResponse: AgentSettings["onResponse"];
	onProviderStreamEvent: AgentSettings["onProviderStreamEvent"];
	beforeToolCall: AgentSettings["beforeToolCall"];
	afterToolCall: AgentSettings["afterToolCall"];
	finishTurn: AgentSettings["finishTurn"];
	prepareRequest: AgentSettings["prepareRequest"];
	prepareNextTurn: AgentSettings["prepareNextTurn"];
	prepareNextTurnWithContext: AgentSettings["prepareNextTurnWithContext"];
	sessionId: string | undefined;
	thinkingBudgets: StreamOptions["thinkingBudgets"] | undefined;
	transport: string;
	maxRetryDelayMs: number | undefined;
	toolExecution: ToolExecutionMode;
	identity: ClientIdentity | undefined;
	readonly #state: LiveAgentState;
	readonly #listeners = new Set<AgentListener>();
	readonly #steering: MessageQueue;
	readonly #followUps: MessageQueue;
	#active: ActiveRun | undefined;

	constructor(options: AgentOptions = {}) {
		this.#state = new LiveAgentState(options.initialState);
		this.#steering = new MessageQueue(options.steeringMode);
		this.#followUps = new MessageQueue(options.followUpMode);
		this.convertToLlm = options.convertToLlm ?? keepModelRoles;
		this.streamFunction = options.streamFn ?? getDefaultStreamFn();
		this.transformContext = options.transformContext;
		this.getApiKey = options.getApiKey;
		this.onPayload = options.onPayload;
		this.onResponse = options.onResponse;
		this.onProviderStreamEvent = options.onProviderStreamEvent;
		this.beforeToolCall = options.beforeToolCall;
		this.afterToolCall = options.afterToolCall;
		this.finishTurn = options.finishTurn;
		this.prepareRequest = options.prepareRequest;
		this.prepareNextTurn = options.prepareNextTurn;
		this.prepareNextTurnWithContext = options.prepareNextTurnWithContext;
		this.sessionId = options.sessionId;
		this.thinkingBudgets = options.thinkingBudgets;
		this.transport = options.transport ?? "auto";
		this.maxRetryDelayMs = options.maxRetryDelayMs;
		this.toolExecution = options.toolExecution ?? "parallel";
		this.identity = options.identity;
	}

	/** Returns what ends the subscription. */
	subscribe(listener: AgentListener): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	get state(): AgentState {
		return this.#state;
	}

	get steeringMode(): QueueMode {
		return this.#steering.mode;
	}

	set steeringMode(mode: QueueMode) {
		this.#steering.mode = mode;
	}

	get followUpMode(): QueueMode {
		return this.#followUps.mode;
	}

	set followUpMode(mode: QueueMode) {
		this.#followUps.mode = mode;
	}

	/** Queues a message for the next request of the run. */
	steer(message: AgentMessage): void {
		this.#steering.push(message);
	}

	/** Queues a message for when the run would end. */
	followUp(message: AgentMessage): void {
		this.#followUps.push(message);
	}

	clearSteeringQueue(): void {
		this.#steering.clear();
	}

	clearFollowUpQueue(): void {
		this.#followUps.clear();
	}

	clearAllQueues(): void {
		this.clearSteeringQueue();
		this.clearFollowUpQueue();
	}

	hasQueuedMessages(): boolean {
		return this.#steering.size > 0 || this.#followUps.size > 0;
	}

	/** What the next turn would take. */
	peekQueuedMessages(): AgentMessage[] {
		return this.#steering.size > 0 ? this.#steering.peek() : this.#followUps.peek();
	}

	get signal(): AbortSignal | undefined {
		return this.#active?.controller.signal;
	}

	abort(): void {
		this.#active?.controller.abort();
	}

	/** Resolves when the run and its listeners are done. */
	waitForIdle(): Promise<void> {
		return this.#active?.idle ?? Promise.resolve();
	}

	/** Forgets the conversation and the queues, keeps prompt and tools. */
	reset(): void {
		this.#state.reset();
		this.clearAllQueues();
	}

	/** Runs until the model has nothing more to do and nothing is queued. */
	async prompt(input: string | AgentMessage | AgentMessage[], images: ImageContent[] = []): Promise<void> {
		if (this.#active) {
			throw new Error(
				"Agent is already processing a prompt. Use steer() or followUp() to queue messages, or wait for completion.",
			);
		}
		await this.#run(toMessages(input, images), this.#queues());
	}

	/** Goes on from the transcript; after an answer, with what is queued. */
	async continue(): Promise<void> {
		if (this.#active) throw new Error("Agent is already processing. Wait for completion before continuing.");
		const last = this.#state.messages.at(-1);
		if (!last) throw new Error("No messages to continue from");
		if (last.role !== "assistant") return this.#run([], this.#queues());
		const steering = this.#steering.take();
		// What it takes here is the first turn's share.
		if (steering.length > 0) return this.#run(steering, skipFirstSteering(this.#queues()));
		const followUps = this.#followUps.take();
		if (followUps.length === 0) throw new Error("Cannot continue from message role: assistant");
		return this.#run(followUps, this.#queues());
	}

	async #run(prompts: readonly AgentMessage[], queues: LoopQueues): Promise<void> {
		const controller = new AbortController();
		const { signal } = controller;
		const { promise: idle, resolve: settle } = createGate();
		this.#active = { controller, idle };
		this.#state.start();
		const emit = (event: AgentEvent): Promise<void> => this.#process(event, signal);
		const { messages, tools, model } = this.#state;
		try {
			const config = this.#createConfig(signal);
			await runConfigured(
				prompts,
				{ context: { messages, tools }, config, emit, queues, streamFn: this.streamFunction },
				signal,
			);
		} catch (error) {
			for (const event of describeRunFailure(model, error, signal)) await emit(event);
		} finally {
			this.#state.stop();
			this.#active = undefined;
			settle();
		}
	}

	async #process(event: AgentEvent, signal: AbortSignal): Promise<void> {
		this.#state.apply(event);
		for (const listener of this.#listeners) await listener(event, signal);
	}

	#queues(): LoopQueues {
		return {
			hasQueued: () => this.hasQueuedMessages(),
			takeSteering: () => this.#steering.take(),
			takeFollowUps: () => this.#followUps.take(),
		};
	}

	#createConfig(signal: AbortSignal): AgentLoopConfig {
		const { model, thinkingLevel } = this.#state;
		return {
			model,
			reasoning: thinkingLevel === "off" ? undefined : thinkingLevel,
			sessionId: this.sessionId,
			thinkingBudgets: this.thinkingBudgets,
			transport: this.transport,
			maxRetryDelayMs: this.maxRetryDelayMs,
			identity: this.identity,
			onPayload: this.onPayload,
			onResponse: this.onResponse,
			onProviderStreamEvent: this.onProviderStreamEvent,
			convertToLlm: this.convertToLlm,
			transformContext: this.transformContext,
			getApiKey: this.getApiKey,
			beforeToolCall: this.beforeToolCall,
			afterToolCall: this.afterToolCall,
			toolExecution: this.toolExecution,
			finishTurn: this.finishTurn,
			prepareRequest: this.prepareRequest,
			prepareNextTurn: (turn) =>
				this.prepareNextTurnWithContext
					? this.prepareNextTurnWithContext(turn, signal)
					: this.prepareNextTurn?.(signal),
			getSteeringMessages: async () => this.#steering.take(),
			getFollowUpMessages: async () => this.#followUps.take(),
		};
	}
}

function keepModelRoles(messages: AgentMessage[]): Message[] {
	const roles = new Set<string>(["system", "user", "assistant", "toolResult"]);
	return messages.filter((message): message is Message => roles.has(message.role));
}

function toMessages(input: string | AgentMessage | AgentMessage[], images: ImageContent[]): AgentMessage[] {
	if (Array.isArray(input)) return input;
	if (typeof input !== "string") return [input];
	return [{ role: "user", content: [{ type: "text", text: input }, ...images], timestamp: Date.now() }];
}

function skipFirstSteering(queues: LoopQueues): LoopQueues {
	let skipped = false;
	const takeSteering = (): ReturnType<LoopQueues["takeSteering"]> => {
		if (skipped) return queues.takeSteering();
		skipped = true;
		return [];
	};
	return { ...queues, takeSteering };
}

function createGate(): { promise: Promise<void>; resolve: () => void } {
	let resolve: () => void = () => {};
	const promise = new Promise<void>((settle) => {
		resolve = settle;
	});
	return { promise, resolve };
}
