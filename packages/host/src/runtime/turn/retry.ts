import type { RuntimeListener } from "../runtime-event.ts";
import { hasFailed, type Answer } from "./last-answer.ts";
import { retryDelay, type RetryPolicy } from "./retry-policy.ts";
import type { Wait } from "./wait.ts";

export interface RetryParts {
	readonly policy: RetryPolicy;
	emit: RuntimeListener;
	wait: Wait;
	/** Leaves a stored response out of the context (S18). */
	omit(answer: Answer): Promise<void>;
}

const CANCELLED = "Retry cancelled";

/**
 * Repeats a run whose last response failed for a reason that passes by itself (M10). Each retry is a run of its own;
 * what failed stays in the file and is left out of the context.
 */
export class Retry {
	readonly #parts: RetryParts;
	/** The retry that runs, counted from 1; 0 when none does. */
	#attempt = 0;
	/** Somebody's word on whether to retry, for this session; without one the policy says it. */
	#switch: boolean | undefined;
	/** Ends the wait that goes on. */
	#waiting: AbortController | undefined;

	constructor(parts: RetryParts) {
		this.#parts = parts;
	}

	/** For the rest of this session. */
	setEnabled(enabled: boolean): void {
		this.#switch = enabled;
	}

	/** Ends the wait before a retry, and with it the series; does nothing while none goes on. */
	abortWait(): void {
		this.#waiting?.abort();
	}

	/** Whether the run that ended with this response is repeated. */
	isDue(answer: Answer | undefined): boolean {
		return this.#delayFor(answer) !== undefined;
	}

	/** To be told of every stored response: the first that did not fail ends the series. */
	async answered({ message }: Answer): Promise<void> {
		if (this.#attempt === 0 || hasFailed(message)) return;
		await this.#end({ success: true });
	}

	/** After a run. Resolves with whether it is to be repeated, once the wait is over. */
	async afterRun(answer: Answer | undefined, signal: AbortSignal): Promise<boolean> {
		const delayMs = this.#delayFor(answer);
		const { emit, omit, wait, policy } = this.#parts;
		const errorMessage = answer?.message.errorMessage ?? "";
		if (answer === undefined || delayMs === undefined) {
			await this.#end({ success: false, finalError: errorMessage });
			return false;
		}
		const attempt = ++this.#attempt;
		await emit({ type: "auto_retry_start", attempt, maxAttempts: policy.maxRetries, delayMs, errorMessage });
		await omit(answer);
		const waiting = new AbortController();
		this.#waiting = waiting;
		const either = AbortSignal.any([signal, waiting.signal]);
		await wait(delayMs, either);
		this.#waiting = undefined;
		if (either.aborted) await this.cancel();
		return !either.aborted;
	}

	/** Ends a series that is not gone on with. */
	cancel(): Promise<void> {
		return this.#end({ success: false, finalError: CANCELLED });
	}

	#delayFor(answer: Answer | undefined): number | undefined {
		if (answer?.message.stopReason !== "error") return undefined;
		const { policy } = this.#parts;
		const enabled = this.#switch ?? policy.enabled;
		return retryDelay({ ...policy, enabled }, answer.failure, this.#attempt + 1);
	}

	async #end(outcome: { success: boolean; finalError?: string }): Promise<void> {
		const attempt = this.#attempt;
		if (attempt === 0) return;
		this.#attempt = 0;
		const { success, ...rest } = outcome;
		await this.#parts.emit({ type: "auto_retry_end", success, attempt, ...rest });
	}
}
