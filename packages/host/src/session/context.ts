import type { ThinkingLevel } from "@tau/ai";
import { type BranchReader, readBranch, sourceOf } from "./branch-reader.ts";
import { projectContextEntry } from "./context-edit.ts";
import type { CompactionEntry, ContextEditEntry, SessionEntry } from "./entry.ts";
import type { ProjectedEntry, SessionProjection } from "./readonly-session.ts";

/** The context of a branch without where each message came from. */
export type SessionContext = Omit<SessionProjection, "entries">;

/** The branch of a list of entries up to a leaf: the last entry when none is named, nothing for `null`. */
function branchOf(entries: readonly SessionEntry[], leafId: string | null | undefined): BranchReader {
	const source = sourceOf(entries);
	const last = entries.length === 0 ? undefined : entries.length - 1;
	if (leafId === null) return readBranch(source, undefined);
	return readBranch(source, leafId === undefined ? last : source.index.positionOf(leafId));
}

/** The entries of a branch with compaction applied (S08). */
export function buildContextEntries(entries: readonly SessionEntry[], leafId?: string | null): SessionEntry[] {
	return contextEntriesOf(branchOf(entries, leafId));
}

export function buildSessionProjection(entries: readonly SessionEntry[], leafId?: string | null): SessionProjection {
	return projectionOf(branchOf(entries, leafId));
}

export function buildSessionContext(entries: readonly SessionEntry[], leafId?: string | null): SessionContext {
	return contextOf(branchOf(entries, leafId));
}

/** The last compaction of a list of entries, wherever it stands in the tree. */
export function getLatestCompactionEntry(entries: readonly SessionEntry[]): CompactionEntry | null {
	const found = entries.findLast((entry) => entry.type === "compaction");
	return found?.type === "compaction" ? found : null;
}

/**
 * The latest compaction first, then what it keeps, then what followed. What it keeps goes without system messages:
 * its checkpoint holds their outcome.
 */
export function contextEntriesOf(branch: BranchReader): SessionEntry[] {
	return Array.from(eachContextEntry(branch));
}

function* eachContextEntry(branch: BranchReader): Iterable<SessionEntry> {
	const found = latestCompaction(branch);
	if (found === undefined) return yield* branch.readRange(0, branch.length);
	const { compaction, step } = found;
	yield compaction;
	const first = branch.stepOf(compaction.firstKeptEntryId);
	// Its own id, or one that is not before it on the branch, keeps nothing (B54).
	if (first >= 0 && first < step) {
		for (const entry of branch.readRange(first, step)) if (!isSystemMessage(entry)) yield entry;
	}
	yield* branch.readRange(step + 1, branch.length);
}

/** What each entry of the context says, edits applied. */
function* eachProjected(branch: BranchReader): Iterable<ProjectedEntry> {
	const edits = latestEdits(branch);
	let isFirst = true;
	for (const sourceEntry of eachContextEntry(branch)) {
		// A compaction among what a later one keeps is summarised by that one.
		const isSuperseded = sourceEntry.type === "compaction" && !isFirst;
		isFirst = false;
		yield {
			sourceEntry,
			messages: isSuperseded ? [] : projectContextEntry(sourceEntry, edits.get(sourceEntry.id)),
		};
	}
}

export function projectionOf(branch: BranchReader): SessionProjection {
	const entries = Array.from(eachProjected(branch));
	return {
		entries,
		messages: entries.flatMap(({ messages }) => messages),
		thinkingLevel: thinkingLevelOf(branch),
		model: modelOf(branch),
	};
}

/** The same without keeping an entry longer than it takes to read its messages: long branches have many. */
export function contextOf(branch: BranchReader): SessionContext {
	const messages: SessionContext["messages"] = [];
	for (const projected of eachProjected(branch)) messages.push(...projected.messages);
	return { messages, thinkingLevel: thinkingLevelOf(branch), model: modelOf(branch) };
}

function latestCompaction(branch: BranchReader): { compaction: CompactionEntry; step: number } | undefined {
	for (let step = branch.length - 1; step >= 0; step -= 1) {
		if (branch.typeAt(step) !== "compaction") continue;
		const entry = branch.read(step);
		if (entry?.type === "compaction") return { compaction: entry, step };
	}
	return undefined;
}

function latestEdits(branch: BranchReader): Map<string, ContextEditEntry> {
	const edits = new Map<string, ContextEditEntry>();
	const found: number[] = [];
	for (let step = 0; step < branch.length; step += 1) if (branch.typeAt(step) === "context_edit") found.push(step);
	for (const entry of branch.readEach(found)) {
		if (entry.type === "context_edit") edits.set(entry.targetId, entry);
	}
	return edits;
}

/** From the whole branch: a compaction does not forget it. */
function thinkingLevelOf(branch: BranchReader): ThinkingLevel {
	for (let step = branch.length - 1; step >= 0; step -= 1) {
		if (branch.typeAt(step) !== "thinking_level_change") continue;
		const entry = branch.read(step);
		if (entry?.type === "thinking_level_change") return entry.thinkingLevel;
	}
	return "off";
}

/** The model that answered last, unless another was chosen since. */
function modelOf(branch: BranchReader): SessionProjection["model"] {
	for (let step = branch.length - 1; step >= 0; step -= 1) {
		const type = branch.typeAt(step);
		if (type !== "model_change" && type !== "message") continue;
		const entry = branch.read(step);
		if (entry?.type === "model_change") return { provider: entry.provider, modelId: entry.modelId };
		if (entry?.type !== "message" || entry.message?.role !== "assistant") continue;
		return { provider: entry.message.provider, modelId: entry.message.model };
	}
	return null;
}

function isSystemMessage(entry: SessionEntry): boolean {
	// A damaged file can hold an entry without its message.
	return entry.type === "message" && entry.message?.role === "system";
}
