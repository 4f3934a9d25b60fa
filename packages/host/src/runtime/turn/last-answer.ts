import { getFailure, type AssistantMessage, type ProviderFailure } from "@tau/ai";

/** A response as it was stored, with what is known about why it failed. */
export interface Answer {
	readonly message: AssistantMessage;
	/** Absent for responses that did not fail, and for those of providers that do not say why. */
	readonly failure: ProviderFailure | undefined;
	readonly entryId: string;
	/** How many complete responses there were by then, this one included. */
	readonly successes: number;
}

/** The last response of a session. Whether a run is repeated is decided by it. */
export class LastAnswer {
	#last: Answer | undefined;
	#successes = 0;

	get current(): Answer | undefined {
		return this.#last;
	}

	/** `received` is the response as it came: handlers may have replaced it by another object, which has no class. */
	note(received: AssistantMessage, stored: { message: AssistantMessage; entryId: string }): Answer {
		const { message } = stored;
		if (!hasFailed(message) && message.stopReason !== "length") this.#successes += 1;
		this.#last = { ...stored, failure: getFailure(received), successes: this.#successes };
		return this.#last;
	}

	/** A new prompt is not judged by an old response. */
	forget(): void {
		this.#last = undefined;
	}
}

/** Whether there is no answer: the request failed or was aborted. */
export function hasFailed({ stopReason }: AssistantMessage): boolean {
	return stopReason === "error" || stopReason === "aborted";
}
