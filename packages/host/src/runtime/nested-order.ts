/** The calls that one tool makes side by side; a sequential one has the place for itself (TC6). */
export class NestedOrder {
	readonly #running = new Set<Promise<unknown>>();
	#sequential: Promise<unknown> = Promise.resolve();

	/** Runs `call` as soon as the order allows. */
	enter<T>(sequential: boolean, call: () => Promise<T>): Promise<T> {
		const before = sequential ? Promise.allSettled([...this.#running]) : this.#sequential;
		const running = before.then(call);
		const leave = (): void => void this.#running.delete(ended);
		const ended: Promise<void> = running.then(leave, leave);
		this.#running.add(ended);
		if (sequential) this.#sequential = ended;
		return running;
	}
}
