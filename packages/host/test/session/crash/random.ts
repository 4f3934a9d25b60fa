/** Numbers that look random and come again for the same seed, so that a failure can be repeated. */
export class Random {
	#state: number;

	constructor(seed: number) {
		this.#state = seed >>> 0;
	}

	/** From 0 up to, and without, the limit. */
	below(limit: number): number {
		return Math.floor(this.#next() * limit);
	}

	chance(probability: number): boolean {
		return this.#next() < probability;
	}

	/** Mulberry32, public domain. */
	#next(): number {
		this.#state = (this.#state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	}
}
