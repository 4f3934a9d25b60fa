import type { UserMessage } from "@tau/ai";
import type { Conversation } from "../conversation.ts";
import type { PendingInputs } from "./pending-inputs.ts";
import type { Queues } from "../queues.ts";
import { noModelSelected } from "../turn/open-request.ts";
import { acceptInput, type AcceptInputParts, type UserInput } from "./accept-input.ts";

export interface SubmitParts extends AcceptInputParts {
	readonly conversation: Conversation;
	readonly queues: Queues;
	readonly inputs: PendingInputs;
	now(): number;
	/** Without a model no run can start. */
	hasModel(): boolean;
}

/** What became of an input (W03). */
export type Disposition = "handled" | "queued" | "started";

/** The text cannot go anywhere: the agent is busy and nobody said how to queue it (TRAP64, TRAP71). */
export function busyWithoutDelivery(): Error {
	return new Error(
		"The agent is busy: say how to deliver the message, as steer (before its next request) or followUp (when it is done)",
	);
}

/**
 * The door for every user message. Resolves when the run it started has settled; `onDisposition` is told as soon as it
 * is known what becomes of it: of a command before it runs, since commands may wait for the session to be idle.
 */
export async function submitInput(
	parts: SubmitParts,
	input: UserInput,
	onDisposition: (disposition: Disposition) => void = () => {},
): Promise<void> {
	const { conversation, queues } = parts;
	const { streamingBehavior, ...rest } = input;
	const busy = conversation.running;
	const asked = { ...rest, ...(busy && streamingBehavior && { streamingBehavior }) };
	const accepted = await acceptInput(parts, asked, {
		onCommand: () => onDisposition("handled"),
		signal: parts.inputs.signal,
	});
	if (accepted.handled) return onDisposition("handled");
	const { text, images } = accepted;
	// While the context is compacted nobody takes messages from the queues: the run waits instead.
	if (!conversation.running) {
		if (!parts.hasModel()) throw noModelSelected();
		const run = conversation.start({ type: "user", text, ...(images && { images }) });
		onDisposition("started");
		return run;
	}
	if (!streamingBehavior) throw busyWithoutDelivery();
	const message: UserMessage = {
		role: "user",
		content: [{ type: "text", text }, ...(images ?? [])],
		timestamp: parts.now(),
	};
	if (streamingBehavior === "steer") queues.steer(message);
	else queues.followUp(message);
	onDisposition("queued");
}
