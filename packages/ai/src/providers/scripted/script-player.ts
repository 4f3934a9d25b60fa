import type { ScriptedTurn } from "./script.ts";

export interface PlayedTurn {
	readonly turn: ScriptedTurn;
	/** Counts the requests, from 1. */
	readonly number: number;
}

/** Hands out the turns of one script: the first unused one that matches the request. */
export class ScriptPlayer {
	readonly #turns: readonly ScriptedTurn[];
	/** By place: one turn may stand in a script several times. */
	readonly #used = new Set<number>();
	#requests = 0;

	constructor(turns: readonly ScriptedTurn[]) {
		this.#turns = turns;
	}

	next(lastUserText: string): PlayedTurn {
		this.#requests++;
		const place = this.#turns.findIndex((turn, index) => !this.#used.has(index) && matches(turn, lastUserText));
		const turn = this.#turns[place];
		if (turn === undefined) return { turn: { text: this.#exhausted() }, number: this.#requests };
		this.#used.add(place);
		return { turn, number: this.#requests };
	}

	#exhausted(): string {
		const left = this.#turns.length - this.#used.size;
		const reason =
			left === 0 ? `all ${this.#turns.length} turns are used` : `none of the ${left} turns left matches it`;
		return `The script has no answer for request ${this.#requests}: ${reason}.`;
	}
}

function matches({ when }: ScriptedTurn, lastUserText: string): boolean {
	return when === undefined || lastUserText.includes(when.lastUserIncludes);
}
