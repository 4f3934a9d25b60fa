/**
 * One loading of all extensions. Reload and replacement of a session begin a new one; what belongs to an earlier one
 * refuses to act (L14), and results that arrive late are dropped.
 */
export class Generation {
	readonly id: number;
	#alive = true;

	constructor(id: number) {
		this.id = id;
	}

	get alive(): boolean {
		return this.#alive;
	}

	retire(): void {
		this.#alive = false;
	}
}
