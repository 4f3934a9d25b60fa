import type {
	CustomMessageDraft,
	SendMessageOptions,
	SendUserMessageOptions,
	UserMessageInput,
} from "../../extension-api/context.ts";
import type { Conversation } from "../conversation.ts";
import type { Queues } from "../queues.ts";
import type { Record } from "../record.ts";
import { toCustomMessage } from "../turn/prepare-run.ts";
import type { UserInput } from "./accept-input.ts";

export interface DeliveryParts {
	readonly conversation: Conversation;
	readonly queues: Queues;
	readonly record: Record;
	submit(input: UserInput): Promise<void>;
	now(): number;
}

/**
 * Messages of extensions on their way into the session. Where a message goes is decided before the call returns; the
 * promise settles when the run it started has settled (K09), at once when it started none.
 */
export class Delivery {
	readonly #parts: DeliveryParts;

	constructor(parts: DeliveryParts) {
		this.#parts = parts;
	}

	/** The delivery matrix of custom messages (API03, TRAP60-62). */
	sendMessage(draft: CustomMessageDraft, options: SendMessageOptions = {}): Promise<void> {
		const { conversation, queues, record, now } = this.#parts;
		const message = toCustomMessage(draft, now());
		const quiet = options.triggerTurn === false;
		if (options.deliverAs === "nextTurn") queues.holdForNextPrompt(message);
		else if (conversation.running && !(quiet && conversation.starting)) {
			if (quiet) queues.holdForTurnEnd(message);
			else if (options.deliverAs === "followUp") queues.followUp(message);
			else queues.steer(message);
		} else if (options.triggerTurn) return conversation.start({ type: "custom", message });
		else return record.appendAnnounced(message);
		return Promise.resolve();
	}

	/** Goes through the same door as typed text (API04). */
	sendUserMessage(content: UserMessageInput, options: SendUserMessageOptions = {}): Promise<void> {
		const blocks = typeof content === "string" ? [{ type: "text" as const, text: content }] : content;
		const images = blocks.filter((block) => block.type === "image");
		return this.#parts.submit({
			text: blocks.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n"),
			...(images.length > 0 && { images }),
			source: "extension",
			...(options.deliverAs && { streamingBehavior: options.deliverAs }),
			expand: options.expandPromptTemplates === true,
		});
	}
}
