import type { QueueMode } from "@tau/agent";
import type { ImageContent, Model, ThinkingLevel } from "@tau/ai";
import type { SlashCommandInfo } from "../extension-api/command.ts";
import type { ReplacedSessionContext } from "../extension-api/context.ts";
import type { BashResult } from "../extension-api/events/input-events.ts";
import type { CompactionResult } from "../extension-api/events/session-events.ts";
import type { ModelRegistry } from "../extension-api/model-registry.ts";
import type { Dispatcher } from "../extensions/hooks/dispatch.ts";
import type { Session } from "../session/session.ts";
import type { Navigated, NavigateOptions } from "./compaction/navigate-tree.ts";
import type { QueuedInput, QueuedInputDisposition } from "./input/enqueue.ts";
import type { Disposition } from "./input/submit.ts";
import { limitingModel } from "./limiting-model.ts";
import type { ModelCycleResult } from "./model-choice.ts";
import type { SessionEnd, SessionParts } from "./session-parts.ts";
import type { ToolSet } from "./tool-set.ts";
import type { UserCommand } from "./user-shell/user-shell.ts";
import type { RuntimeListener } from "./runtime-event.ts";

export interface PromptRequest {
	images?: ImageContent[];
	source?: "interactive" | "rpc" | "extension";
	streamingBehavior?: "steer" | "followUp";
	/** Told as soon as it is known what becomes of the text; of a command before it runs. */
	onDisposition?: (disposition: Disposition) => void;
}

/** A running session for modes, SDK and RPC (Q02). It decides nothing: every member is one delegation. */
export class AgentSession {
	readonly #parts: SessionParts;

	constructor(parts: SessionParts) {
		this.#parts = parts;
	}

	/** Takes text as if it had been typed. Resolves when the run it started has settled. */
	prompt(text: string, { onDisposition, ...request }: PromptRequest = {}): Promise<void> {
		return this.#parts.submit({ source: "interactive", ...request, text, expand: true }, onDisposition);
	}

	/** Queues a message, also while idle: it then joins the next prompt. Rejects for extension commands. */
	enqueue(input: QueuedInput): Promise<QueuedInputDisposition> {
		return this.#parts.enqueue(input);
	}

	/** Takes back what is queued. */
	clearQueue(): { steering: string[]; followUp: string[] } {
		return this.#parts.queues.drain();
	}

	setSteeringMode(mode: QueueMode): void {
		this.#parts.queues.setSteeringMode(mode);
	}

	setFollowUpMode(mode: QueueMode): void {
		this.#parts.queues.setFollowUpMode(mode);
	}

	/** Runs a command of the user; its output is stored for the next prompt. */
	runShellCommand(command: UserCommand): Promise<BashResult> {
		return this.#parts.userShell.run(command);
	}

	abortShellCommand(): void {
		this.#parts.userShell.abort();
	}

	/** Listeners are told in order and awaited. Returns the unsubscribe function. */
	subscribe(listener: RuntimeListener): () => void {
		return this.#parts.events.subscribe(listener);
	}

	/**
	 * Ends the run, the compaction, the navigation or the wait before a retry that is under way, and drops a prompt that
	 * extensions are still asked about. No handler can hold it up.
	 */
	abort(): void {
		this.#parts.abort();
	}

	/** Puts a summary in the place of the older part of the context. Aborts what runs; rejects when nothing came of it. */
	compact(customInstructions?: string): Promise<CompactionResult> {
		return this.#parts.compact(customInstructions === undefined ? {} : { customInstructions });
	}

	setAutoCompaction(enabled: boolean): void {
		this.#parts.compaction.setEnabled(enabled);
	}

	setAutoRetry(enabled: boolean): void {
		this.#parts.retry.setEnabled(enabled);
	}

	/** Ends the wait before a retry; the run then ends as it failed. */
	abortRetry(): void {
		this.#parts.retry.abortWait();
	}

	/** Moves the leaf within the session. Rejects while something else goes on, with the branch unchanged. */
	navigateTree(targetId: string, options?: NavigateOptions): Promise<Navigated> {
		return this.#parts.navigation.go(targetId, options);
	}

	/** Resolves when nothing will happen by itself. */
	waitForIdle(): Promise<void> {
		return this.#parts.barrier.settled();
	}

	/** The same, but commands of the user may still run: an abort does not end them. */
	waitForRun(): Promise<void> {
		return this.#parts.conversation.waitForIdle();
	}

	setModel(model: Model): Promise<boolean> {
		return this.#parts.models.setModel(model, "set");
	}

	setThinkingLevel(level: ThinkingLevel): Promise<void> {
		return this.#parts.models.setThinkingLevel(level);
	}

	/** Goes to the next model; undefined when there is no other. */
	cycleModel(): Promise<ModelCycleResult | undefined> {
		return this.#parts.models.cycleModel();
	}

	/** Goes to the next level; undefined when there is no other. */
	cycleThinkingLevel(): Promise<ThinkingLevel | undefined> {
		return this.#parts.models.cycleThinkingLevel();
	}

	/** Extension commands, templates and skills. */
	commands(): SlashCommandInfo[] {
		return this.#parts.commands();
	}

	/** Sets the display name. */
	setName(name: string): void {
		this.#parts.names.set(name);
	}

	/** The context for work that goes on in this session after it replaced another one (K09). */
	createReplacedContext(): ReplacedSessionContext {
		return this.#parts.replacedContext();
	}

	/** Tells extensions that the session started, where the start was held; a second call waits for the first one. */
	announceStart(): Promise<void> {
		return this.#parts.announceStart();
	}

	/** Ends the session: extensions are told, everything acquired for it is released. May be called twice. */
	dispose(end?: SessionEnd): Promise<void> {
		return this.#parts.shutdown(end);
	}

	get isIdle(): boolean {
		return this.#parts.conversation.idle;
	}

	get session(): Session {
		return this.#parts.session;
	}

	get model(): Model | undefined {
		return this.#parts.models.model;
	}

	/** The model whose window the context has to fit into; another one than the selected one for virtual models. */
	get limitingModel(): Model | undefined {
		const { models, registry } = this.#parts;
		return models.model && limitingModel(models.model, this.session, registry);
	}

	get thinkingLevel(): ThinkingLevel {
		return this.#parts.models.thinkingLevel;
	}

	/** The levels that can be chosen for the model. */
	get thinkingLevels(): ThinkingLevel[] {
		return this.#parts.models.thinkingLevels;
	}

	get tools(): ToolSet {
		return this.#parts.tools;
	}

	/** For asking the extensions of this session. */
	get dispatcher(): Dispatcher {
		return this.#parts.dispatcher;
	}

	get registry(): ModelRegistry {
		return this.#parts.registry;
	}

	/** Whether a run goes on that takes messages from the queues. */
	get isStreaming(): boolean {
		return this.#parts.conversation.running;
	}

	get queueModes(): { steering: QueueMode; followUp: QueueMode } {
		return this.#parts.queues.modes;
	}

	get autoCompaction(): boolean {
		return this.#parts.compaction.enabled;
	}

	/** How many messages wait in the queues. */
	get pendingMessageCount(): number {
		return this.#parts.queues.size;
	}
}
