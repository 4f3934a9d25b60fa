import type { Generation } from "./generation.ts";

/** What the registry of running dispatches may ask of one. */
export interface RunningDispatch {
	readonly signal: AbortSignal | undefined;
	/** When the handler it waits for is overdue; `Infinity` for never. */
	readonly deadline: number;
	/** Stops waiting and ends. */
	abort(): void;
	/** Stops waiting and goes on with the next handler. */
	expire(): void;
	/** Stops waiting if the handler belongs to this generation. */
	retire(generation: Generation): void;
	/** Goes on after the handler that was ended by force. */
	resume(cause: string): void;
	/** Listens again to the promise it waits for. */
	rejoin(): void;
}

/** Every dispatch between its first handler and its result. */
export class Running {
	readonly #dispatches = new Set<RunningDispatch>();
	readonly #signals = new WeakSet<AbortSignal>();
	readonly #onActive: (active: boolean) => void;
	/** Whose handlers run now; termination leaves it set. */
	#current: RunningDispatch | undefined;
	/** Ended by force, and something else ran before the monitor told. */
	readonly #killed: RunningDispatch[] = [];

	/** `onActive` learns when the first dispatch begins and when the last one has ended. */
	constructor(onActive: (active: boolean) => void) {
		this.#onActive = onActive;
	}

	begin(dispatch: RunningDispatch): void {
		this.#dispatches.add(dispatch);
		if (this.#dispatches.size === 1) this.#onActive(true);
	}

	end(dispatch: RunningDispatch): void {
		if (this.#dispatches.delete(dispatch) && this.#dispatches.size === 0) this.#onActive(false);
	}

	enter(dispatch: RunningDispatch): void {
		// Dispatches never nest, so whoever is still there did not leave by itself.
		if (this.#current !== undefined && this.#current !== dispatch) this.#killed.push(this.#current);
		this.#current = dispatch;
	}

	/** Whether handlers run on the stack. */
	get isEntered(): boolean {
		return this.#current !== undefined;
	}

	leave(): void {
		this.#current = undefined;
	}

	/** One listener per signal, however many dispatches wait under it. */
	heed(signal: AbortSignal): void {
		if (this.#signals.has(signal)) return;
		this.#signals.add(signal);
		signal.addEventListener("abort", () => this.#each((dispatch) => dispatch.signal === signal && dispatch.abort()), {
			once: true,
		});
	}

	/** Ends what is overdue and returns the next deadline. */
	expire(now: number): number {
		this.#each((dispatch) => dispatch.deadline <= now && dispatch.expire());
		return Math.min(...[...this.#dispatches].map((dispatch) => dispatch.deadline), Infinity);
	}

	retire(generation: Generation): void {
		this.#each((dispatch) => dispatch.retire(generation));
	}

	/**
	 * After `Runtime.terminateExecution`: the dispatch whose handler was ended goes on, and all others listen again,
	 * because the microtask that would have told them may be gone. Returns whether there was such a dispatch.
	 */
	resumeAfterKill(cause: string): boolean {
		const killed = this.#killed.splice(0);
		if (this.#current !== undefined) killed.push(this.#current);
		this.#current = undefined;
		for (const dispatch of killed) dispatch.resume(cause);
		this.#each((dispatch) => dispatch.rejoin());
		return killed.length > 0;
	}

	#each(visit: (dispatch: RunningDispatch) => unknown): void {
		for (const dispatch of [...this.#dispatches]) visit(dispatch);
	}
}
