import { homedir } from "node:os";
import type { AgentMessage, QueueMode } from "@tau/agent";
import { getCurrentSystemPrompt, type ImageContent, type Model, type ThinkingLevel } from "@tau/ai";
import type { ContextUsage, ExtensionMode, ReplacedSessionContext } from "../extension-api/context.ts";
import type { BashResult } from "../extension-api/events/input-events.ts";
import type { CompactionResult } from "../extension-api/events/session-events.ts";
import type { AnyToolDefinition, ToolInfo } from "../extension-api/tool.ts";
import type { ExtensionUi } from "../extension-api/ui.ts";
import type { FaultSink } from "../extensions/hooks/extension-fault.ts";
import type { AgentSession as RunningSession } from "../runtime/agent-session.ts";
import type { Navigated, NavigateOptions } from "../runtime/compaction/navigate-tree.ts";
import { forkPoints, type ForkPoint } from "../runtime/fork-points.ts";
import type { Disposition } from "../runtime/input/submit.ts";
import { lastAnswerText } from "../runtime/last-answer-text.ts";
import type { ModelCycleResult } from "../runtime/model-choice.ts";
import type { RuntimeListener } from "../runtime/runtime-event.ts";
import { sessionStats, type SessionStats } from "../runtime/session-stats.ts";
import { SessionManager } from "../session/published-session.ts";
import type { ResourceLoader } from "./resource-loader.ts";
import type { SettingsManager } from "./published-settings.ts";

export interface PromptOptions {
	images?: ImageContent[];
	/** Required while a run goes on. */
	streamingBehavior?: "steer" | "followUp";
	source?: "interactive" | "rpc" | "extension";
	preflightResult?: (disposition: Disposition) => void;
}

/** What an embedder gives the extensions of its session. */
export interface ExtensionBindings {
	uiContext?: ExtensionUi;
	mode?: ExtensionMode;
	shutdownHandler?: () => void;
	onError?: FaultSink;
}

/** What stands behind a published session: the one that runs now, which a reload replaces. */
export interface SessionBacking {
	readonly sessionManager: SessionManager;
	readonly settingsManager: SettingsManager;
	readonly resourceLoader: ResourceLoader;
	readonly running: () => RunningSession;
	onReplaced(listener: (session: RunningSession) => void): void;
	bind(bindings: ExtensionBindings): void;
	reload(): Promise<void>;
}

/** State in one view; getters, so that it is what holds now. */
export interface AgentSessionState {
	readonly systemPrompt: string;
	readonly model: Model | undefined;
	readonly thinkingLevel: ThinkingLevel;
	readonly messages: AgentMessage[];
	readonly isStreaming: boolean;
}

/** The published session of an embedder (Q02). It decides nothing: every member is one call of the session that runs. */
export class AgentSession {
	readonly sessionManager: SessionManager;
	readonly settingsManager: SettingsManager;
	readonly #backing: SessionBacking;
	readonly #listeners = new Set<RuntimeListener>();

	constructor(backing: SessionBacking) {
		this.#backing = backing;
		this.sessionManager = backing.sessionManager;
		this.settingsManager = backing.settingsManager;
		this.#follow(this.#running);
		backing.onReplaced((session) => this.#follow(session));
	}

	get #running(): RunningSession {
		return this.#backing.running();
	}

	/** Gives the extensions a user interface and tells them that the session started. */
	async bindExtensions(bindings: ExtensionBindings): Promise<void> {
		this.#backing.bind(bindings);
		await this.#running.announceStart();
	}

	/** Resolves when the run it started has settled. */
	prompt(text: string, { preflightResult, ...options }: PromptOptions = {}): Promise<void> {
		return this.#running.prompt(text, { ...options, ...(preflightResult && { onDisposition: preflightResult }) });
	}

	async steer(text: string, images?: ImageContent[]): Promise<void> {
		await this.#running.enqueue({ text, images, source: "interactive", delivery: "steer" });
	}

	async followUp(text: string, images?: ImageContent[]): Promise<void> {
		await this.#running.enqueue({ text, images, source: "interactive", delivery: "followUp" });
	}

	clearQueue(): { steering: string[]; followUp: string[] } {
		return this.#running.clearQueue();
	}

	/** Ends what goes on and waits for the end. */
	async abort(): Promise<void> {
		this.#running.abort();
		await this.#running.waitForRun();
	}

	waitForIdle(): Promise<void> {
		return this.#running.waitForIdle();
	}

	/** Listeners stay over a reload. Returns the unsubscribe function. */
	subscribe(listener: RuntimeListener): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	/** Ends the session; nobody is told anything any more. */
	dispose(): void {
		this.#listeners.clear();
		this.#running.abort();
		this.#running
			.waitForRun()
			.then(() => this.#running.dispose())
			.catch((error: unknown) => process.emitWarning(`A session did not end well: ${String(error)}`));
	}

	/** The same session with settings, resources and extensions read again. */
	reload(): Promise<void> {
		return this.#backing.reload();
	}

	async setModel(model: Model): Promise<void> {
		if (!(await this.#running.setModel(model))) throw new Error(`No API key for ${model.provider}/${model.id}`);
	}

	cycleModel(): Promise<ModelCycleResult | undefined> {
		return this.#running.cycleModel();
	}

	setThinkingLevel(level: ThinkingLevel): void {
		void this.#running.setThinkingLevel(level);
	}

	getAvailableThinkingLevels(): ThinkingLevel[] {
		return this.#running.thinkingLevels;
	}

	setSteeringMode(mode: QueueMode): void {
		this.#running.setSteeringMode(mode);
	}

	setFollowUpMode(mode: QueueMode): void {
		this.#running.setFollowUpMode(mode);
	}

	compact(customInstructions?: string): Promise<CompactionResult> {
		return this.#running.compact(customInstructions);
	}

	setAutoCompactionEnabled(enabled: boolean): void {
		this.#running.setAutoCompaction(enabled);
	}

	setAutoRetryEnabled(enabled: boolean): void {
		this.#running.setAutoRetry(enabled);
	}

	abortRetry(): void {
		this.#running.abortRetry();
	}

	navigateTree(targetId: string, options?: NavigateOptions): Promise<Navigated> {
		return this.#running.navigateTree(targetId, options);
	}

	executeBash(
		command: string,
		onChunk?: (chunk: string) => void,
		{ excludeFromContext }: { excludeFromContext?: boolean } = {},
	): Promise<BashResult> {
		return this.#running.runShellCommand({ command, excludeFromContext, onOutput: onChunk });
	}

	abortBash(): void {
		this.#running.abortShellCommand();
	}

	setSessionName(name: string): void {
		this.#running.setName(name);
	}

	getActiveToolNames(): string[] {
		return this.#running.tools.activeNames();
	}

	/** Unknown names are ignored; the next turn uses the new tools. */
	setActiveToolsByName(toolNames: string[]): void {
		this.#running.tools.setActive(toolNames);
	}

	getAllTools(): ToolInfo[] {
		return this.#running.tools.infos();
	}

	getToolDefinition(name: string): AnyToolDefinition | undefined {
		return this.#running.tools.find(name)?.definition;
	}

	getUserMessagesForForking(): ForkPoint[] {
		return forkPoints(this.#running.session);
	}

	getSessionStats(): SessionStats {
		return sessionStats(this.#running.session, this.#running.limitingModel);
	}

	getContextUsage(): ContextUsage | undefined {
		return this.getSessionStats().contextUsage;
	}

	getLastAssistantText(): string | undefined {
		return lastAnswerText(this.#running.session);
	}

	/** Writes one document for a browser; gives its path. */
	async exportToHtml(outputPath?: string): Promise<string> {
		const { writeExport } = await import("../export/write-export.ts");
		const { session } = this.#running;
		const target = { output: outputPath, format: "html", cwd: session.getCwd(), home: homedir() } as const;
		return (await writeExport(session, target)).path;
	}

	createReplacedSessionContext(): ReplacedSessionContext {
		return this.#running.createReplacedContext();
	}

	get resourceLoader(): ResourceLoader {
		return this.#backing.resourceLoader;
	}

	get state(): AgentSessionState {
		// A getter of a literal sees the literal, not the session.
		const running = (): RunningSession => this.#running;
		return {
			get systemPrompt() {
				return getCurrentSystemPrompt(running().session.buildSessionContext().messages as never);
			},
			get model() {
				return running().model;
			},
			get thinkingLevel() {
				return running().thinkingLevel;
			},
			get messages() {
				return running().session.buildSessionContext().messages;
			},
			get isStreaming() {
				return running().isStreaming;
			},
		};
	}

	get messages(): AgentMessage[] {
		return this.state.messages;
	}

	get systemPrompt(): string {
		return this.state.systemPrompt;
	}

	get model(): Model | undefined {
		return this.#running.model;
	}

	get thinkingLevel(): ThinkingLevel {
		return this.#running.thinkingLevel;
	}

	get isStreaming(): boolean {
		return this.#running.isStreaming;
	}

	get isIdle(): boolean {
		return this.#running.isIdle;
	}

	get steeringMode(): QueueMode {
		return this.#running.queueModes.steering;
	}

	get followUpMode(): QueueMode {
		return this.#running.queueModes.followUp;
	}

	get autoCompactionEnabled(): boolean {
		return this.#running.autoCompaction;
	}

	get pendingMessageCount(): number {
		return this.#running.pendingMessageCount;
	}

	/** Undefined when nothing is kept. */
	get sessionFile(): string | undefined {
		return this.#running.session.getSessionFile();
	}

	get sessionId(): string {
		return this.#running.session.getSessionId();
	}

	get sessionName(): string | undefined {
		return this.#running.session.getSessionName();
	}

	#follow(session: RunningSession): void {
		session.subscribe(async (event) => {
			for (const listener of [...this.#listeners]) await listener(event);
		});
	}
}
