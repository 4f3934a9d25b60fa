/** Enough for any session at a prompt; the bound keeps a day-long one from growing without end. */
const LIMIT = 500;

/** States to go back to, latest last. The states themselves must never change. */
export class UndoStack<S> {
	readonly #states: S[] = [];

	push(state: S): void {
		this.#states.push(state);
		if (this.#states.length > LIMIT) this.#states.shift();
	}

	/** Takes the latest state off the stack. */
	pop(): S | undefined {
		return this.#states.pop();
	}

	clear(): void {
		this.#states.length = 0;
	}
}
