import type { AgentMessage } from "@tau/agent";
import {
	streamSimple,
	type AssistantMessageStream,
	type Context,
	type Message,
	type Model,
	type ProviderHeaders,
	type StreamOptions,
	type ThinkingLevel,
	type Usage,
} from "@tau/ai";
import { buildSessionProjection } from "../context.ts";
import type { SessionEntry } from "../entry.ts";
import type { ProjectedEntry, ReadonlySession } from "../readonly-session.ts";
import {
	collectLeftBranch,
	prepareBranch,
	writeBranchSummary,
	type BranchMaterial,
	type LeftBranch,
} from "./branch-summary.ts";
import { writeCompactionSummary, type CompactionDetails } from "./compaction-summary.ts";
import { findCutPoint as findCut } from "./cut-point.ts";
import {
	DEFAULT_COMPACTION_SETTINGS,
	type CompactionPreparation,
	type CompactionSettings,
} from "./prepare-compaction.ts";
import { roomForConversation, summarizeMessages, type Summarizer } from "./summarize.ts";
import { SUMMARY_SYSTEM_PROMPT } from "./summary-prompts.ts";
import { countedTokens, usedTokens } from "./tokens.ts";

/*
 * Compaction under the names and with the parameters that extensions know. Requests made here are the caller's own:
 * they go straight to the provider, with the credentials that the caller brings along.
 */

export interface CutPointResult {
	firstKeptEntryIndex: number;
	/** -1 when no span is split. */
	turnStartIndex: number;
	isSplitTurn: boolean;
}

type StreamFunction = (
	model: Model,
	context: Context,
	options: StreamOptions,
) => AssistantMessageStream | Promise<AssistantMessageStream>;

export function calculateContextTokens(usage: Usage): number {
	return usedTokens(usage);
}

export function shouldCompact(contextTokens: number, contextWindow: number, settings: CompactionSettings): boolean {
	return settings.enabled && contextTokens > contextWindow - settings.reserveTokens;
}

/** Of the last response that was counted. */
export function getLastAssistantUsage(entries: readonly SessionEntry[]): Usage | undefined {
	const found = entries.findLast((entry) => entry.type === "message" && countedTokens(entry.message) !== undefined);
	return found?.type === "message" && found.message.role === "assistant" ? found.message.usage : undefined;
}

/** Looks at the entries from `startIndex` up to, not including, `endIndex`. */
// oxlint-disable-next-line eslint/max-params -- the published contract
export function findCutPoint(
	entries: readonly SessionEntry[],
	startIndex: number,
	endIndex: number,
	keepRecentTokens: number,
): CutPointResult {
	const cut = findCut(project(entries.slice(0, endIndex)).slice(startIndex), keepRecentTokens);
	const { keptFrom = 0, splitFrom } = cut ?? {};
	return {
		firstKeptEntryIndex: startIndex + keptFrom,
		turnStartIndex: splitFrom === undefined ? -1 : startIndex + splitFrom,
		isSplitTurn: splitFrom !== undefined,
	};
}

/** The message of the user that begins the span around an entry; -1 when there is none. */
export function findTurnStartIndex(entries: readonly SessionEntry[], entryIndex: number, startIndex: number): number {
	return project(entries).findLastIndex(
		({ messages }, at) => at >= startIndex && at <= entryIndex && messages.some(({ role }) => role === "user"),
	);
}

export function collectEntriesForBranchSummary(
	session: ReadonlySession,
	oldLeafId: string | null,
	targetId: string,
): LeftBranch {
	return collectLeftBranch(session, oldLeafId, targetId);
}

export function prepareBranchEntries(entries: readonly SessionEntry[], tokenBudget: number = 0): BranchMaterial {
	return prepareBranch(entries, tokenBudget);
}

/** Rejects when the summary cannot be written. The last parameters of the published form, for retries, are not used. */
// oxlint-disable-next-line eslint/max-params -- the published contract
export async function compact(
	preparation: CompactionPreparation,
	model: Model,
	apiKey: string | undefined,
	headers?: ProviderHeaders,
	customInstructions?: string,
	signal: AbortSignal = NEVER,
	thinkingLevel?: ThinkingLevel,
	streamFn?: StreamFunction,
	env?: Record<string, string>,
): Promise<{
	summary: string;
	firstKeptEntryId: string;
	tokensBefore: number;
	usage?: Usage;
	details: CompactionDetails;
}> {
	const summarizer = summarizerOf({ model, apiKey, headers, thinkingLevel, streamFn, env });
	const written = await writeCompactionSummary(preparation, { summarizer, customInstructions }, signal);
	if (written.type !== "written") throw summaryFailed(written);
	const { firstKeptEntryId, tokensBefore } = preparation;
	const { summary, usage, details } = written;
	return { summary, firstKeptEntryId, tokensBefore, ...(usage && { usage }), details };
}

// oxlint-disable-next-line eslint/max-params -- the published contract
export async function generateSummaryWithUsage(
	messages: AgentMessage[],
	model: Model,
	_reserveTokens: number | undefined,
	apiKey: string | undefined,
	headers?: ProviderHeaders,
	signal: AbortSignal = NEVER,
	customInstructions?: string,
	previousSummary?: string,
	thinkingLevel?: ThinkingLevel,
	streamFn?: StreamFunction,
	env?: Record<string, string>,
): Promise<{ text: string; usage: Usage }> {
	const summarizer = summarizerOf({ model, apiKey, headers, thinkingLevel, streamFn, env });
	const task = { kind: "history", previousSummary, customInstructions, summarizer } as const;
	const written = await summarizeMessages(messages, task, signal);
	if (written.type !== "written") throw summaryFailed(written);
	return { text: written.text, usage: written.usage };
}

export async function generateSummary(...parameters: Parameters<typeof generateSummaryWithUsage>): Promise<string> {
	return (await generateSummaryWithUsage(...parameters)).text;
}

export interface GenerateBranchSummaryOptions {
	model: Model;
	apiKey?: string;
	headers?: ProviderHeaders;
	env?: Record<string, string>;
	signal: AbortSignal;
	thinkingLevel?: ThinkingLevel;
	customInstructions?: string;
	replaceInstructions?: boolean;
	reserveTokens?: number;
	streamFn?: StreamFunction;
}

export interface BranchSummaryResult {
	summary?: string;
	usage?: Usage;
	readFiles?: string[];
	modifiedFiles?: string[];
	aborted?: boolean;
	error?: string;
}

export async function generateBranchSummary(
	entries: readonly SessionEntry[],
	options: GenerateBranchSummaryOptions,
): Promise<BranchSummaryResult> {
	const { model, customInstructions, replaceInstructions, signal } = options;
	const reserve = options.reserveTokens ?? DEFAULT_COMPACTION_SETTINGS.reserveTokens;
	const material = prepareBranch(entries, Math.max(0, model.contextWindow - reserve));
	const summarizer = summarizerOf(options);
	const written = await writeBranchSummary(material, { summarizer, customInstructions, replaceInstructions }, signal);
	if (written.type === "aborted") return { aborted: true };
	if (written.type === "failed") return { error: written.error };
	return { summary: written.summary, usage: written.usage, ...written.details };
}

const NEVER = new AbortController().signal;

function summaryFailed(outcome: { type: "aborted" } | { type: "failed"; error: string }): Error {
	return new Error(outcome.type === "aborted" ? "The summary was aborted" : `Summarization failed: ${outcome.error}`);
}

interface Caller {
	model: Model;
	apiKey?: string | undefined;
	headers?: ProviderHeaders | undefined;
	env?: Record<string, string> | undefined;
	thinkingLevel?: ThinkingLevel | undefined;
	streamFn?: StreamFunction | undefined;
}

function summarizerOf({ model, apiKey, headers, env, thinkingLevel, streamFn = streamSimple }: Caller): Summarizer {
	return {
		mostCharacters: roomForConversation(model.contextWindow),
		ask: async (text, signal) => {
			const timestamp = Date.now();
			const messages: Message[] = [
				{ role: "system", content: SUMMARY_SYSTEM_PROMPT, timestamp },
				{ role: "user", content: [{ type: "text", text }], timestamp },
			];
			const options: StreamOptions = {
				signal,
				cacheRetention: "none",
				...(apiKey !== undefined && { apiKey }),
				...(headers !== undefined && { headers }),
				...(env !== undefined && { env }),
				...(thinkingLevel !== undefined && { reasoning: thinkingLevel }),
			};
			return (await streamFn(model, { messages }, options)).result();
		},
	};
}

/** Entries in the order in which they are given, with what each contributes. */
function project(entries: readonly SessionEntry[]): ProjectedEntry[] {
	const projected = new Map(
		buildSessionProjection(entries).entries.map((entry) => [entry.sourceEntry.id, entry] as const),
	);
	return entries.map((sourceEntry) => projected.get(sourceEntry.id) ?? { sourceEntry, messages: [] });
}
