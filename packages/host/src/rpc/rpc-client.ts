import type { AgentMessage, QueueMode } from "@tau/agent";
import type { ImageContent, Model, ThinkingLevel } from "@tau/ai";
import { systemClock } from "../base/clock.ts";
import type { BashResult } from "../extension-api/events/input-events.ts";
import type { CompactionResult } from "../extension-api/events/session-events.ts";
import type { ForkPoint } from "../runtime/fork-points.ts";
import type { QueuedInputDisposition } from "../runtime/input/enqueue.ts";
import type { Disposition } from "../runtime/input/submit.ts";
import type { ModelCycleResult } from "../runtime/model-choice.ts";
import type { SessionStats } from "../runtime/session-stats.ts";
import type { RpcExtensionUIRequest, RpcExtensionUIResponse } from "./extension-ui-types.ts";
import { RpcConnection } from "./rpc-connection.ts";
import type { RpcClientOptions } from "./rpc-process.ts";
import type { RpcCommandType, RpcGives, RpcSessionState, RpcSlashCommand, RpcTakes } from "./rpc-types.ts";
import type { JsonAgentSessionEvent } from "./session-event.ts";

/** What most clients show of a model. */
export type ModelInfo = Pick<Model, "provider" | "id" | "contextWindow" | "reasoning">;
export type RpcEventListener = (event: JsonAgentSessionEvent) => void;
type UiListener = (request: RpcExtensionUIRequest) => void;

const LONGEST_WAIT_MS = 60_000;

/** Runs the agent in a process of its own (W07). Calls reject with the error of the response, or when the process ends. */
export class RpcClient {
	readonly #options: RpcClientOptions;
	readonly #eventListeners = new Set<RpcEventListener>();
	readonly #uiListeners = new Set<UiListener>();
	/** Told when the process ends. */
	readonly #exitListeners = new Set<(reason: Error) => void>();
	#connection: RpcConnection | undefined;
	/** The connection before the process ended: what was said is still worth reading. */
	#lastConnection: RpcConnection | undefined;

	constructor(options: RpcClientOptions = {}) {
		this.#options = options;
	}

	/** Resolves when the agent answers; rejects with what it said when it ends instead. */
	async start(): Promise<void> {
		if (this.#connection) throw new Error("The client is started already");
		const connection = new RpcConnection(this.#options, {
			onEvent: (event) => this.#tell(this.#eventListeners, event),
			onUiRequest: (request) => this.#tell(this.#uiListeners, request),
			onExit: (reason) => {
				if (this.#connection === connection) this.#connection = undefined;
				this.#tell(this.#exitListeners, reason);
			},
		});
		this.#connection = connection;
		this.#lastConnection = connection;
		await connection.call("get_state", {});
	}

	/** Closes the agent's stdin and waits for its orderly end, which is helped along when it takes too long. */
	async stop(): Promise<void> {
		await this.#connection?.stop();
	}

	/** Returns the unsubscribe function. */
	onEvent(listener: RpcEventListener): () => void {
		this.#eventListeners.add(listener);
		return () => this.#eventListeners.delete(listener);
	}

	/** Requests of extensions to show or ask something; dialogs wait for `respondToUi`. Returns the unsubscribe function. */
	onUiRequest(listener: UiListener): () => void {
		this.#uiListeners.add(listener);
		return () => this.#uiListeners.delete(listener);
	}

	async respondToUi(response: RpcExtensionUIResponse): Promise<void> {
		await this.#started().send(response);
	}

	/** What the agent wrote to stderr, the end of it. */
	getStderr(): string {
		return this.#lastConnection?.stderr ?? "";
	}

	/** Resolves when it is known what becomes of the prompt. After `handled` no run follows. */
	async prompt(
		message: string,
		images?: ImageContent[],
		streamingBehavior?: "steer" | "followUp",
	): Promise<Disposition> {
		const fields = { message, ...(images && { images }), ...(streamingBehavior && { streamingBehavior }) };
		return (await this.#call("prompt", fields)).disposition;
	}

	async steer(message: string, images?: ImageContent[]): Promise<QueuedInputDisposition> {
		return (await this.#call("steer", { message, ...(images && { images }) })).disposition;
	}

	async followUp(message: string, images?: ImageContent[]): Promise<QueuedInputDisposition> {
		return (await this.#call("follow_up", { message, ...(images && { images }) })).disposition;
	}

	/** Resolves when the session is idle. */
	abort(): Promise<void> {
		return this.#call("abort", {});
	}

	clearQueue(): Promise<{ steering: string[]; followUp: string[] }> {
		return this.#call("clear_queue", {});
	}

	newSession(parentSession?: string): Promise<{ cancelled: boolean }> {
		return this.#call("new_session", parentSession === undefined ? {} : { parentSession });
	}

	getState(): Promise<RpcSessionState> {
		return this.#call("get_state", {});
	}

	setModel(provider: string, modelId: string): Promise<Model> {
		return this.#call("set_model", { provider, modelId });
	}

	/** `null` when there is no other model. */
	cycleModel(): Promise<ModelCycleResult | null> {
		return this.#call("cycle_model", {});
	}

	async getAvailableModels(): Promise<ModelInfo[]> {
		return (await this.#call("get_available_models", {})).models;
	}

	setThinkingLevel(level: ThinkingLevel): Promise<void> {
		return this.#call("set_thinking_level", { level });
	}

	/** `null` when there is no other level. */
	cycleThinkingLevel(): Promise<{ level: ThinkingLevel } | null> {
		return this.#call("cycle_thinking_level", {});
	}

	async getAvailableThinkingLevels(): Promise<ThinkingLevel[]> {
		return (await this.#call("get_available_thinking_levels", {})).levels;
	}

	setSteeringMode(mode: QueueMode): Promise<void> {
		return this.#call("set_steering_mode", { mode });
	}

	setFollowUpMode(mode: QueueMode): Promise<void> {
		return this.#call("set_follow_up_mode", { mode });
	}

	compact(customInstructions?: string): Promise<CompactionResult> {
		return this.#call("compact", customInstructions === undefined ? {} : { customInstructions });
	}

	setAutoCompaction(enabled: boolean): Promise<void> {
		return this.#call("set_auto_compaction", { enabled });
	}

	setAutoRetry(enabled: boolean): Promise<void> {
		return this.#call("set_auto_retry", { enabled });
	}

	abortRetry(): Promise<void> {
		return this.#call("abort_retry", {});
	}

	bash(command: string): Promise<BashResult> {
		return this.#call("bash", { command });
	}

	abortBash(): Promise<void> {
		return this.#call("abort_bash", {});
	}

	getSessionStats(): Promise<SessionStats> {
		return this.#call("get_session_stats", {});
	}

	exportHtml(outputPath?: string): Promise<{ path: string }> {
		return this.#call("export_html", outputPath === undefined ? {} : { outputPath });
	}

	switchSession(sessionPath: string): Promise<{ cancelled: boolean }> {
		return this.#call("switch_session", { sessionPath });
	}

	/** The text is empty when it was cancelled. */
	async fork(entryId: string): Promise<{ text: string; cancelled: boolean }> {
		const { text = "", cancelled } = await this.#call("fork", { entryId });
		return { text, cancelled };
	}

	clone(): Promise<{ cancelled: boolean }> {
		return this.#call("clone", {});
	}

	async getForkMessages(): Promise<ForkPoint[]> {
		return (await this.#call("get_fork_messages", {})).messages;
	}

	getEntries(since?: string): Promise<RpcGives<"get_entries">> {
		return this.#call("get_entries", since === undefined ? {} : { since });
	}

	getTree(): Promise<RpcGives<"get_tree">> {
		return this.#call("get_tree", {});
	}

	async getLastAssistantText(): Promise<string | null> {
		return (await this.#call("get_last_assistant_text", {})).text;
	}

	setSessionName(name: string): Promise<void> {
		return this.#call("set_session_name", { name });
	}

	async getMessages(): Promise<AgentMessage[]> {
		return (await this.#call("get_messages", {})).messages;
	}

	async getCommands(): Promise<RpcSlashCommand[]> {
		return (await this.#call("get_commands", {})).commands;
	}

	/** Resolves at the next `agent_settled`: only to be called while a run goes on. */
	async waitForIdle(timeout: number = LONGEST_WAIT_MS): Promise<void> {
		await this.collectEvents(timeout);
	}

	/** The events up to and with the next `agent_settled`. Rejects when it takes too long or the process ends. */
	collectEvents(timeout: number = LONGEST_WAIT_MS): Promise<JsonAgentSessionEvent[]> {
		return this.#collect(timeout).settled;
	}

	/** Sends a prompt and resolves with the events of its run; with none when no run was started. */
	async promptAndWait(
		message: string,
		images?: ImageContent[],
		timeout: number = LONGEST_WAIT_MS,
	): Promise<JsonAgentSessionEvent[]> {
		// Listening begins first: a fast run could be over before the response is read.
		const { settled, stop } = this.#collect(timeout);
		settled.catch(() => {}); // Whoever waits for it is told; a refused prompt is told about itself.
		try {
			if ((await this.prompt(message, images)) === "handled") return stop();
		} catch (error) {
			stop();
			throw error;
		}
		return settled;
	}

	#collect(timeout: number): { settled: Promise<JsonAgentSessionEvent[]>; stop(): JsonAgentSessionEvent[] } {
		const events: JsonAgentSessionEvent[] = [];
		let stop = (): JsonAgentSessionEvent[] => events;
		const settled = new Promise<JsonAgentSessionEvent[]>((resolve, reject) => {
			const fail = (reason: Error): void => {
				stop();
				reject(reason);
			};
			const unsubscribe = this.onEvent((event) => {
				events.push(event);
				if (event.type === "agent_settled") resolve(stop());
			});
			this.#exitListeners.add(fail);
			const cancel = systemClock.after(timeout, () =>
				fail(new Error(`The agent was not idle after ${timeout} ms. stderr: ${this.getStderr()}`)),
			);
			stop = () => {
				unsubscribe();
				this.#exitListeners.delete(fail);
				cancel();
				return events;
			};
		});
		return { settled, stop };
	}

	#tell<T>(listeners: ReadonlySet<(value: T) => void>, value: T): void {
		for (const listener of [...listeners]) listener(value);
	}

	#call<K extends RpcCommandType>(type: K, fields: RpcTakes<K>): Promise<RpcGives<K>> {
		return this.#started().call(type, fields);
	}

	#started(): RpcConnection {
		if (!this.#connection) throw new Error("The client is not started");
		return this.#connection;
	}
}
