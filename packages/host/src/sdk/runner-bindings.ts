import type { AgentTool, ToolCallOutcome } from "@tau/agent";
import type { Model } from "@tau/ai";
import type { ExecuteToolOptions, ExtensionContext, ExtensionMode } from "../extension-api/context.ts";
import type { ExtensionUi } from "../extension-api/ui.ts";
import type { PromptOptions } from "../extension-api/prompt-options.ts";
import type { CommandActions, SessionActions, SessionPort } from "../extensions/session-port.ts";
import type { ModelRegistry } from "../extension-api/model-registry.ts";
import { createLocalBackend } from "../platform/local-backend.ts";
import { ToolBackendAccess } from "../runtime/tool-backend-access.ts";
import type { ReadonlySession } from "../session/readonly-session.ts";

/** What an embedder registers providers and virtual models with; what is left out refuses. */
export type ExtensionProviderActions = Partial<
	Pick<SessionActions, "registerProvider" | "unregisterProvider" | "registerVirtualModel" | "unregisterVirtualModel">
>;

/** What `pi` does, carried out by the embedder. */
export type ExtensionActions = Omit<SessionActions, keyof ExtensionProviderActions | "toolRegistered"> & {
	/** A tool was registered after binding. */
	refreshTools(): void;
};

type Methods = "isIdle" | "isProjectTrusted" | "abort" | "hasPendingMessages" | "shutdown" | "getContextUsage";

/** What contexts show, asked of the embedder each time. */
export interface ExtensionContextActions extends Pick<ExtensionContext, Methods | "compact" | "getSystemPrompt"> {
	getModel(): Model | undefined;
	getScopedModels(): ExtensionContext["scopedModels"];
	getSignal(): AbortSignal | undefined;
	getSystemPromptOptions?(): PromptOptions;
	/** Behind `ctx.executeTool()`. Without it nested calls fail. */
	executeTool?(callerId: string, name: string, args: unknown, options: ExecuteToolOptions): Promise<ToolCallOutcome>;
	/** Behind `ctx.tools`. */
	getCallableTools?(): readonly AgentTool[];
}

/** What commands do besides, carried out by the embedder. */
export type ExtensionCommandContextActions = Omit<CommandActions, "getSystemPromptOptions">;

/** What was bound, as far as it was. */
export interface RunnerBindings {
	readonly session: ReadonlySession;
	readonly cwd: string;
	readonly registry: ModelRegistry;
	readonly actions: ExtensionActions;
	readonly context: ExtensionContextActions;
	readonly providers: ExtensionProviderActions;
	/** Bound later, and perhaps again. */
	current(): { commands: ExtensionCommandContextActions | undefined; ui: ExtensionUi; mode: ExtensionMode };
}

/** The session that extensions reach: every member is one call of the embedder. */
export function createRunnerPort(bindings: RunnerBindings): SessionPort {
	const { actions, context, providers } = bindings;
	const refuse = (member: string) => (): never => {
		throw new Error(`This host does not support ${member}()`);
	};
	return {
		context: createRunnerContext(bindings),
		actions: {
			...actions,
			toolRegistered: () => actions.refreshTools(),
			registerProvider: refuse("registerProvider"),
			unregisterProvider: refuse("unregisterProvider"),
			registerVirtualModel: refuse("registerVirtualModel"),
			unregisterVirtualModel: refuse("unregisterVirtualModel"),
			...providers,
		},
		commands: createRunnerCommands(bindings),
		toolActions: (toolCallId) => ({
			tools: context.getCallableTools?.() ?? [],
			executeTool: async (name, args, options = {}) =>
				await (context.executeTool ?? refuse("executeTool"))(toolCallId, name, args, options),
		}),
	};
}

function createRunnerContext({ session, cwd, registry, actions, context, current }: RunnerBindings): ExtensionContext {
	const models = {
		get model() {
			return context.getModel();
		},
		get thinkingLevel() {
			return actions.getThinkingLevel();
		},
	};
	const backend = new ToolBackendAccess({ backend: createLocalBackend(), session, models });
	const members: Omit<
		ExtensionContext,
		"ui" | "mode" | "hasUI" | "model" | "scopedModels" | "thinkingLevel" | "signal"
	> = {
		cwd,
		sessionManager: session,
		session,
		modelRegistry: registry,
		isIdle: () => context.isIdle(),
		isProjectTrusted: () => context.isProjectTrusted(),
		abort: () => context.abort(),
		hasPendingMessages: () => context.hasPendingMessages(),
		shutdown: () => context.shutdown(),
		getContextUsage: () => context.getContextUsage(),
		compact: (options) => context.compact(options),
		getSystemPrompt: () => context.getSystemPrompt(),
		toolOperations: backend.operations,
		getToolBackendInfo: () => ({ ...backend.info }),
		execToolBackend: (command, options) => backend.exec(command, options),
	};
	return {
		...members,
		get ui() {
			return current().ui;
		},
		get mode() {
			return current().mode;
		},
		get hasUI() {
			return hasUser(current().mode);
		},
		get model() {
			return models.model;
		},
		get scopedModels() {
			return context.getScopedModels();
		},
		get thinkingLevel() {
			return models.thinkingLevel;
		},
		get signal() {
			return context.getSignal();
		},
	};
}

/** Dialogs reach somebody in the terminal and over RPC (C03). */
export function hasUser(mode: ExtensionMode): boolean {
	return mode === "tui" || mode === "rpc";
}

function createRunnerCommands({ context, current }: RunnerBindings): CommandActions {
	const bound = (): ExtensionCommandContextActions => {
		const { commands } = current();
		if (!commands) throw new Error("No command context is bound: the host calls bindCommandContext() for that");
		return commands;
	};
	return {
		getSystemPromptOptions: () => {
			if (!context.getSystemPromptOptions) throw new Error("This host does not support getSystemPromptOptions()");
			return context.getSystemPromptOptions();
		},
		waitForIdle: async () => await bound().waitForIdle(),
		newSession: async (options) => await bound().newSession(options),
		fork: async (entryId, options) => await bound().fork(entryId, options),
		navigateTree: async (targetId, options) => await bound().navigateTree(targetId, options),
		switchSession: async (path, options) => await bound().switchSession(path, options),
		reload: async () => await bound().reload(),
	};
}
