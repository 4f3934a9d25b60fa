import type { ImageContent, UserMessage } from "@tau/ai";
import type { Conversation } from "../conversation.ts";
import type { Queues } from "../queues.ts";
import { acceptInput, parseCommand, type AcceptInputParts } from "./accept-input.ts";

/** What became of a message that was to be queued (W04). */
export type QueuedInputDisposition = "handled" | "queued";

export interface QueuedInput {
	text: string;
	images?: ImageContent[] | undefined;
	source: "interactive" | "rpc" | "extension";
	delivery: "steer" | "followUp";
}

export interface EnqueueParts extends AcceptInputParts {
	readonly conversation: Conversation;
	readonly queues: Queues;
	now(): number;
}

/**
 * Puts a message into a queue whether or not a run goes on: while idle it waits for the next prompt and follows it.
 * Rejects for extension commands, which do not wait.
 */
export async function enqueueInput(parts: EnqueueParts, input: QueuedInput): Promise<QueuedInputDisposition> {
	const { text, images, source, delivery } = input;
	const call = parseCommand(text);
	if (call && parts.contributions.command(call.name)) {
		throw new Error(`Extension command "/${call.name}" cannot be queued: send it as a prompt, it then runs at once`);
	}
	const accepted = await acceptInput(parts, {
		text,
		...(images && { images }),
		source,
		...(parts.conversation.running && { streamingBehavior: delivery }),
		expand: true,
	});
	if (accepted.handled) return "handled";
	const message: UserMessage = {
		role: "user",
		content: [{ type: "text", text: accepted.text }, ...(accepted.images ?? [])],
		timestamp: parts.now(),
	};
	if (delivery === "steer") parts.queues.steer(message);
	else parts.queues.followUp(message);
	return "queued";
}
