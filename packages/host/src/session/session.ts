import { getCurrentSystemMessage, type SystemMessage } from "@tau/ai";
import { type BranchReader, type EntryReader, readBranch } from "./branch-reader.ts";
import { contextEntriesOf, type SessionContext } from "./context.ts";
import type { BranchSummaryEntry, SessionEntry, SessionHeader } from "./entry.ts";
import { completeDraft, type SessionDraft } from "./entry-draft.ts";
import { entryNotFound } from "./errors.ts";
import { foldLabels, type LabelMark } from "./labels.ts";
import { ProjectionMemo } from "./projection-memo.ts";
import type { ReadonlySession, SessionProjection, SessionTreeNode } from "./readonly-session.ts";
import { createEntryId, type EntryIdSource, randomEntryId } from "./session-id.ts";
import { nameFrom } from "./session-name.ts";
import type { SessionIndex } from "./store/session-index.ts";
import type { SessionStore } from "./store/store.ts";
import { allPositions, branchTo, buildTree, childrenOf } from "./tree.ts";

export interface SessionSetup {
	store: SessionStore;
	/** Where the session runs; its header may name another folder. */
	cwd: string;
	/** Where sessions that follow this one are stored; empty when nothing is stored. */
	sessionDir: string;
	/** Milliseconds since the epoch. */
	now?: (() => number) | undefined;
	createEntryId?: EntryIdSource | undefined;
}

/** The entry that a draft becomes. */
export type EntryOf<D extends SessionDraft> = Extract<SessionEntry, { type: D["type"] }>;

/** What `branchWithSummary` stores of the branch that is left. */
export type BranchSummary = Pick<BranchSummaryEntry, "summary" | "details" | "usage" | "fromHook">;

/** What a session is told before it left a branch when there was nothing to leave. */
const NO_LEAF = "root";

interface Derived {
	/** The number of entries it was made from. */
	size: number;
	labels: ReadonlyMap<string, LabelMark>;
	name: string | undefined;
}

/**
 * A tree of entries that only grows, and the leaf where it grows (S06). All appending goes through here. Entries are
 * read from the store when they are asked for; only the index is in memory.
 */
export class Session implements ReadonlySession, EntryReader {
	readonly #store: SessionStore;
	readonly #cwd: string;
	readonly #sessionDir: string;
	readonly #now: () => number;
	readonly #createEntryId: EntryIdSource;
	#leafId: string | null;
	#derived: Derived | undefined;
	readonly #projections: ProjectionMemo = new ProjectionMemo(this);

	constructor(setup: SessionSetup) {
		this.#store = setup.store;
		this.#cwd = setup.cwd;
		this.#sessionDir = setup.sessionDir;
		this.#now = setup.now ?? Date.now;
		this.#createEntryId = setup.createEntryId ?? randomEntryId;
		this.#leafId = lastReadable(setup.store);
	}

	/** What is known of all entries without reading any; becomes another object when the file changed under it. */
	get index(): SessionIndex {
		return this.#store.index;
	}

	getCwd(): string {
		return this.#cwd;
	}

	getSessionDir(): string {
		return this.#sessionDir;
	}

	getSessionId(): string {
		return this.getHeader().id;
	}

	getSessionFile(): string | undefined {
		return this.#store.file;
	}
	getSessionReference(): string | undefined {
		return this.getSessionFile();
	}

	getSessionName(): string | undefined {
		return this.#derive().name;
	}

	getHeader(): SessionHeader {
		return this.#store.header;
	}

	getEntries(): SessionEntry[] {
		return Array.from(this.readEach(allPositions(this.index)));
	}

	getEntry(id: string): SessionEntry | undefined {
		return this.#store.read(id);
	}

	getChildren(parentId: string): SessionEntry[] {
		const parent = this.index.positionOf(parentId);
		return parent === undefined ? [] : Array.from(this.readEach(childrenOf(this.index, parent)));
	}

	/** Reads entries by their position in the index, one after the other. */
	readEach(positions: Iterable<number>): Iterable<SessionEntry> {
		return this.#store.readEach(positions);
	}

	getBranch(fromId?: string): SessionEntry[] {
		const position = this.#positionOf(fromId ?? this.#leafId);
		return position === undefined ? [] : Array.from(this.readEach(branchTo(this.index, position)));
	}

	getTree(): SessionTreeNode[] {
		return buildTree(this.index, this.readEach(allPositions(this.index)), this.getLabels());
	}

	getLeafId(): string | null {
		return this.#leafId;
	}

	getLeafEntry(): SessionEntry | undefined {
		return this.#leafId === null ? undefined : this.getEntry(this.#leafId);
	}

	getLabel(id: string): string | undefined {
		return this.getLabels().get(id)?.label;
	}

	getLabels(): ReadonlyMap<string, LabelMark> {
		return this.#derive().labels;
	}

	/** The last entry of a type on the branch that fits, from the leaf upwards; entries of other types are not read. */
	findLastOnBranch<Type extends SessionEntry["type"]>(
		type: Type,
		fits: (entry: Extract<SessionEntry, { type: Type }>) => boolean = () => true,
	): Extract<SessionEntry, { type: Type }> | undefined {
		const branch = this.#activeBranch();
		for (let step = branch.length - 1; step >= 0; step -= 1) {
			if (branch.typeAt(step) !== type) continue;
			const entry = branch.read(step) as Extract<SessionEntry, { type: Type }> | undefined;
			if (entry && fits(entry)) return entry;
		}
		return undefined;
	}

	buildContextEntries(): SessionEntry[] {
		return contextEntriesOf(this.#activeBranch());
	}

	buildSessionProjection(): SessionProjection {
		return this.#projections.project(this.#positionOf(this.#leafId));
	}

	buildSessionContext(): SessionContext {
		return this.#projections.contextAt(this.#positionOf(this.#leafId));
	}

	/**
	 * Appends an entry below the leaf and makes it the leaf. Throws only when the draft names an entry that it may not
	 * name; a file that cannot be written is reported by the store.
	 */
	append<D extends SessionDraft>(draft: D): EntryOf<D> {
		const id = createEntryId(this.#createEntryId, (taken) => this.index.positionOf(taken) !== undefined);
		const { type, ...fields } = completeDraft(draft, {
			id,
			entryOf: (target) => this.getEntry(target),
			isOnBranch: (target) => this.#activeBranch().stepOf(target) >= 0,
			checkpoint: () => this.#checkpoint(),
		});
		const timestamp = new Date(this.#now()).toISOString();
		const entry = { type, id, parentId: this.#leafId, timestamp, ...fields } as EntryOf<D>;
		const before = this.index.size;
		this.#store.append(entry);
		this.#leafId = entry.id;
		const changesNothing = entry.type !== "label" && entry.type !== "session_info";
		if (this.#derived?.size === before && changesNothing) this.#derived.size += 1;
		else this.#derived = undefined;
		return entry;
	}

	/** Takes over entries of another session as they are; the last one becomes the leaf. */
	adoptAll(entries: Iterable<SessionEntry>): void {
		this.#store.appendAll(entries);
		this.#derived = undefined;
		this.#leafId = lastReadable(this.#store);
	}

	/** Moves the leaf: what is appended next becomes a child of that entry. */
	branch(id: string): void {
		if (this.index.positionOf(id) === undefined) throw entryNotFound(id);
		this.#leafId = id;
	}

	/** Moves the leaf before all entries: what is appended next becomes a root. */
	resetLeaf(): void {
		this.#leafId = null;
	}

	/** Moves the leaf and appends the summary of what it leaves (S12). */
	branchWithSummary(id: string | null, summary: BranchSummary): BranchSummaryEntry {
		const fromId = this.#leafId ?? NO_LEAF;
		if (id === null) this.resetLeaf();
		else this.branch(id);
		return this.append({ type: "branch_summary", fromId, ...summary });
	}

	/** Resolves with whether everything appended survives the machine losing power. */
	flush(): Promise<boolean> {
		return this.#store.flush();
	}

	/** For a session that another process writes: takes in what it appended and follows it. True if there was something. */
	refresh(): boolean {
		const isGrown = this.#store.refresh();
		if (isGrown) this.#leafId = lastReadable(this.#store);
		return isGrown;
	}

	/** Writes what is waiting and lets go of the file. What was appended is durable when this returns. */
	close(): void {
		this.#projections.forget();
		this.#store.close();
	}

	/** A compaction stores it, so that what it cuts off takes no instructions with it (M05). */
	#checkpoint(): SystemMessage | undefined {
		const current = getCurrentSystemMessage(this.buildSessionContext().messages);
		return current && { ...current, timestamp: this.#now() };
	}

	#activeBranch(): BranchReader {
		return readBranch(this.#store, this.#positionOf(this.#leafId));
	}

	#positionOf(id: string | null): number | undefined {
		return id === null ? undefined : this.index.positionOf(id);
	}

	#derive(): Derived {
		const { size } = this.index;
		if (this.#derived?.size === size) return this.#derived;
		const labels = foldLabels(this.readEach(this.index.positionsOfType("label")));
		const infos = Array.from(this.readEach(this.index.positionsOfType("session_info").slice(-1)));
		const info = infos.find((entry) => entry.type === "session_info");
		this.#derived = { size, labels, name: nameFrom(info) };
		return this.#derived;
	}
}

/** A session resumes at its last entry, or the last one that is not damaged. */
function lastReadable(store: SessionStore): string | null {
	for (let position = store.index.size - 1; position >= 0; position -= 1) {
		for (const entry of store.readEach([position])) return entry.id;
	}
	return null;
}
