import type { RuntimeEvent, RuntimeListener } from "./runtime-event.ts";

/** Hands events to listeners in order, one after another, and waits for each. Costs nothing while nobody listens. */
export class EventChannel {
	#listeners: readonly RuntimeListener[] = [];

	subscribe(listener: RuntimeListener): () => void {
		this.#listeners = [...this.#listeners, listener];
		return () => {
			this.#listeners = this.#listeners.filter((other) => other !== listener);
		};
	}

	readonly emit = (event: RuntimeEvent): void | Promise<void> => {
		const listeners = this.#listeners;
		for (let index = 0; index < listeners.length; index++) {
			const told = listeners[index]?.(event);
			if (told) return this.#emitRest(event, listeners.slice(index + 1), told);
		}
	};

	async #emitRest(event: RuntimeEvent, rest: readonly RuntimeListener[], told: Promise<void>): Promise<void> {
		await told;
		for (const listener of rest) await listener(event);
	}
}
