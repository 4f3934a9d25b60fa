import type { Model, ThinkingLevel } from "@tau/ai";
import type { SlashCommandInfo } from "../extension-api/command.ts";
import type {
	CustomMessageDraft,
	ExtensionCommandContext,
	ExtensionContext,
	ExtensionToolContext,
	SendMessageOptions,
	SendUserMessageOptions,
	UserMessageInput,
} from "../extension-api/context.ts";
import type { ProviderConfig } from "../extension-api/provider.ts";
import type { ToolInfo } from "../extension-api/tool.ts";
import type { VirtualModelDefinition } from "../models/virtual-model.ts";
import type { Settings } from "../settings/schema.ts";

/** What extensions may do to a session (A6). */
export interface SessionActions {
	sendMessage(message: CustomMessageDraft, options?: SendMessageOptions): void;
	sendUserMessage(content: UserMessageInput, options?: SendUserMessageOptions): void;
	appendEntry(customType: string, data?: unknown): void;
	setSessionName(name: string): void;
	getSessionName(): string | undefined;
	setLabel(entryId: string, label: string | undefined): void;
	getActiveTools(): string[];
	getAllTools(): ToolInfo[];
	setActiveTools(names: string[]): void;
	getSettings(): Settings;
	getCommands(): SlashCommandInfo[];
	setModel(model: Model): Promise<boolean>;
	getThinkingLevel(): ThinkingLevel;
	setThinkingLevel(level: ThinkingLevel): void;
	/** A tool was registered after binding; it takes effect at once (API02). */
	toolRegistered(name: string): void;
	registerProvider(name: string, config: ProviderConfig): void;
	unregisterProvider(name: string): void;
	registerVirtualModel(definition: VirtualModelDefinition): void;
	unregisterVirtualModel(provider: string, id: string): void;
}

/** Additional members of a command's context. */
export type CommandActions = Omit<ExtensionCommandContext, keyof ExtensionContext>;

/** Additional members of a tool's context, for the call with the given id. */
export type ToolActions = Omit<ExtensionToolContext, keyof ExtensionContext>;

/** What the extension system asks of a session. The runtime implements it with one object. */
export interface SessionPort {
	readonly context: ExtensionContext;
	readonly actions: SessionActions;
	readonly commands: CommandActions;
	toolActions(toolCallId: string): ToolActions;
}

export const NOT_BOUND = "Extension runtime not initialized. Action methods cannot be called during extension loading.";

/** Stands in for the session until there is one: whatever is asked of it is refused (L09). */
export const UNBOUND_SESSION: SessionPort = {
	context: refuseEverything(),
	actions: refuseEverything(),
	commands: refuseEverything(),
	toolActions: () => refuseEverything(),
};

function refuseEverything<T extends object>(): T {
	return new Proxy({} as T, {
		get(): never {
			throw new Error(NOT_BOUND);
		},
	});
}
