import type { Model } from "@tau/ai";
import type {
	CustomMessageDraft,
	SendMessageOptions,
	SendUserMessageOptions,
	UserMessageInput,
} from "../extension-api/context.ts";
import type { ProviderConfig } from "../extension-api/provider.ts";
import type { SlashCommandInfo } from "../extension-api/command.ts";
import type { SessionActions } from "../extensions/session-port.ts";
import type { EntryDraft, SessionEntry } from "../session/entry.ts";
import type { ReadonlySession } from "../session/readonly-session.ts";
import type { Settings } from "../settings/schema.ts";
import type { Conversation } from "./conversation.ts";
import type { UserInput } from "./input/accept-input.ts";
import type { ModelChoice } from "./model-choice.ts";
import type { PromptState } from "./prompt-state.ts";
import type { Queues } from "./queues.ts";
import type { Record } from "./record.ts";
import type { RuntimeListener } from "./runtime-event.ts";
import type { SessionNames } from "./session-names.ts";
import type { ToolSet } from "./tool-set.ts";
import { toCustomMessage } from "./turn/prepare-run.ts";

export interface ExtensionActionParts {
	readonly session: ReadonlySession;
	readonly names: SessionNames;
	readonly conversation: Conversation;
	readonly queues: Queues;
	readonly tools: ToolSet;
	readonly prompt: PromptState;
	readonly models: ModelChoice;
	readonly record: Record;
	append(draft: EntryDraft): SessionEntry;
	submit(input: UserInput): Promise<void>;
	commands(): SlashCommandInfo[];
	settings(): Settings;
	registerProvider(name: string, config: ProviderConfig): void;
	unregisterProvider(name: string): void;
	emit: RuntimeListener;
	/** For work that nobody awaits: the failure is reported, never thrown (L20). */
	inBackground(work: Promise<unknown>): void;
	now(): number;
}

/** What `pi` can do to the session (A6). */
export function createExtensionActions(parts: ExtensionActionParts): SessionActions {
	const { session, names, tools, prompt, models } = parts;
	return {
		sendMessage: (draft, options) => sendMessage(parts, draft, options ?? {}),
		sendUserMessage: (content, options) => parts.inBackground(sendUserMessage(parts, content, options ?? {})),
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
	};
}

/** The delivery matrix of custom messages (API03, TRAP60-62). */
function sendMessage(parts: ExtensionActionParts, draft: CustomMessageDraft, options: SendMessageOptions): void {
	const { conversation, queues } = parts;
	const message = toCustomMessage(draft, parts.now());
	if (options.deliverAs === "nextTurn") queues.holdForNextPrompt(message);
	else if (!conversation.idle) {
		if (options.triggerTurn === false) queues.holdForTurnEnd(message);
		else if (options.deliverAs === "followUp") queues.followUp(message);
		else queues.steer(message);
	} else if (options.triggerTurn) parts.inBackground(conversation.start({ type: "custom", message }));
	else parts.record.append(message);
}

/** Goes through the same door as typed text (API04). */
async function sendUserMessage(
	parts: ExtensionActionParts,
	content: UserMessageInput,
	options: SendUserMessageOptions,
): Promise<void> {
	const blocks = typeof content === "string" ? [{ type: "text" as const, text: content }] : content;
	const images = blocks.filter((block) => block.type === "image");
	await parts.submit({
		text: blocks.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n"),
		...(images.length > 0 && { images }),
		source: "extension",
		...(options.deliverAs && { streamingBehavior: options.deliverAs }),
		expand: options.expandPromptTemplates === true,
	});
}
