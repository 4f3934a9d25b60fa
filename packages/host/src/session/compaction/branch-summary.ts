import type { AgentMessage } from "@tau/agent";
import type { Usage } from "@tau/ai";
import { projectContextEntry } from "../context-edit.ts";
import type { ContextEditEntry, SessionEntry } from "../entry.ts";
import type { ReadonlySession } from "../readonly-session.ts";
import {
	createFileOperations,
	formatFileLists,
	noteFileLists,
	noteFileOperations,
	toFileLists,
	type FileLists,
	type FileOperations,
} from "./file-operations.ts";
import { summarizeMessages, type Summarizer, type SummaryOutcome } from "./summarize.ts";
import { estimateTokens } from "./tokens.ts";

/** What a branch summary stores beside its text. */
export type BranchSummaryDetails = FileLists;

/** What is left behind when the leaf moves. */
export interface LeftBranch {
	/** From the common ancestor, which is not among them, to the old leaf. */
	entries: SessionEntry[];
	commonAncestorId: string | null;
}

/** The entries between the old leaf and the branch of the new one (M11). Compactions do not stop the walk. */
export function collectLeftBranch(session: ReadonlySession, oldLeafId: string | null, targetId: string): LeftBranch {
	if (oldLeafId === null) return { entries: [], commonAncestorId: null };
	const targetIds = new Set(session.getBranch(targetId).map(({ id }) => id));
	const branch = session.getBranch(oldLeafId);
	const ancestor = branch.findLastIndex(({ id }) => targetIds.has(id));
	return { entries: branch.slice(ancestor + 1), commonAncestorId: branch[ancestor]?.id ?? null };
}

/** The part of a branch that is summarised. */
export interface BranchMaterial {
	messages: AgentMessage[];
	fileOps: FileOperations;
	totalTokens: number;
}

/**
 * The newest messages of a branch within a budget of tokens; 0 takes all. Results of tools are left out: the calls say
 * what was done. Files are collected from all entries, whether or not their messages fit.
 */
export function prepareBranch(entries: readonly SessionEntry[], tokenBudget: number): BranchMaterial {
	const fileOps = createFileOperations();
	const messages: AgentMessage[] = [];
	let totalTokens = 0;
	let isFull = false;
	const edits = latestEdits(entries);
	for (const entry of entries.toReversed()) {
		const offered = projectContextEntry(entry, edits.get(entry.id));
		noteFiles(entry, offered, fileOps);
		for (const message of offered.filter(isWorthTelling).toReversed()) {
			const tokens = estimateTokens(message);
			isFull ||= tokenBudget > 0 && totalTokens + tokens > tokenBudget;
			if (isFull) continue;
			totalTokens += tokens;
			messages.push(message);
		}
	}
	return { messages: messages.reverse(), fileOps, totalTokens };
}

export type BranchSummaryOutcome =
	| { type: "written"; summary: string; details: BranchSummaryDetails; usage: Usage }
	| Exclude<SummaryOutcome, { type: "written" }>;

export interface BranchSummaryOptions {
	summarizer: Summarizer;
	customInstructions?: string | undefined;
	replaceInstructions?: boolean | undefined;
}

export async function writeBranchSummary(
	{ messages, fileOps }: BranchMaterial,
	options: BranchSummaryOptions,
	signal: AbortSignal,
): Promise<BranchSummaryOutcome> {
	const written = await summarizeMessages(messages, { kind: "branch", ...options }, signal);
	if (written.type !== "written") return written;
	const details = toFileLists(fileOps);
	return { type: "written", summary: written.text + formatFileLists(details), details, usage: written.usage };
}

function isWorthTelling({ role }: AgentMessage): boolean {
	return role !== "toolResult" && role !== "system";
}

function noteFiles(entry: SessionEntry, messages: readonly AgentMessage[], fileOps: FileOperations): void {
	for (const message of messages) noteFileOperations(message, fileOps);
	// Details of an extension's summary are its own.
	if (entry.type === "branch_summary" && entry.fromHook !== true) noteFileLists(entry.details, fileOps);
}

function latestEdits(entries: readonly SessionEntry[]): Map<string, ContextEditEntry> {
	const edits = new Map<string, ContextEditEntry>();
	for (const entry of entries) if (entry.type === "context_edit") edits.set(entry.targetId, entry);
	return edits;
}
