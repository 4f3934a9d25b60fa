const OWNER = 0;
const BEAT = 1;

/**
 * Which extension's synchronous code runs now, in memory that another thread can read. A monitor that sees the same
 * owner and the same beat for long has found a loop. The writes are plain: an atomic one would cost more than the
 * handler, and the monitor can wait for a late one.
 */
export class Pulse {
	/** Two 32-bit integers: the id of the owner or zero, and a number that changes with every call. */
	readonly memory: SharedArrayBuffer = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
	readonly #cells: Int32Array = new Int32Array(this.memory);
	#beat = 0;

	/** Returns whom it interrupted, for `leave`. */
	enter(ownerId: number): number {
		const outer = this.owner;
		this.#cells[OWNER] = ownerId;
		this.#cells[BEAT] = this.#beat = (this.#beat + 1) | 0;
		return outer;
	}

	leave(outer: number): void {
		this.#cells[OWNER] = outer;
	}

	/** Zero outside of foreign code. Termination skips `leave`, so after a kill this is whom it hit. */
	get owner(): number {
		return this.#cells[OWNER] ?? 0;
	}
}
