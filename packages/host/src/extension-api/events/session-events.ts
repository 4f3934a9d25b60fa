import type { CompactionPreparation } from "../../session/compaction/prepare-compaction.ts";
import type { BranchSummaryEntry, CompactionEntry, SessionEntry } from "../../session/entry.ts";
import type { Usage } from "@tau/ai";

export type { CompactionPreparation } from "../../session/compaction/prepare-compaction.ts";

/** Why a session runtime starts (E04). */
export type SessionStartReason = "startup" | "reload" | "new" | "resume" | "fork";

/** A session is ready; awaited before the first prompt. Observe. */
export interface SessionStartEvent {
	type: "session_start";
	reason: SessionStartReason;
	/** Set for new, resume and fork. */
	previousSessionFile?: string;
	/** The same as a reference; for stored sessions of this machine both are the path (Z06). */
	previousSessionReference?: string;
}

/** The display name changed; already trimmed, on one line (E05). Observe. */
export interface SessionInfoChangedEvent {
	type: "session_info_changed";
	name: string | undefined;
}

/** Before `/new` or `/resume`; `cancel` stops the switch (E06). Veto. */
export interface SessionBeforeSwitchEvent {
	type: "session_before_switch";
	reason: "new" | "resume";
	targetSessionFile?: string;
	/** The same as a reference (Z06). */
	targetSessionReference?: string;
}

export interface SessionBeforeSwitchResult {
	cancel?: boolean;
}

/** Before `/fork` (`before`) or `/clone` (`at`); `cancel` stops it (E07). Veto. */
export interface SessionBeforeForkEvent {
	type: "session_before_fork";
	entryId: string;
	position: "before" | "at";
}

export interface SessionBeforeForkResult {
	cancel?: boolean;
	/** Reserved. */
	skipConversationRestore?: boolean;
}

export type CompactionReason = "manual" | "threshold" | "overflow";

/** A finished compaction, by the host or by an extension. */
export interface CompactionResult<TDetails = unknown> {
	summary: string;
	firstKeptEntryId: string;
	tokensBefore: number;
	/** About how large the context is now. */
	estimatedTokensAfter?: number;
	usage?: Usage;
	details?: TDetails;
}

/** Before a compaction; may cancel it or bring its own summary, the last summary wins (E08). Veto. */
export interface SessionBeforeCompactEvent {
	type: "session_before_compact";
	preparation: CompactionPreparation;
	branchEntries: SessionEntry[];
	customInstructions?: string;
	reason: CompactionReason;
	willRetry: boolean;
	signal: AbortSignal;
}

export interface SessionBeforeCompactResult {
	cancel?: boolean;
	compaction?: CompactionResult;
}

/** A compaction was stored (E09). Observe. */
export interface SessionCompactEvent {
	type: "session_compact";
	compactionEntry: CompactionEntry;
	fromExtension: boolean;
	reason: CompactionReason;
	willRetry: boolean;
}

/** A compaction failed or was cancelled; a cancelled one has no message (E10). Observe. */
export interface SessionCompactFailedEvent {
	type: "session_compact_failed";
	reason: CompactionReason;
	errorMessage?: string;
	aborted: boolean;
	willRetry: boolean;
	fromExtension: boolean;
}

export interface TreePreparation {
	targetId: string;
	oldLeafId: string | null;
	commonAncestorId: string | null;
	entriesToSummarize: SessionEntry[];
	userWantsSummary: boolean;
	customInstructions?: string;
	replaceInstructions?: boolean;
	label?: string;
}

/** Before `/tree` moves the leaf, also without a summary (E11). Veto; last override of the options. */
export interface SessionBeforeTreeEvent {
	type: "session_before_tree";
	preparation: TreePreparation;
	signal: AbortSignal;
}

export interface SessionBeforeTreeResult {
	cancel?: boolean;
	/** Used only when the user wants a summary. */
	summary?: { summary: string; details?: unknown; usage?: Usage };
	customInstructions?: string;
	replaceInstructions?: boolean;
	label?: string;
}

/** The leaf moved (E12). Observe. */
export interface SessionTreeEvent {
	type: "session_tree";
	newLeafId: string | null;
	oldLeafId: string | null;
	summaryEntry?: BranchSummaryEntry;
	fromExtension?: boolean;
}

/** Before the runtime is torn down; release what `session_start` acquired. May come twice (E13, L10). Observe. */
export interface SessionShutdownEvent {
	type: "session_shutdown";
	reason: "quit" | "reload" | "new" | "resume" | "fork";
	targetSessionFile?: string;
	/** The same as a reference (Z06). */
	targetSessionReference?: string;
}
