/** What one extension spent on one kind of call. */
export interface Tally {
	calls: number;
	errors: number;
	/** From the call to its answer; for promises that includes waiting. */
	totalMs: number;
}

export interface TallyRow extends Tally {
	extensionPath: string;
	event: string;
}

/** Counters by extension path and event; they outlive reloads. */
export class TallyTable {
	readonly #rows = new Map<string, Map<string, TallyRow>>();

	/** The live counters, made at first use. */
	of(extensionPath: string, event: string): Tally {
		let events = this.#rows.get(extensionPath);
		if (events === undefined) this.#rows.set(extensionPath, (events = new Map()));
		let row = events.get(event);
		if (row === undefined) events.set(event, (row = { extensionPath, event, calls: 0, errors: 0, totalMs: 0 }));
		return row;
	}

	/** A copy of what was called at least once. */
	rows(): TallyRow[] {
		const rows = [...this.#rows.values()].flatMap((events) => [...events.values()]);
		return rows.filter((row) => row.calls > 0).map((row) => ({ ...row }));
	}
}
