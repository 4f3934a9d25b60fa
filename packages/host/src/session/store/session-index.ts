/**
 * What is known of every entry without parsing it: where its line is, its id, parent and type. Entries are numbered in
 * the order in which the store learned of them, from 0. Held in memory today; an index on disk can stand in its place.
 */
export interface SessionIndex {
	readonly size: number;
	/** How often an entry that was known already got another parent: an orphan whose parent came later. */
	readonly adoptions: number;
	/** The last entry of that id, where a damaged file holds several. */
	positionOf(id: string): number | undefined;
	idAt(position: number): string;
	typeAt(position: number): string;
	/** Undefined for a root, and for an orphan, whose parent is not in the session. Following parents always ends. */
	parentOf(position: number): number | undefined;
	/** As it is written, also for an orphan. */
	parentIdAt(position: number): string | null;
	/** In order. */
	positionsOfType(type: string): number[];
	/** First byte of the entry's JSON text; -1 while it is not written. */
	offsetAt(position: number): number;
	/** Bytes of the entry's JSON text. */
	lengthAt(position: number): number;
}
