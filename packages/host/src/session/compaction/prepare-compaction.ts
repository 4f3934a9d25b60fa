import type { AgentMessage } from "@tau/agent";
import type { CompactionEntry } from "../entry.ts";
import type { ProjectedEntry, SessionProjection } from "../readonly-session.ts";
import { conversationOf, findCutPoint, type CutPoint } from "./cut-point.ts";
import { createFileOperations, noteFileLists, noteFileOperations, type FileOperations } from "./file-operations.ts";
import { estimateAll, estimateTokens } from "./tokens.ts";

/** The settings a compaction works with. */
export interface CompactionSettings {
	enabled: boolean;
	/** Free tokens below which compaction starts. */
	reserveTokens: number;
	/** Recent tokens that are not summarised. */
	keepRecentTokens: number;
}

/** As published (M01, M03). */
export const DEFAULT_COMPACTION_SETTINGS: CompactionSettings = {
	enabled: true,
	reserveTokens: 16_384,
	keepRecentTokens: 20_000,
};

/** What a compaction is about to summarise. */
export interface CompactionPreparation {
	firstKeptEntryId: string;
	messagesToSummarize: AgentMessage[];
	/** The beginning of the span that the cut splits. */
	turnPrefixMessages: AgentMessage[];
	isSplitTurn: boolean;
	/** Size of the context that is replaced. */
	tokensBefore: number;
	/** What the last compaction said, to be carried on. */
	previousSummary?: string;
	fileOps: FileOperations;
	settings: CompactionSettings;
}

/**
 * Decides what is summarised and what is kept. The entries of a projection begin with the last compaction, if there is
 * one, and what it kept: that is the span of the next one (M06). Undefined when there is nothing to summarise.
 */
export function prepareCompaction(
	{ entries }: Pick<SessionProjection, "entries">,
	tokensBefore: number,
	settings: CompactionSettings,
): CompactionPreparation | undefined {
	const previous = previousCompaction(entries);
	const span = previous === undefined ? entries : entries.slice(1);
	const cut = findCutPoint(span, settings.keepRecentTokens);
	if (cut === undefined) return undefined;
	const { history, prefix } = partsOf(span, cut);
	const kept = span[cut.keptFrom];
	if (kept === undefined || history.length + prefix.length === 0) return undefined;
	return {
		firstKeptEntryId: kept.sourceEntry.id,
		messagesToSummarize: history,
		turnPrefixMessages: prefix,
		isSplitTurn: prefix.length > 0,
		tokensBefore,
		...(previous !== undefined && { previousSummary: previous.summary }),
		fileOps: collectFileOperations([...history, ...prefix], previous),
		settings,
	};
}

/** About how large the context is once a summary stands in front of what it keeps (M05). */
export function estimateAfter(
	{ entries }: Pick<SessionProjection, "entries">,
	{ summary, firstKeptEntryId, head }: { summary: string; firstKeptEntryId: string; head: AgentMessage | undefined },
): number {
	const first = entries.findIndex(({ sourceEntry }) => sourceEntry.id === firstKeptEntryId);
	const kept = first === -1 ? [] : entries.slice(first).flatMap(conversationOf);
	const summaryMessage: AgentMessage = { role: "compactionSummary", summary, tokensBefore: 0, timestamp: 0 };
	return (head === undefined ? 0 : estimateTokens(head)) + estimateAll([summaryMessage, ...kept]);
}

function partsOf(
	span: readonly ProjectedEntry[],
	{ keptFrom, splitFrom }: CutPoint,
): { history: AgentMessage[]; prefix: AgentMessage[] } {
	const historyEnd = splitFrom ?? keptFrom;
	return {
		history: span.slice(0, historyEnd).flatMap(conversationOf),
		prefix: span.slice(historyEnd, keptFrom).flatMap(conversationOf),
	};
}

function previousCompaction(entries: readonly ProjectedEntry[]): CompactionEntry | undefined {
	const first = entries[0]?.sourceEntry;
	return first?.type === "compaction" ? first : undefined;
}

function collectFileOperations(
	messages: readonly AgentMessage[],
	previous: CompactionEntry | undefined,
): FileOperations {
	const operations = createFileOperations();
	// Details of an extension's summary are its own.
	if (previous !== undefined && previous.fromHook !== true) noteFileLists(previous.details, operations);
	for (const message of messages) noteFileOperations(message, operations);
	return operations;
}
