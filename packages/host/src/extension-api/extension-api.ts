import type { ThinkingLevel, Model } from "@tau/ai";
import type { TSchema } from "typebox";
import type { ExecOptions, ExecResult } from "../platform/exec-command.ts";
import type { Settings } from "../settings/schema.ts";
import type { CommandOptions, FlagOptions, ShortcutOptions, SlashCommandInfo } from "./command.ts";
import type {
	CustomMessageDraft,
	ExtensionContext,
	SendMessageOptions,
	SendUserMessageOptions,
	UserMessageInput,
} from "./context.ts";
import type { RegisteredMcpServer } from "./events/resource-events.ts";
import type { HookAnswer, HookEvent, HookName } from "./hook-table.ts";
import type { ProviderConfig } from "./provider.ts";
import type { PromptRegistration, ResourceRegistration } from "./registered-resource.ts";
import type { EntryRenderer, MarkdownTransformer, MarkdownTransformerOptions, MessageRenderer } from "./renderers.ts";
import type { ToolDefinition, ToolInfo, ToolRendererResolver } from "./tool.ts";
import type { ExtensionVirtualModel } from "./virtual-model.ts";

/** A handler of one event. Nothing, or a promise of it, is always allowed. */
export type HookHandler<K extends HookName> = (
	event: HookEvent<K>,
	ctx: ExtensionContext,
) => Promise<HookAnswer<K> | void> | HookAnswer<K> | void;

/**
 * The same by name. `on` looks its handler up here: with `HookHandler<K>` the checker would infer what a handler returns
 * from the answers of all events at once, and one of those is `unknown`.
 */
export type HookHandlers = { [K in HookName]: HookHandler<K> };

/** Tau's extra argument of `on`; Pi ignores it. */
export interface HookHandlerOptions {
	/** Milliseconds of own work before the host goes on without this handler. */
	deadlineMs?: number;
}

/** Messages between extensions (API19). */
export interface EventBus {
	emit(channel: string, data: unknown): void;
	/** Returns the unsubscribe function. */
	on(channel: string, handler: (data: unknown) => void): () => void;
}

/**
 * What a factory gets (A6). While the factory runs, registering works and acting throws (L09); afterwards both work
 * until the session is replaced or reloaded, then every member throws (L14).
 */
export interface ExtensionAPI {
	/** Returns the unsubscribe function. Unknown names are accepted and never fire. */
	on<K extends HookName>(event: K, handler: HookHandlers[K], options?: HookHandlerOptions): () => void;
	/** Takes effect at once, also after start (API02). */
	registerTool<TParams extends TSchema = TSchema, TDetails = unknown, TState = unknown>(
		tool: ToolDefinition<TParams, TDetails, TState>,
	): void;
	registerCommand(name: string, options: CommandOptions): void;
	registerShortcut(shortcut: string, options: ShortcutOptions): void;
	registerFlag(name: string, options: FlagOptions): void;
	/** The default while the factory runs; the command line's value from `session_start` on (TRAP8). */
	getFlag(name: string): boolean | string | undefined;
	registerMessageRenderer<T = unknown>(customType: string, renderer: MessageRenderer<T>): void;
	registerEntryRenderer<T = unknown>(customType: string, renderer: EntryRenderer<T>): void;
	registerMarkdownTransformer(transformer: MarkdownTransformer, options?: MarkdownTransformerOptions): void;
	registerToolRenderer(resolver: ToolRendererResolver): void;
	/** Reached as `/skill:name`, and listed in the prompt when it is a file (API25, Grip). */
	registerSkill(skill: ResourceRegistration): void;
	/** Reached as `/rule:name` (API25, Grip). */
	registerRule(rule: ResourceRegistration): void;
	/** Reached as `/name` (API25, Grip). */
	registerPrompt(prompt: PromptRegistration): void;
	registerPrompts(prompts: readonly PromptRegistration[]): void;
	sendMessage<T = unknown>(message: CustomMessageDraft<T>, options?: SendMessageOptions): void;
	sendUserMessage(content: UserMessageInput, options?: SendUserMessageOptions): void;
	appendEntry<T = unknown>(customType: string, data?: T): void;
	setSessionName(name: string): void;
	getSessionName(): string | undefined;
	/** Throws for an unknown entry (API06). */
	setLabel(entryId: string, label: string | undefined): void;
	/** Without a shell. Never rejects: a missing program is code 1 with the text in stderr (API15). */
	exec(command: string, args: string[], options?: ExecOptions): Promise<ExecResult>;
	getActiveTools(): string[];
	getAllTools(): ToolInfo[];
	/** Unknown and hidden names are ignored; tools that stay keep their order (TRAP12). */
	setActiveTools(names: string[]): void;
	/** A copy. */
	getSettings(): Settings;
	getCommands(): SlashCommandInfo[];
	/** False when the provider has no credentials (API17). */
	setModel(model: Model): Promise<boolean>;
	getThinkingLevel(): ThinkingLevel;
	setThinkingLevel(level: ThinkingLevel): void;
	registerProvider(name: string, config: ProviderConfig): void;
	unregisterProvider(name: string): void;
	/** A model that picks a physical one for each request (V13). The same provider and id again replaces it. */
	registerVirtualModel<TState = unknown>(model: ExtensionVirtualModel<TState>): void;
	unregisterVirtualModel(provider: string, id: string): void;
	registerMcpServer(name: string, config: Readonly<Record<string, unknown>>): void;
	unregisterMcpServer(name: string): void;
	getMcpServers(): RegisteredMcpServer[];
	events: EventBus;
}

/** The default export of an extension. */
export type ExtensionFactory = (pi: ExtensionAPI) => void | Promise<void>;
