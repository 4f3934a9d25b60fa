import type { ThinkingLevel, Model } from "@tau/ai";
import type { ExtensionContext, ExtensionMode } from "../extension-api/context.ts";
import type { ModelRegistry } from "../extension-api/model-registry.ts";
import type { ExtensionUi } from "../extension-api/ui.ts";
import type { CommandActions } from "../extensions/session-port.ts";
import type { ReadonlySession } from "../session/readonly-session.ts";
import { contextUsage } from "./context-usage.ts";
import type { Conversation } from "./conversation.ts";
import type { ModelChoice } from "./model-choice.ts";
import type { PromptState } from "./prompt-state.ts";
import type { Queues } from "./queues.ts";

/** What a mode decides about the contexts of its sessions. */
export interface ModeContext {
	readonly mode: ExtensionMode;
	readonly ui: ExtensionUi;
	readonly hasUI: boolean;
	/** Ends the program in its own way (C14). */
	shutdown(): void;
}

export interface ExtensionContextParts {
	readonly mode: ModeContext;
	readonly session: ReadonlySession;
	readonly registry: ModelRegistry;
	readonly models: ModelChoice;
	readonly conversation: Conversation;
	readonly queues: Queues;
	readonly prompt: PromptState;
	readonly scopedModels: readonly { model: Model; thinkingLevel?: ThinkingLevel }[];
	readonly projectTrusted: boolean;
}

/** The session as handlers see it. Getters, so that a context kept by a handler shows what is true now (C18). */
export function createExtensionContext(parts: ExtensionContextParts): ExtensionContext {
	const { mode, session, models, conversation } = parts;
	return {
		ui: mode.ui,
		mode: mode.mode,
		hasUI: mode.hasUI,
		cwd: session.getCwd(),
		sessionManager: session,
		modelRegistry: parts.registry,
		scopedModels: parts.scopedModels,
		get model() {
			return models.model;
		},
		get thinkingLevel() {
			return models.thinkingLevel;
		},
		get signal() {
			return conversation.signal;
		},
		isIdle: () => conversation.idle,
		isProjectTrusted: () => parts.projectTrusted,
		abort: () => conversation.abort(),
		hasPendingMessages: () => parts.queues.pending,
		shutdown: () => mode.shutdown(),
		getContextUsage: () => contextUsage(models.model, session.buildSessionContext().messages),
		compact: (options) => options?.onError?.(notYet("Compaction")),
		getSystemPrompt: () => parts.prompt.text(),
	};
}

/** What commands may do besides. Replacing the session is refused until it exists. */
export function createCommandActions({ conversation, prompt }: ExtensionContextParts): CommandActions {
	const refuse = (what: string) => () => Promise.reject(notYet(what));
	return {
		getSystemPromptOptions: () => prompt.baseOptions(),
		waitForIdle: () => conversation.waitForIdle(),
		newSession: refuse("newSession()"),
		fork: refuse("fork()"),
		navigateTree: refuse("navigateTree()"),
		switchSession: refuse("switchSession()"),
		reload: refuse("reload()"),
	};
}

function notYet(what: string): Error {
	return new Error(`${what} is not available in this version of Tau`);
}
