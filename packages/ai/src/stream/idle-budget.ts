import type { Timers } from "./timers.ts";

export interface IdleLimits {
	/** Milliseconds to the first meaningful event; 0 turns it off. */
	readonly firstMs: number;
	/** Milliseconds between meaningful events; 0 turns it off. */
	readonly idleMs: number;
}

export interface IdleEnds {
	readonly signal: AbortSignal;
	readonly onExpired: (limitMs: number, begun: boolean) => Error;
}

/**
 * Counts the time spent waiting for the provider since its last meaningful event. Bytes, comment lines and keep-alive
 * events do not count as progress (PC-54); time that our own side spends between two reads is not held against the
 * provider. One listener and one timer serve all reads: there may be thousands.
 */
export class IdleBudget {
	#limits: IdleLimits;
	readonly #timers: Timers;
	readonly #ends: IdleEnds;
	#begun = false;
	#waitedMs = 0;
	#timer: unknown;
	#waiting: { readonly since: number; readonly reject: (reason: unknown) => void } | undefined;
	readonly #onAbort = (): void => this.#waiting?.reject(this.#ends.signal.reason);

	constructor(limits: IdleLimits, timers: Timers, ends: IdleEnds) {
		this.#limits = limits;
		this.#timers = timers;
		this.#ends = ends;
		ends.signal.addEventListener("abort", this.#onAbort, { once: true });
	}

	/** The provider made progress. */
	renew(): void {
		this.#waitedMs = 0;
		if (this.#begun) return;
		this.#begun = true;
		this.#disarm();
	}

	/** Little more is expected: waits are limited to `milliseconds` from now on. */
	shorten(milliseconds: number): void {
		const { firstMs, idleMs } = this.#limits;
		if (idleMs > 0 && idleMs <= milliseconds) return;
		this.#limits = { firstMs, idleMs: milliseconds };
		this.#disarm();
	}

	/**
	 * Awaits `promise`, at most for what is left of the budget and until the signal aborts, even where the promise
	 * itself heeds neither. One wait at a time.
	 */
	wait<T>(promise: Promise<T>): Promise<T> {
		const { signal } = this.#ends;
		return new Promise<T>((resolve, reject) => {
			this.#waiting = { since: this.#timers.now(), reject };
			promise.then(
				(value) => {
					this.#endWait(reject);
					resolve(value);
				},
				(error: unknown) => {
					this.#endWait(reject);
					reject(error);
				},
			);
			if (signal.aborted) reject(signal.reason);
			else this.#arm();
		});
	}

	/** Lets go of signal and timer. */
	dispose(): void {
		this.#disarm();
		this.#waiting = undefined;
		this.#ends.signal.removeEventListener("abort", this.#onAbort);
	}

	get #limitMs(): number {
		return this.#begun ? this.#limits.idleMs : this.#limits.firstMs;
	}

	#endWait(reject: (reason: unknown) => void): void {
		// A wait that was given up may end while the next one runs, or after all of them.
		if (this.#waiting?.reject !== reject) return;
		this.#waitedMs += Math.max(0, this.#timers.now() - this.#waiting.since);
		this.#waiting = undefined;
	}

	#arm(): void {
		if (this.#timer !== undefined || this.#limitMs <= 0) return;
		this.#timer = this.#timers.setTimeout(() => this.#onTimer(), Math.max(0, this.#limitMs - this.#waitedMs));
	}

	#disarm(): void {
		if (this.#timer !== undefined) this.#timers.clearTimeout(this.#timer);
		this.#timer = undefined;
	}

	/** The timer may be older than the last progress: then it runs on for the rest. */
	#onTimer(): void {
		this.#timer = undefined;
		const waiting = this.#waiting;
		if (waiting === undefined) return;
		const waited = this.#waitedMs + this.#timers.now() - waiting.since;
		if (waited >= this.#limitMs) return waiting.reject(this.#ends.onExpired(this.#limitMs, this.#begun));
		this.#timer = this.#timers.setTimeout(() => this.#onTimer(), this.#limitMs - waited);
	}
}
