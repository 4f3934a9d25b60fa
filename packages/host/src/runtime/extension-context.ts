import type { ThinkingLevel, Model } from "@tau/ai";
import type { CompactOptions, ExtensionContext, ExtensionMode } from "../extension-api/context.ts";
import type { ModelRegistry } from "../extension-api/model-registry.ts";
import type { ExtensionUi } from "../extension-api/ui.ts";
import type { ToolBackendAccess } from "./tool-backend-access.ts";
import type { CommandActions } from "../extensions/session-port.ts";
import type { ReadonlySession } from "../session/readonly-session.ts";
import type { TreeNavigation } from "./compaction/navigate-tree.ts";
import { contextUsage } from "./context-usage.ts";
import type { Conversation } from "./conversation.ts";
import { limitingModel } from "./limiting-model.ts";
import type { IdleBarrier } from "./idle-barrier.ts";
import type { ModelChoice } from "./model-choice.ts";
import type { PromptState } from "./prompt-state.ts";
import type { Queues } from "./queues.ts";
import type { SessionReplacing } from "./session-replacing.ts";

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
	readonly replacing: SessionReplacing;
	readonly navigation: TreeNavigation;
	readonly backend: ToolBackendAccess;
	readonly barrier: IdleBarrier;
	/** Returns at once; the callbacks tell the outcome (C16). */
	compact(options?: CompactOptions): void;
}

/** The session as handlers see it. Getters, so that a context kept by a handler shows what is true now (C18). */
export function createExtensionContext(parts: ExtensionContextParts): ExtensionContext {
	const { mode, session, models, conversation, backend } = parts;
	return {
		// An embedder may bind its user interface later.
		get ui() {
			return mode.ui;
		},
		get mode() {
			return mode.mode;
		},
		get hasUI() {
			return mode.hasUI;
		},
		cwd: session.getCwd(),
		sessionManager: session,
		session,
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
		getContextUsage: () => contextUsage(models.model && limitingModel(models.model, session, parts.registry), session),
		compact: (options) => parts.compact(options),
		getSystemPrompt: () => parts.prompt.text(),
		toolOperations: backend.operations,
		getToolBackendInfo: () => ({ ...backend.info }),
		execToolBackend: (command, options) => backend.exec(command, options),
	};
}

/** What commands may do besides (A5). */
export function createCommandActions(parts: ExtensionContextParts): CommandActions {
	const { barrier, prompt, mode, replacing, navigation } = parts;
	return {
		getSystemPromptOptions: () => prompt.baseOptions(),
		waitForIdle: () => barrier.settled(),
		newSession: (request) => replacing.newSession(request),
		fork: async (entryId, request) => {
			const { cancelled, text } = await replacing.fork(entryId, request);
			if (text !== undefined) mode.ui.setEditorText(text);
			return { cancelled };
		},
		navigateTree: async (targetId, options) => {
			const { cancelled, editorText } = await navigation.go(targetId, options);
			if (editorText !== undefined) mode.ui.setEditorText(editorText);
			return { cancelled };
		},
		switchSession: (path, options) => replacing.switchSession(path, options),
		reload: () => replacing.reload(),
	};
}
