import { type EntryReader, readBranch } from "./branch-reader.ts";
import { projectionOf } from "./context.ts";
import type { SessionProjection } from "./readonly-session.ts";
import type { SessionIndex } from "./store/session-index.ts";

interface Known {
	readonly index: SessionIndex;
	readonly adoptions: number;
	readonly leaf: number;
	readonly projection: SessionProjection;
}

/** Entries that change what earlier ones contribute. */
const RETROSPECTIVE: ReadonlySet<string> = new Set(["compaction", "context_edit"]);
/** More entries than this are as well projected anew. */
const MOST_ADDED = 4096;

/**
 * Projects branches and remembers the last projection, which is what a model gets and no larger than that: a turn asks
 * several times and appends in between, and reads a long session once. The lists it gives out are the caller's; the
 * messages in them are shared.
 */
export class ProjectionMemo {
	readonly #source: EntryReader;
	#known: Known | undefined;

	constructor(source: EntryReader) {
		this.#source = source;
	}

	project(leaf: number | undefined): SessionProjection {
		if (leaf === undefined) return projectionOf(readBranch(this.#source, undefined));
		const { index } = this.#source;
		const projection = this.#extended(leaf) ?? projectionOf(readBranch(this.#source, leaf));
		// Reading may have found that the file is another one by now.
		if (this.#source.index === index) this.#known = { index, adoptions: index.adoptions, leaf, projection };
		return { ...projection, entries: [...projection.entries], messages: [...projection.messages] };
	}

	/** Lets go of what it holds. */
	forget(): void {
		this.#known = undefined;
	}

	/** The last projection with what was appended below its leaf since. */
	#extended(leaf: number): SessionProjection | undefined {
		const { index } = this.#source;
		const known = this.#known;
		if (known?.index !== index || known.adoptions !== index.adoptions) return undefined;
		const earlier = known.projection;
		const added = findAdded(index, leaf, known.leaf);
		if (added === undefined) return undefined;
		if (added.length === 0) return earlier;
		const later = projectionOf(readBranch(onlyThese(this.#source, added), added.length - 1));
		const choosesLevel = added.some((position) => index.typeAt(position) === "thinking_level_change");
		return {
			entries: [...earlier.entries, ...later.entries],
			messages: [...earlier.messages, ...later.messages],
			thinkingLevel: choosesLevel ? later.thinkingLevel : earlier.thinkingLevel,
			model: later.model ?? earlier.model,
		};
	}
}

/** Positions from below the earlier leaf to the new one; undefined when those say more than what follows. */
function findAdded(index: SessionIndex, leaf: number, earlier: number): number[] | undefined {
	const added: number[] = [];
	for (let at: number | undefined = leaf; at !== earlier; at = index.parentOf(at)) {
		if (at === undefined || added.length === MOST_ADDED || RETROSPECTIVE.has(index.typeAt(at))) return undefined;
		added.push(at);
	}
	return added.reverse();
}

/** A source in which the given positions are the whole branch. */
function onlyThese(source: EntryReader, positions: readonly number[]): EntryReader {
	const { index } = source;
	const at = (step: number): number => positions[step] ?? -1;
	return {
		index: {
			size: positions.length,
			adoptions: 0,
			positionOf: (id) => {
				const position = index.positionOf(id);
				const step = position === undefined ? -1 : positions.indexOf(position);
				return step < 0 ? undefined : step;
			},
			idAt: (step) => index.idAt(at(step)),
			typeAt: (step) => index.typeAt(at(step)),
			parentOf: (step) => (step === 0 ? undefined : step - 1),
			parentIdAt: (step) => index.parentIdAt(at(step)),
			positionsOfType: () => [],
			offsetAt: (step) => index.offsetAt(at(step)),
			lengthAt: (step) => index.lengthAt(at(step)),
		},
		readEach: (steps) => source.readEach(Array.from(steps, at)),
	};
}
