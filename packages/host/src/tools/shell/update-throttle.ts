/** Calls `emit` at once, and then at most once per interval while there is news. Leaves no timer once stopped. */
export class UpdateThrottle {
	readonly #emit: () => void;
	readonly #interval: number;
	#timer: NodeJS.Timeout | undefined;
	#hasNews = false;
	#isStopped = false;

	constructor(interval: number, emit: () => void) {
		this.#interval = interval;
		this.#emit = emit;
	}

	request(): void {
		if (this.#isStopped) return;
		this.#hasNews = true;
		if (this.#timer === undefined) this.#tick();
	}

	stop(): void {
		this.#isStopped = true;
		clearTimeout(this.#timer);
		this.#timer = undefined;
	}

	#tick(): void {
		this.#timer = undefined;
		if (!this.#hasNews) return;
		this.#hasNews = false;
		this.#timer = setTimeout(() => this.#tick(), this.#interval);
		this.#emit();
	}
}
