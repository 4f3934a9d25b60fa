import type { EventBus } from "../extension-api/extension-api.ts";

type Listener = (data: unknown) => void;

/** Called when a listener throws; the others are still served. */
export type ListenerFailure = (channel: string, error: unknown) => void;

/** The bus that all extensions of a session share (API19). Delivery is synchronous, in the order of subscription. */
export class SharedEventBus {
	readonly #listeners = new Map<string, { listener: Listener; onFailure: ListenerFailure }[]>();

	emit(channel: string, data: unknown): void {
		for (const { listener, onFailure } of [...(this.#listeners.get(channel) ?? [])]) {
			try {
				const returned: unknown = listener(data);
				if (returned instanceof Promise) returned.catch((error: unknown) => onFailure(channel, error));
			} catch (error) {
				onFailure(channel, error);
			}
		}
	}

	on(channel: string, listener: Listener, onFailure: ListenerFailure): () => void {
		const subscription = { listener, onFailure };
		this.#listeners.set(channel, [...(this.#listeners.get(channel) ?? []), subscription]);
		return () => {
			const rest = (this.#listeners.get(channel) ?? []).filter((other) => other !== subscription);
			if (rest.length > 0) this.#listeners.set(channel, rest);
			else this.#listeners.delete(channel);
		};
	}

	clear(): void {
		this.#listeners.clear();
	}
}

/** One extension's view of the bus. */
export function createBusView(bus: SharedEventBus, onFailure: ListenerFailure): EventBus {
	return {
		emit: (channel, data) => bus.emit(channel, data),
		on: (channel, handler) => bus.on(channel, handler, onFailure),
	};
}
