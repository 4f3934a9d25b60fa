import type { HookClock } from "./clock.ts";

/** One timer for all deadlines: a handler that waits costs a comparison, not a timer. */
export class DeadlineWatch {
	readonly #clock: HookClock;
	readonly #expire: (now: number) => number;
	#armedFor = Infinity;
	#cancel: (() => void) | undefined;

	/** `expire` ends what is due and returns when the next deadline is, or `Infinity`. */
	constructor(clock: HookClock, expire: (now: number) => number) {
		this.#clock = clock;
		this.#expire = expire;
	}

	watch(deadline: number): void {
		if (deadline >= this.#armedFor) return;
		this.#cancel?.();
		this.#armedFor = deadline;
		this.#cancel = this.#clock.after(Math.max(0, deadline - this.#clock.now()), () => this.#fire());
	}

	stop(): void {
		this.#cancel?.();
		this.#cancel = undefined;
		this.#armedFor = Infinity;
	}

	#fire(): void {
		this.#armedFor = Infinity;
		this.#cancel = undefined;
		this.watch(this.#expire(this.#clock.now()));
	}
}
