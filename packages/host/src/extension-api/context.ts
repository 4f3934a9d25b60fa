import type { AgentTool, AgentToolUpdateCallback, ToolCallOutcome } from "@tau/agent";
import type { ImageContent, Model, TextContent, ThinkingLevel } from "@tau/ai";
import type { ToolBackendInfo } from "../platform/backend.ts";
import type { CustomMessage } from "../session/message.ts";
import type { SessionManager } from "../session/published-session.ts";
import type { ReadonlySession } from "../session/readonly-session.ts";
import type { BashResult } from "./events/input-events.ts";
import type { CompactionResult } from "./events/session-events.ts";
import type { ModelRegistry } from "./model-registry.ts";
import type { PromptOptions } from "./prompt-options.ts";
import type { ToolOperations } from "./tool-operations.ts";
import type { ExtensionUi } from "./ui.ts";

export type ExtensionMode = "tui" | "rpc" | "json" | "print";

export interface ContextUsage {
	/** `null` when unknown, as right after a compaction (C15). */
	tokens: number | null;
	contextWindow: number;
	percent: number | null;
}

export interface CompactOptions {
	customInstructions?: string;
	onComplete?: (result: CompactionResult) => void;
	onError?: (error: Error) => void;
}

export interface ExecToolBackendOptions {
	/** Default: the session's working directory; a relative one starts there. */
	cwd?: string;
	signal?: AbortSignal;
	/** Seconds. */
	timeout?: number;
	/** Told of all output as it comes. */
	onChunk?: (text: string) => void;
}

/**
 * What every handler gets (A3). Values are looked up when they are read, never copied. After reload or replacement
 * every member throws one message that names the mistake and the pattern to use (L14).
 */
export interface ExtensionContext {
	readonly ui: ExtensionUi;
	readonly mode: ExtensionMode;
	/** True where dialogs reach a user: terminal and RPC. */
	readonly hasUI: boolean;
	readonly cwd: string;
	/** In `tool_call` it holds everything up to the current assistant message (C06). */
	readonly sessionManager: ReadonlySession;
	/** The same session under the name that Grip gives it (Z06). */
	readonly session: ReadonlySession;
	readonly modelRegistry: ModelRegistry;
	readonly model: Model | undefined;
	readonly scopedModels: readonly { model: Model; thinkingLevel?: ThinkingLevel }[];
	readonly thinkingLevel: ThinkingLevel;
	/** The signal of the run; `undefined` while idle (C10). */
	readonly signal: AbortSignal | undefined;
	isIdle(): boolean;
	isProjectTrusted(): boolean;
	abort(): void;
	hasPendingMessages(): boolean;
	/** Asks the program to end; does nothing in print and JSON modes (C14). */
	shutdown(): void;
	getContextUsage(): ContextUsage | undefined;
	/** Returns at once; the callbacks tell the outcome (C16). */
	compact(options?: CompactOptions): void;
	getSystemPrompt(): string;
	/** The machine that the built-in tools work on (Z01). */
	readonly toolOperations: ToolOperations;
	getToolBackendInfo(): ToolBackendInfo;
	/**
	 * Runs a command where the built-in tools run theirs. Any exit code is a result; a command that was stopped, also by
	 * its timeout, is `cancelled` and has no exit code. Rejects when nothing could run.
	 */
	execToolBackend(command: string, options?: ExecToolBackendOptions): Promise<BashResult>;
}

export interface ExecuteToolOptions {
	signal?: AbortSignal;
	onUpdate?: AgentToolUpdateCallback;
}

/** What `execute` of a tool gets (A4). */
export interface ExtensionToolContext extends ExtensionContext {
	/** The tools that `executeTool` reaches (TC1). */
	readonly tools: readonly AgentTool[];
	/** Runs another tool through the same checks; never rejects for a failure of the tool (TC2). */
	executeTool(name: string, args: unknown, options?: ExecuteToolOptions): Promise<ToolCallOutcome>;
}

/** What replaces a session may be given a callback that runs in the new one. */
export interface ReplaceOptions {
	withSession?: (ctx: ReplacedSessionContext) => Promise<void>;
}

/** What command handlers get (A5). */
export interface ExtensionCommandContext extends ExtensionContext {
	getSystemPromptOptions(): PromptOptions;
	/** Resolves when nothing will happen by itself. */
	waitForIdle(): Promise<void>;
	newSession(
		options?: ReplaceOptions & { parentSession?: string; setup?: (session: SessionManager) => Promise<void> },
	): Promise<{ cancelled: boolean }>;
	fork(entryId: string, options?: ReplaceOptions & { position?: "before" | "at" }): Promise<{ cancelled: boolean }>;
	navigateTree(
		targetId: string,
		options?: { summarize?: boolean; customInstructions?: string; replaceInstructions?: boolean; label?: string },
	): Promise<{ cancelled: boolean }>;
	switchSession(sessionPath: string, options?: ReplaceOptions): Promise<{ cancelled: boolean }>;
	reload(): Promise<void>;
}

export type CustomMessageDraft<TDetails = unknown> = Pick<
	CustomMessage<TDetails>,
	"customType" | "content" | "display" | "details"
>;

export interface SendMessageOptions {
	triggerTurn?: boolean;
	deliverAs?: "steer" | "followUp" | "nextTurn";
}

export interface SendUserMessageOptions {
	deliverAs?: "steer" | "followUp";
	/** Also dispatch commands and expand skills and templates. */
	expandPromptTemplates?: boolean;
}

export type UserMessageInput = string | (TextContent | ImageContent)[];

/** The context of the session that replaced the caller's (K09). */
export interface ReplacedSessionContext extends ExtensionCommandContext {
	sendMessage(message: CustomMessageDraft, options?: SendMessageOptions): Promise<void>;
	sendUserMessage(content: UserMessageInput, options?: SendUserMessageOptions): Promise<void>;
}
