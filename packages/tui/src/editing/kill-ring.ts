import type { Kill } from "./commands.ts";

const LIMIT = 60;

/** Deleted texts that can be put back in, latest last, as in Emacs. */
export class KillRing {
	readonly #texts: string[] = [];

	/** Keeps a deleted text: as a new one, or joined to the latest when it was deleted in the same go. */
	push(kill: Kill, how: "new" | "joined"): void {
		const latest = how === "joined" ? this.#texts.pop() : undefined;
		this.#texts.push(kill.side === "before" ? kill.text + (latest ?? "") : (latest ?? "") + kill.text);
		if (this.#texts.length > LIMIT) this.#texts.shift();
	}

	/** The latest text. */
	peek(): string | undefined {
		return this.#texts.at(-1);
	}

	/** Moves the latest text to the far end, so that the one before it becomes the latest. */
	rotate(): void {
		const latest = this.#texts.pop();
		if (latest !== undefined) this.#texts.unshift(latest);
	}
}
