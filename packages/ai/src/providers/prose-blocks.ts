import type { StreamEvent } from "../contract/stream-event.ts";

export type ProseKind = "text" | "thinking";

/** Keys for the blocks of a wire that does not tell them apart: a change between text and reasoning begins a new one. */
export class ProseBlocks {
	#kind: ProseKind | undefined;
	#number = -1;

	/** Of the block being written, if one is. */
	get kind(): ProseKind | undefined {
		return this.#kind;
	}

	/** The block being written where it is of that kind, else a new one; the other one ends. */
	enter(kind: ProseKind, events: StreamEvent[]): { readonly key: string; readonly begins: boolean } {
		const begins = this.#kind !== kind;
		if (begins) {
			this.end(events);
			this.#kind = kind;
			this.#number++;
		}
		return { key: this.#key(), begins };
	}

	end(events: StreamEvent[]): void {
		if (this.#kind !== undefined) events.push({ type: "block_end", key: this.#key() });
		this.#kind = undefined;
	}

	#key(): string {
		return `prose${this.#number}`;
	}
}
