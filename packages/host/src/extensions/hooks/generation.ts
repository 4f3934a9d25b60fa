/**
 * One loading of all extensions. Reload and replacement of a session begin a new one; what belongs to an earlier one
 * refuses to act (L14), and results that arrive late are dropped.
 */
export class Generation {
	readonly id: number;
	#controller: AbortController | undefined;
	#alive = true;

	constructor(id: number) {
		this.id = id;
	}

	get alive(): boolean {
		return this.#alive;
	}

	/** Aborts when it retires: what its extensions started through the host ends with it. */
	get signal(): AbortSignal {
		this.#controller ??= new AbortController();
		if (!this.#alive) this.#controller.abort();
		return this.#controller.signal;
	}

	retire(): void {
		this.#alive = false;
		this.#controller?.abort();
	}
}
