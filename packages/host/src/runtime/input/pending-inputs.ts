/** Messages of extensions on their way in: handlers are still asked what becomes of them (C13, TRAP68). */
export class PendingInputs {
	readonly #pending = new Set<Promise<void>>();
	#controller = new AbortController();

	get size(): number {
		return this.#pending.size;
	}

	/** For asking about an input that comes now. */
	get signal(): AbortSignal {
		return this.#controller.signal;
	}

	/** What handlers are still asked about goes nowhere. */
	abort(): void {
		this.#controller.abort();
		this.#controller = new AbortController();
	}

	/** Counts an input until `decided` settles, one way or the other. */
	track(decided: Promise<void>): void {
		const settled = decided.catch(() => {}); // Reported by whoever sent the input.
		this.#pending.add(settled);
		void settled.then(() => this.#pending.delete(settled));
	}

	/** Resolves when it is known of every input what becomes of it. */
	async settled(): Promise<void> {
		while (this.#pending.size > 0) await Promise.all(this.#pending);
	}

	/**
	 * The same, but it waits for no handler that has to wait itself. A message that a handler sends is looked at once the
	 * event being told has been told to everyone, and is still to reach the request in front of which it was sent.
	 */
	async settledSoon(): Promise<void> {
		// An immediate may come before the message with which a dispatch enters, the one after it does not.
		for (let turn = 0; turn < 2 && this.#pending.size > 0; turn++) await new Promise(setImmediate);
	}
}
