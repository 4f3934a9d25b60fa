import type { HookClock } from "./clock.ts";
import type { ExtensionOwner } from "./owner.ts";
import type { Wait } from "./wait.ts";

interface Piece {
	readonly mark: number;
	readonly held: Set<Wait>;
}

/** What the host does for extensions: dialogs, model calls, tools, programs. Clocks of waits stand still meanwhile. */
export class HostWork {
	readonly #clock: HookClock;
	readonly #waitsOf: (owner: ExtensionOwner) => Iterable<Wait>;
	/** Told of each wait whose clock runs again. */
	readonly #onReleased: (wait: Wait) => void;
	readonly #pieces = new Map<ExtensionOwner, Set<Piece>>();
	#mark = 0;

	constructor(
		clock: HookClock,
		{ waitsOf, onReleased }: { waitsOf: (owner: ExtensionOwner) => Iterable<Wait>; onReleased: (wait: Wait) => void },
	) {
		this.#clock = clock;
		this.#waitsOf = waitsOf;
		this.#onReleased = onReleased;
	}

	/** A point in the order of all work; to be read before an extension is called. */
	get mark(): number {
		return this.#mark;
	}

	/**
	 * Does something that an extension asked for. Handlers of it that are waited for now, or that are on the stack, are
	 * not charged for the time; those called later are, so that work in the background keeps nobody's clock.
	 */
	async during<T>(owner: ExtensionOwner, work: () => T): Promise<Awaited<T>> {
		const end = this.#begin(owner);
		try {
			return await work();
		} finally {
			end();
		}
	}

	/** A wait that begins: what its handler asked for before it returned its promise counts as well. */
	adopt(wait: Wait): void {
		if (this.#pieces.size === 0) return;
		for (const piece of this.#pieces.get(wait.owner) ?? []) {
			if (piece.mark <= wait.asked.mark) continue;
			wait.hold(this.#clock.now());
			piece.held.add(wait);
		}
	}

	#begin(owner: ExtensionOwner): () => void {
		const piece: Piece = { mark: ++this.#mark, held: new Set(this.#waitsOf(owner)) };
		const pieces = this.#pieces.get(owner) ?? new Set();
		this.#pieces.set(owner, pieces.add(piece));
		const now = this.#clock.now();
		for (const wait of piece.held) wait.hold(now);
		return () => {
			pieces.delete(piece);
			if (pieces.size === 0) this.#pieces.delete(owner);
			for (const wait of piece.held) {
				wait.release(this.#clock.now());
				this.#onReleased(wait);
			}
		};
	}
}
