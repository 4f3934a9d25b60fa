import type { Generation } from "./generation.ts";
import type { ExtensionOwner } from "./owner.ts";
import type { Wait } from "./wait.ts";

/** What the registry may ask of a dispatch, or of another call that waits for a promise of an extension. */
export interface RunningWork {
	readonly signal: AbortSignal | undefined;
	/** The promise that it waits for now. */
	readonly wait: Wait | undefined;
	/** How many milliseconds an interruption leaves it; `Infinity` for as many as before. */
	readonly grace: number;
	/** Whether the process stays alive for it. */
	readonly keepsAlive: boolean;
	/** Stops waiting and ends. */
	abort(): void;
	/** Stops waiting and goes on with what comes next. */
	expire(): void;
	/** Stops waiting if the handler belongs to this generation. */
	retire(generation: Generation): void;
	/** Goes on after the handler that was ended by force. */
	resume(cause: string): void;
	/** Listens again to the promise it waits for. */
	rejoin(): void;
}

/** Every dispatch between its first handler and its result, and every other call that waits. */
export class Running {
	readonly #works = new Set<RunningWork>();
	/** How many of them keep the process alive. */
	#active = 0;
	readonly #signals = new WeakSet<AbortSignal>();
	readonly #onActive: (active: boolean) => void;
	/** Whose handlers run now; termination leaves it set. */
	#current: RunningWork | undefined;
	/** Ended by force, and something else ran before the monitor told. */
	readonly #killed: RunningWork[] = [];

	/** `onActive` learns when the first one that keeps the process alive begins and when the last one has ended. */
	constructor(onActive: (active: boolean) => void) {
		this.#onActive = onActive;
	}

	begin(work: RunningWork): void {
		this.#works.add(work);
		if (work.keepsAlive && ++this.#active === 1) this.#onActive(true);
	}

	end(work: RunningWork): void {
		if (this.#works.delete(work) && work.keepsAlive && --this.#active === 0) this.#onActive(false);
	}

	enter(dispatch: RunningWork): void {
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

	/** Ends what is overdue, has the others told of that take long, and returns when to look again. */
	expire(now: number, tell: (wait: Wait) => void): number {
		this.#each((work) => {
			if (work.wait === undefined) return;
			if (work.wait.deadline <= now) work.expire();
			else tell(work.wait);
		});
		return Math.min(...[...this.#works].map((work) => work.wait?.due ?? Infinity), Infinity);
	}

	/** Calls `limit` for every wait that an interruption concerns. */
	interrupt(limit: (wait: Wait, grace: number) => void): void {
		this.#each((work) => work.wait !== undefined && work.grace !== Infinity && limit(work.wait, work.grace));
	}

	*waitsOf(owner: ExtensionOwner): Iterable<Wait> {
		for (const { wait } of this.#works) if (wait?.owner === owner) yield wait;
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

	#each(visit: (dispatch: RunningWork) => unknown): void {
		for (const dispatch of [...this.#works]) visit(dispatch);
	}
}
