import type { SystemMessage } from "@tau/ai";
import { isEditable, normalizeReplacement } from "./context-edit.ts";
import type { CompactionEntry, EntryDraft, SessionEntry } from "./entry.ts";
import { entryNotEditable, entryNotFound, entryNotOnBranch } from "./errors.ts";
import { normalizeSessionName } from "./session-name.ts";

/** A compaction before it is appended; `null` keeps nothing before it (B54). */
export type CompactionDraft = Omit<CompactionEntry, "id" | "parentId" | "timestamp" | "firstKeptEntryId"> & {
	firstKeptEntryId: string | null;
};

/** Whatever may be appended. */
export type SessionDraft = EntryDraft | CompactionDraft;

/** What completing a draft asks of the session it is for. */
export interface DraftContext {
	/** The id the entry gets. */
	readonly id: string;
	entryOf(id: string): SessionEntry | undefined;
	isOnBranch(id: string): boolean;
	/** Prompt and tools as they are at the leaf. */
	checkpoint(): SystemMessage | undefined;
}

/** Checks a draft and brings it into the form that is stored. Throws when it names an entry that it may not name. */
export function completeDraft(draft: SessionDraft, context: DraftContext): EntryDraft {
	switch (draft.type) {
		case "compaction":
			return completeCompaction(draft, context);
		case "context_edit": {
			const target = context.entryOf(draft.targetId);
			if (target === undefined) throw entryNotFound(draft.targetId);
			if (!context.isOnBranch(draft.targetId)) throw entryNotOnBranch(draft.targetId);
			if (!isEditable(target)) throw entryNotEditable(draft.targetId);
			return { ...draft, replacement: normalizeReplacement(target, draft.replacement) };
		}
		case "label":
			if (context.entryOf(draft.targetId) === undefined) throw entryNotFound(draft.targetId);
			return draft.label === "" ? { ...draft, label: undefined } : draft;
		case "session_info":
			return { ...draft, name: normalizeSessionName(draft.name ?? "") };
		default:
			return draft;
	}
}

function completeCompaction(draft: CompactionDraft, context: DraftContext): EntryDraft {
	const systemMessage = draft.systemMessage ?? context.checkpoint();
	const firstKeptEntryId = draft.firstKeptEntryId ?? context.id;
	return { ...draft, firstKeptEntryId, ...(systemMessage !== undefined && { systemMessage }) };
}
