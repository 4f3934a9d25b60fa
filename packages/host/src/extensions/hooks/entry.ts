import type { MessagePort } from "node:worker_threads";

/** Work that enters extension code. */
export interface Entrant {
	run(): void;
}

const SETTLED = Promise.resolve();

/**
 * The door through which dispatches enter extension code: a `message` callback of a port. When a loop there is ended
 * by force, no frame and no microtask of anybody else is lost, and Node survives, which it does not for loops in timer
 * and immediate callbacks. See docs/adr/2026-11-30-entry-of-dispatch.md.
 */
export class Entry {
	readonly #outer: MessagePort;
	readonly #inner: MessagePort;
	readonly #queue: Entrant[] = [];
	#turn = 0;
	#closing = false;

	constructor() {
		// The global one: importing node:worker_threads costs 5 to 10 ms at every start.
		const channel = new MessageChannel();
		this.#outer = channel.port1;
		this.#inner = channel.port2;
		this.#inner.on("message", () => this.#admit());
		this.release();
	}

	enter(entrant: Entrant): void {
		this.#queue.push(entrant);
		this.#outer.postMessage(undefined);
	}

	/** Whether the microtasks of the same port callback still run. */
	isTurn(turn: number): boolean {
		return this.#turn === turn;
	}

	/**
	 * Names the running port callback. What a promise settles within it may go on at once; a promise settled by any
	 * later callback must enter again, because that callback may be a timer's or have others' microtasks queued.
	 */
	openTurn(): number {
		if (!this.#closing) {
			this.#closing = true;
			// A tick that is queued by a microtask comes after all microtasks and before any other callback.
			void SETTLED.then(this.#queueClose);
		}
		return this.#turn;
	}

	/** Keeps the process alive; while a dispatch is under way, its result may depend on an unreferenced handle only. */
	hold(): void {
		this.#inner.ref();
	}

	release(): void {
		this.#inner.unref();
	}

	/** After a kill: the end of the turn was dropped with the microtasks, and a message may be. */
	recover(): void {
		this.#endTurn();
		for (const _entrant of this.#queue) this.#outer.postMessage(undefined);
	}

	close(): void {
		this.#outer.close();
	}

	readonly #queueClose = (): void => process.nextTick(this.#endTurn);

	readonly #endTurn = (): void => {
		this.#turn += 1;
		this.#closing = false;
	};

	#admit(): void {
		this.#endTurn();
		this.#queue.shift()?.run();
	}
}
