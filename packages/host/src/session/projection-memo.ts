import { type BranchReader, type EntryReader, readBranch } from "./branch-reader.ts";
import { contextOf, projectionOf, type SessionContext } from "./context.ts";
import type { ProjectedEntry, SessionProjection } from "./readonly-session.ts";
import { keepNurserySmall } from "./store/keep-nursery-small.ts";
import type { SessionIndex } from "./store/session-index.ts";

interface Remembered {
	readonly context: SessionContext;
	/** Where the messages come from, once somebody asked: a request does not, and long branches have many. */
	readonly entries: readonly ProjectedEntry[] | undefined;
}

interface Known extends Remembered {
	readonly index: SessionIndex;
	readonly adoptions: number;
	readonly leaf: number;
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
		const { context, entries } = this.#at(leaf, "entries");
		return { ...context, entries: [...(entries ?? [])], messages: [...context.messages] };
	}

	/** The same without where each message comes from. */
	contextAt(leaf: number | undefined): SessionContext {
		const { context } = this.#at(leaf, "messages");
		return { ...context, messages: [...context.messages] };
	}

	/** Lets go of what it holds. */
	forget(): void {
		this.#known = undefined;
	}

	#at(leaf: number | undefined, wanted: Wanted): Remembered {
		if (leaf === undefined) return readAs(wanted, readBranch(this.#source, undefined));
		const { index } = this.#source;
		const remembered =
			this.#extended(leaf, wanted) ??
			keepNurserySmall(index.size, () => readAs(wanted, readBranch(this.#source, leaf)));
		// Reading may have found that the file is another one by now.
		if (this.#source.index === index) this.#known = { index, adoptions: index.adoptions, leaf, ...remembered };
		return remembered;
	}

	/** The last projection with what was appended below its leaf since. */
	#extended(leaf: number, wanted: Wanted): Remembered | undefined {
		const { index } = this.#source;
		const known = this.#known;
		if (known?.index !== index || known.adoptions !== index.adoptions) return undefined;
		if (wanted === "entries" && known.entries === undefined) return undefined;
		const { context: earlier, entries } = known;
		const added = findAdded(index, leaf, known.leaf);
		if (added === undefined) return undefined;
		if (added.length === 0) return known;
		const later = projectionOf(readBranch(onlyThese(this.#source, added), added.length - 1));
		const choosesLevel = added.some((position) => index.typeAt(position) === "thinking_level_change");
		const context = {
			messages: [...earlier.messages, ...later.messages],
			thinkingLevel: choosesLevel ? later.thinkingLevel : earlier.thinkingLevel,
			model: later.model ?? earlier.model,
		};
		return { context, entries: entries && [...entries, ...later.entries] };
	}
}

type Wanted = "messages" | "entries";

function readAs(wanted: Wanted, branch: BranchReader): Remembered {
	if (wanted === "messages") return { context: contextOf(branch), entries: undefined };
	const { entries, ...context } = projectionOf(branch);
	return { context, entries };
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
