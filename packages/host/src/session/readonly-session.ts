import type { AgentMessage } from "@tau/agent";
import type { ThinkingLevel } from "@tau/ai";
import type { SessionEntry, SessionHeader } from "./entry.ts";

/** A node of the tree as a copy that may be kept. */
export interface SessionTreeNode {
	entry: SessionEntry;
	children: SessionTreeNode[];
	label?: string;
	labelTimestamp?: string;
}

/** What one entry contributes to the model's context. */
export interface ProjectedEntry {
	sourceEntry: SessionEntry;
	messages: AgentMessage[];
}

/** The context that a branch stands for (S08, S09). */
export interface SessionProjection {
	entries: ProjectedEntry[];
	messages: AgentMessage[];
	thinkingLevel: ThinkingLevel;
	model: { provider: string; modelId: string } | null;
}

/** The session as extensions read it (C06). Everything is synchronous; entries are parsed when they are asked for. */
export interface ReadonlySession {
	getCwd(): string;
	getSessionDir(): string;
	getSessionId(): string;
	/** `undefined` when the session is not stored. */
	getSessionFile(): string | undefined;
	/** Under which name it is opened again; of a stored session of this machine, its file (Z06). */
	getSessionReference(): string | undefined;
	getSessionName(): string | undefined;
	getHeader(): SessionHeader;
	/** Every entry, in file order. */
	getEntries(): SessionEntry[];
	getEntry(id: string): SessionEntry | undefined;
	/** From the root to the leaf, or to the given entry. */
	getBranch(fromId?: string): SessionEntry[];
	getTree(): SessionTreeNode[];
	getLeafId(): string | null;
	getLeafEntry(): SessionEntry | undefined;
	getLabel(id: string): string | undefined;
	/** The entries of the branch with compaction applied. */
	buildContextEntries(): SessionEntry[];
	buildSessionProjection(): SessionProjection;
	buildSessionContext(): Omit<SessionProjection, "entries">;
}
