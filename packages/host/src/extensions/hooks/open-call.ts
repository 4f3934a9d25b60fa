import type { HookClock } from "./clock.ts";
import { Thrown } from "./thrown.ts";
import type { Generation } from "./generation.ts";
import type { Running, RunningWork } from "./running.ts";
import type { Wait } from "./wait.ts";
import type { Waits } from "./waits.ts";

export interface OpenCallParts {
	readonly clock: HookClock;
	readonly running: Running;
	readonly waits: Waits;
}

/** The promise of a call that is no event: a tool, a command, a factory. */
export class OpenCall<TOutcome> implements RunningWork {
	readonly signal: undefined;
	readonly wait: Wait;
	readonly grace: number;
	readonly outcome: Promise<TOutcome>;
	readonly #parts: OpenCallParts;
	readonly #promise: Promise<unknown>;
	readonly #conclude: (answer: unknown) => TOutcome;
	#resolve: ((outcome: TOutcome) => void) | undefined;

	/** `conclude` makes the outcome of an answer or of a `Thrown`; it is called once. */
	constructor(
		parts: OpenCallParts,
		call: { wait: Wait; grace: number; promise: Promise<unknown>; conclude: (answer: unknown) => TOutcome },
	) {
		this.#parts = parts;
		this.wait = call.wait;
		this.grace = call.grace;
		this.#promise = call.promise;
		this.#conclude = call.conclude;
		this.outcome = new Promise((resolve) => (this.#resolve = resolve));
		parts.running.begin(this);
		this.rejoin();
	}

	/** A program with nothing else to do ends, as it does under Pi, unless this call is going to end by itself. */
	get keepsAlive(): boolean {
		return this.wait.budget !== Infinity;
	}

	abort(): void {}

	expire(): void {
		this.#end(new Thrown(this.wait.cause(this.#parts.clock.now())));
	}

	/** A command that puts another session in the place of its own goes on in there (K09). */
	retire(_generation: Generation): void {}

	resume(): void {}

	rejoin(): void {
		this.#promise.then(
			(answer: unknown) => this.#end(answer),
			(error: unknown) => this.#end(new Thrown(error)),
		);
	}

	/** What comes later is dropped. */
	#end(answer: unknown): void {
		const resolve = this.#resolve;
		if (resolve === undefined) return;
		this.#resolve = undefined;
		this.#parts.running.end(this);
		this.#parts.waits.close(this.wait);
		resolve(this.#conclude(answer));
	}
}
