import { createBuffer, type EditBuffer, moveTo } from "./buffer.ts";

const LIMIT = 100;

/** Texts sent before, to be browsed with the text being written as the newest of them. */
export class PromptHistory {
	/** Newest first. */
	readonly #entries: string[] = [];
	/** Index of the entry shown; -1 while the draft is. */
	#index = -1;
	#draft: EditBuffer | undefined;

	/** Remembers a text that was sent, unless it is blank or the same as the newest. */
	add(text: string): void {
		const entry = text.trim();
		if (entry === "" || entry === this.#entries[0]) return;
		this.#entries.unshift(entry);
		if (this.#entries.length > LIMIT) this.#entries.pop();
	}

	get isBrowsing(): boolean {
		return this.#index >= 0;
	}

	/** The next older text with the cursor at its start; nothing when there is none. `current` is kept as the draft. */
	older(current: EditBuffer): EditBuffer | undefined {
		const entry = this.#entries[this.#index + 1];
		if (entry === undefined) return undefined;
		if (this.#index === -1) this.#draft = current;
		this.#index += 1;
		return moveTo(createBuffer(entry), { line: 0, column: 0 });
	}

	/** The next newer text with the cursor at its end, and after the newest the draft as it was left. */
	newer(): EditBuffer | undefined {
		if (this.#index === -1) return undefined;
		this.#index -= 1;
		const entry = this.#entries[this.#index];
		return entry === undefined ? this.#draft : createBuffer(entry);
	}

	/** The text shown was changed: it is the draft from now on. */
	leave(): void {
		this.#index = -1;
		this.#draft = undefined;
	}
}
