import type { AgentMessage } from "@tau/agent";
import type { Dispatcher } from "../extensions/hooks/dispatch.ts";
import type { EntryDraft, SessionEntry } from "../session/entry.ts";

export interface RecordParts {
	readonly dispatcher: Dispatcher;
	append(draft: EntryDraft): SessionEntry;
	emit(event: { type: "message_start" | "message_end"; message: AgentMessage }): void | Promise<void>;
}

/** The one place where messages enter the session. Remembers the entry of each message of the running turn. */
export class Record {
	readonly #parts: RecordParts;
	readonly #entryIds = new WeakMap<AgentMessage, string>();

	constructor(parts: RecordParts) {
		this.#parts = parts;
	}

	/** Lets handlers replace the message, stores the result and announces it (E22). Returns what was stored. */
	async finish(message: AgentMessage): Promise<AgentMessage> {
		const { dispatcher } = this.#parts;
		const answered = await dispatcher.waterfall("message_end", { type: "message_end", message });
		const final = answered ? answered.event.message : message;
		this.#entryIds.set(final, this.#parts.append(toDraft(final)).id);
		await this.#parts.emit({ type: "message_end", message: final });
		return final;
	}

	/** Stores a message that no handler is asked about and nobody is told of (TRAP60, TRAP62). */
	append(message: AgentMessage): void {
		this.#entryIds.set(message, this.#parts.append(toDraft(message)).id);
	}

	/** The same for a message that arrives while nothing runs: listeners are told, extensions are not. */
	async appendAnnounced(message: AgentMessage): Promise<void> {
		this.append(message);
		await this.#parts.emit({ type: "message_start", message });
		await this.#parts.emit({ type: "message_end", message });
	}

	/** The id of the entry that holds a message; empty when it was not stored here. */
	entryId(message: AgentMessage): string {
		return this.#entryIds.get(message) ?? "";
	}
}

/** Custom messages have an entry type of their own (S04). */
export function toDraft(message: AgentMessage): EntryDraft {
	if (message.role !== "custom") return { type: "message", message };
	const { customType, content, display, details } = message;
	return { type: "custom_message", customType, content, display, ...(details !== undefined && { details }) };
}
