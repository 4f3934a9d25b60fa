import type { Model } from "@tau/ai";
import type { ProviderConfig } from "../extension-api/provider.ts";
import type { SlashCommandInfo } from "../extension-api/command.ts";
import type { SessionActions } from "../extensions/session-port.ts";
import type { VirtualModelDefinition } from "../models/virtual-model.ts";
import type { EntryDraft, SessionEntry } from "../session/entry.ts";
import type { ReadonlySession } from "../session/readonly-session.ts";
import type { Settings } from "../settings/schema.ts";
import type { Delivery } from "./input/delivery.ts";
import type { ModelChoice } from "./model-choice.ts";
import type { PromptState } from "./prompt-state.ts";
import type { RuntimeListener } from "./runtime-event.ts";
import type { SessionNames } from "./session-names.ts";
import type { ToolSet } from "./tool-set.ts";

export interface ExtensionActionParts {
	readonly session: ReadonlySession;
	readonly names: SessionNames;
	readonly delivery: Delivery;
	readonly tools: ToolSet;
	readonly prompt: PromptState;
	readonly models: ModelChoice;
	append(draft: EntryDraft): SessionEntry;
	commands(): SlashCommandInfo[];
	settings(): Settings;
	registerProvider(name: string, config: ProviderConfig): void;
	unregisterProvider(name: string): void;
	registerVirtualModel(definition: VirtualModelDefinition): void;
	unregisterVirtualModel(provider: string, id: string): void;
	emit: RuntimeListener;
	/** For work that nobody awaits: the failure is reported, never thrown (L20). */
	inBackground(work: Promise<unknown>): void;
}

/** What `pi` can do to the session (A6). */
export function createExtensionActions(parts: ExtensionActionParts): SessionActions {
	const { session, names, tools, prompt, models } = parts;
	return {
		sendMessage: (draft, options) => parts.inBackground(parts.delivery.sendMessage(draft, options)),
		sendUserMessage: (content, options) => parts.inBackground(parts.delivery.sendUserMessage(content, options)),
		appendEntry: (customType, data) => {
			const entry = parts.append({ type: "custom", customType, ...(data !== undefined && { data }) });
			void parts.emit({ type: "entry_appended", entry });
		},
		setSessionName: (name) => names.set(name),
		getSessionName: () => session.getSessionName(),
		setLabel: (entryId, label) => {
			if (!session.getEntry(entryId)) throw new Error(`Entry ${entryId} not found`);
			parts.append({ type: "label", targetId: entryId, ...(label !== undefined && { label }) });
		},
		getActiveTools: () => tools.activeNames(),
		getAllTools: () => tools.infos(),
		setActiveTools: (wanted) => {
			tools.setActive(wanted);
			prompt.selectionChanged(tools.activeNames());
		},
		getSettings: () => structuredClone(parts.settings()),
		getCommands: () => parts.commands(),
		setModel: (model: Model) => models.setModel(model, "set"),
		getThinkingLevel: () => models.thinkingLevel,
		setThinkingLevel: (level) => parts.inBackground(models.setThinkingLevel(level)),
		toolRegistered: (name) => {
			tools.toolRegistered(name);
			prompt.selectionChanged(tools.activeNames());
		},
		registerProvider: (name, config) => parts.registerProvider(name, config),
		unregisterProvider: (name) => parts.unregisterProvider(name),
		registerVirtualModel: (definition) => parts.registerVirtualModel(definition),
		unregisterVirtualModel: (provider, id) => parts.unregisterVirtualModel(provider, id),
	};
}
