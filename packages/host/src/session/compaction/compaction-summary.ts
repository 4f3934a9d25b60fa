import { addUsage, type Usage } from "@tau/ai";
import { formatFileLists, toFileLists, withoutFileLists, type FileLists } from "./file-operations.ts";
import type { CompactionPreparation } from "./prepare-compaction.ts";
import { summarizeMessages, type Summarizer, type SummaryOutcome } from "./summarize.ts";

/** What the host's own compactions store beside the summary (M05). */
export type CompactionDetails = FileLists;

export type CompactionSummaryOutcome =
	| { type: "written"; summary: string; details: CompactionDetails; usage?: Usage }
	| Exclude<SummaryOutcome, { type: "written" }>;

export interface CompactionSummaryOptions {
	summarizer: Summarizer;
	customInstructions?: string | undefined;
}

const NO_HISTORY = "No prior history.";
/** Between the summary of the history and that of a split span; part of the published form (M04). */
const SPLIT_MARK = "\n\n---\n\n**Turn Context (split turn):**\n\n";

/** Writes the summary of a prepared compaction: the history, and the beginning of a split span behind it (M04, M06). */
export async function writeCompactionSummary(
	preparation: CompactionPreparation,
	options: CompactionSummaryOptions,
	signal: AbortSignal,
): Promise<CompactionSummaryOutcome> {
	const history = await summarizeHistory(preparation, options, signal);
	if (history.type !== "written") return history;
	const details = toFileLists(preparation.fileOps);
	const lists = formatFileLists(details);
	if (!preparation.isSplitTurn) return { ...history, summary: history.text + lists, details };
	const prefix = await summarizeMessages(preparation.turnPrefixMessages, { kind: "prefix", ...options }, signal);
	if (prefix.type !== "written") return prefix;
	const usage = history.usage ? addUsage(history.usage, prefix.usage) : prefix.usage;
	return { type: "written", summary: history.text + SPLIT_MARK + prefix.text + lists, details, usage };
}

type HistoryOutcome = { type: "written"; text: string; usage?: Usage } | Exclude<SummaryOutcome, { type: "written" }>;

async function summarizeHistory(
	{ messagesToSummarize, previousSummary }: CompactionPreparation,
	options: CompactionSummaryOptions,
	signal: AbortSignal,
): Promise<HistoryOutcome> {
	const previous = previousSummary === undefined ? undefined : withoutFileLists(previousSummary);
	// Nothing new to add: what the last compaction said still holds.
	if (messagesToSummarize.length === 0) return { type: "written", text: previous ?? NO_HISTORY };
	return summarizeMessages(messagesToSummarize, { kind: "history", previousSummary: previous, ...options }, signal);
}
