/** Messages of extensions on their way in: handlers are still asked what becomes of them (C13, TRAP68). */
export class PendingInputs {
	readonly #pending = new Set<Promise<void>>();

	get size(): number {
		return this.#pending.size;
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
}
