/** Asks the disk to keep what was written; calls back when it did or failed. */
export type SyncCall = (done: (error: Error | null) => void) => void;

/**
 * Makes writes durable in groups: one call at a time, and whatever is written while it runs shares the next one. Two
 * hundred writes in a burst cost two or three calls, and nobody waits for a disk but who asks to.
 */
export class GroupSync {
	readonly #call: SyncCall;
	readonly #onFailure: (error: Error) => void;
	/** Counts requests; every call covers those made before it began. */
	#requested = 0;
	#covered = 0;
	#failure: Error | undefined;
	#isRunning = false;
	#waiting: { at: number; resolve: (failure: Error | undefined) => void }[] = [];

	constructor(call: SyncCall, onFailure: (error: Error) => void) {
		this.#call = call;
		this.#onFailure = onFailure;
	}

	/** Whether everything requested is durable. */
	get isSettled(): boolean {
		return this.#covered === this.#requested;
	}

	/** Something was written. */
	request(): void {
		this.#requested += 1;
		this.#run();
	}

	/** Everything written so far was made durable by other means. */
	settle(): void {
		this.#finish(this.#requested, undefined);
	}

	/** Resolves once everything requested before is durable, or with the failure that prevents it. */
	settled(): Promise<Error | undefined> {
		if (this.isSettled) return Promise.resolve(this.#failure);
		const at = this.#requested;
		return new Promise((resolve) => this.#waiting.push({ at, resolve }));
	}

	#run(): void {
		if (this.#isRunning || this.isSettled) return;
		this.#isRunning = true;
		const covers = this.#requested;
		this.#call((error) => {
			this.#isRunning = false;
			if (error !== null) this.#onFailure(error);
			this.#finish(covers, error ?? undefined);
			this.#run();
		});
	}

	#finish(covers: number, failure: Error | undefined): void {
		if (covers < this.#covered) return;
		this.#covered = covers;
		this.#failure = failure;
		const done = this.#waiting.filter(({ at }) => at <= covers);
		this.#waiting = this.#waiting.filter(({ at }) => at > covers);
		for (const { resolve } of done) resolve(failure);
	}
}
