import type { ScriptedTurn } from "./script.ts";

export interface PlayedTurn {
	readonly turn: ScriptedTurn;
	/** Counts the requests, from 1. */
	readonly number: number;
}

/** Hands out the turns of one script: the first unused one that matches the request. */
export class ScriptPlayer {
	readonly #turns: readonly ScriptedTurn[];
	readonly #used = new Set<ScriptedTurn>();
	#requests = 0;

	constructor(turns: readonly ScriptedTurn[]) {
		this.#turns = turns;
	}

	next(lastUserText: string): PlayedTurn {
		this.#requests++;
		const turn = this.#turns.find((candidate) => !this.#used.has(candidate) && matches(candidate, lastUserText));
		if (turn === undefined) return { turn: { text: this.#exhausted() }, number: this.#requests };
		this.#used.add(turn);
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
