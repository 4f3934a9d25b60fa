import type { Timers } from "../../src/stream/timers.ts";

/** A clock that moves only when told to. */
export class ManualTimers implements Timers {
	#now = 0;
	#next = 1;
	readonly #timers = new Map<number, { at: number; callback: () => void }>();

	now(): number {
		return this.#now;
	}

	setTimeout(callback: () => void, milliseconds: number): unknown {
		const handle = this.#next++;
		this.#timers.set(handle, { at: this.#now + milliseconds, callback });
		return handle;
	}

	clearTimeout(handle: unknown): void {
		this.#timers.delete(handle as number);
	}

	get pending(): number {
		return this.#timers.size;
	}

	advance(milliseconds: number): void {
		this.#now += milliseconds;
		for (const [handle, { at, callback }] of [...this.#timers]) {
			if (at > this.#now) continue;
			this.#timers.delete(handle);
			callback();
		}
	}
}
