import type { AgentMessage } from "@tau/agent";
import type { AssistantContent, ImageContent, SystemMessage, TextContent, ThinkingLevel, Usage } from "@tau/ai";

/** The version of the file format that Tau writes (S16). */
export const SESSION_VERSION = 3;

/** First line of a session file; not part of the tree (S02). */
export interface SessionHeader {
	type: "session";
	version?: number;
	id: string;
	/** ISO 8601. */
	timestamp: string;
	cwd: string;
	/** File of the session this one was forked from. */
	parentSession?: string;
}

/** What every entry of the tree has (S03). Files by other programs may hold types that this list does not. */
export interface SessionEntryBase {
	type: string;
	/** Eight hexadecimal digits, or a UUID. */
	id: string;
	/** `null` for a root. */
	parentId: string | null;
	timestamp: string;
}

export interface MessageEntry extends SessionEntryBase {
	type: "message";
	message: AgentMessage;
}

export interface ModelChangeEntry extends SessionEntryBase {
	type: "model_change";
	provider: string;
	modelId: string;
}

export interface ThinkingLevelChangeEntry extends SessionEntryBase {
	type: "thinking_level_change";
	thinkingLevel: ThinkingLevel;
}

/** Model usage outside assistant messages; counted in totals, not in the context. */
export interface UsageEntry extends SessionEntryBase {
	type: "usage";
	kind: string;
	provider: string;
	model: string;
	usage: Usage;
	note?: string;
}

/** Replaces everything before `firstKeptEntryId` by a summary (M05). */
export interface CompactionEntry<TDetails = unknown> extends SessionEntryBase {
	type: "compaction";
	summary: string;
	/** Its own id when nothing before it is kept. */
	firstKeptEntryId: string;
	tokensBefore: number;
	/** Prompt and tools at this point. */
	systemMessage?: SystemMessage;
	details?: TDetails;
	usage?: Usage;
	/** Whether an extension made the summary. */
	fromHook?: boolean;
}

export interface BranchSummaryEntry<TDetails = unknown> extends SessionEntryBase {
	type: "branch_summary";
	/** The leaf whose path was summarised. */
	fromId: string;
	summary: string;
	details?: TDetails;
	usage?: Usage;
	fromHook?: boolean;
}

/** State of an extension; never in the context (API05). */
export interface CustomEntry<TData = unknown> extends SessionEntryBase {
	type: "custom";
	customType: string;
	data?: TData;
}

/** A message of an extension; in the context as user text (API03). */
export interface CustomMessageEntry<TDetails = unknown> extends SessionEntryBase {
	type: "custom_message";
	customType: string;
	content: string | (TextContent | ImageContent)[];
	display: boolean;
	details?: TDetails;
}

/** What a context edit may put in place of a message's content. */
export type EditableContent = string | (AssistantContent | TextContent | ImageContent)[];

/** Changes what one earlier entry contributes to the context; the entry itself stays (S09). */
export interface ContextEditEntry extends SessionEntryBase {
	type: "context_edit";
	targetId: string;
	/** `null` leaves the target out. */
	replacement: { content: EditableContent } | null;
}

export interface LabelEntry extends SessionEntryBase {
	type: "label";
	targetId: string;
	/** Absent clears the label. */
	label?: string | undefined;
}

export interface SessionInfoEntry extends SessionEntryBase {
	type: "session_info";
	name?: string;
}

export type SessionEntry =
	| MessageEntry
	| ModelChangeEntry
	| ThinkingLevelChangeEntry
	| UsageEntry
	| CompactionEntry
	| BranchSummaryEntry
	| CustomEntry
	| CustomMessageEntry
	| ContextEditEntry
	| LabelEntry
	| SessionInfoEntry;

/** An entry before the session gave it id, parent and time. */
export type EntryDraft = SessionEntry extends infer E
	? E extends SessionEntryBase
		? Omit<E, "id" | "parentId" | "timestamp">
		: never
	: never;
