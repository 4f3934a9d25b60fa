import type { Wait } from "./wait.ts";

/** A wait that takes long begins to be told, or is over. */
export interface WaitNotice {
	type: "extension_wait_start" | "extension_wait_end";
	extensionPath: string;
	event: string;
	/** Since the extension was called. */
	seconds: number;
}

export type WaitListener = (notice: WaitNotice) => void;

/** Whoever shows that an extension is waited for. */
export class WaitListeners {
	readonly #listeners = new Set<WaitListener>();

	/** Returns the unsubscribe function. Listeners must not throw. */
	add(listener: WaitListener): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	tell(type: WaitNotice["type"], { asked }: Wait, now: number): void {
		const { owner, event, since } = asked;
		const seconds = Math.round((now - since) / 100) / 10;
		for (const listener of this.#listeners) listener({ type, extensionPath: owner.path, event, seconds });
	}
}
