import type { AgentMessage } from "@tau/agent";
import type { ProjectedEntry } from "../readonly-session.ts";
import { estimateAll } from "./tokens.ts";

/** Where a list of entries is cut: what stands before `keptFrom` is summarised. */
export interface CutPoint {
	/** Position of the first entry that is kept. */
	keptFrom: number;
	/** Where the span begins that the cut splits, a message of the user; absent when it splits none (M04). */
	splitFrom?: number;
}

/** Messages that a kept part may begin with: never a result of a tool, which belongs to its call (M03). */
const CUT_ROLES: ReadonlySet<string> = new Set(["user", "assistant", "bashExecution", "custom", "branchSummary"]);
/** Messages that speak for the user and begin a span. */
const SPAN_ROLES: ReadonlySet<string> = new Set(["user", "bashExecution", "custom", "branchSummary"]);

/**
 * Walks back from the end until about `keepRecentTokens` are kept, then to the next place where a cut may be, or to the
 * one before when there is none behind. Undefined when everything is recent.
 */
export function findCutPoint(entries: readonly ProjectedEntry[], keepRecentTokens: number): CutPoint | undefined {
	const reached = walkBack(entries, keepRecentTokens);
	if (reached === undefined) return undefined;
	const next = entries.findIndex((entry, at) => at >= reached && isCutPlace(entry));
	const cut = next === -1 ? entries.findLastIndex((entry, at) => at < reached && isCutPlace(entry)) : next;
	if (cut === -1) return undefined;
	const attempt = abandonedAttempt(entries, cut);
	const keptFrom = attempt ?? withStateBefore(entries, cut);
	const splitFrom = attempt === undefined && begins(entries[cut]) ? undefined : spanStart(entries, keptFrom);
	return splitFrom === undefined ? { keptFrom } : { keptFrom, splitFrom };
}

/** Position of the entry with which `tokens` are reached, counted from the end. */
function walkBack(entries: readonly ProjectedEntry[], tokens: number): number | undefined {
	let sum = 0;
	for (let at = entries.length - 1; at >= 0; at -= 1) {
		sum += estimateAll(conversationOf(entries[at]));
		if (sum >= tokens && sum > 0) return at;
	}
	return undefined;
}

/**
 * An answer that failed and was left out, when nothing else follows the cut: what it answered is the request that did
 * not fit and is summarised with the rest. A request whose text was replaced since is another one and stays.
 */
function abandonedAttempt(entries: readonly ProjectedEntry[], cut: number): number | undefined {
	const suffix = entries.slice(cut + 1);
	if (suffix.some(({ messages }) => messages.length > 0)) return undefined;
	const attempt = suffix.findIndex(isOmittedAnswer);
	if (attempt === -1 || !begins(entries[cut])) return undefined;
	const before = new Set(entries.slice(0, cut + 1).map(({ sourceEntry }) => sourceEntry.id));
	return suffix.some((entry) => replacesOneOf(entry, before)) ? undefined : cut + 1 + attempt;
}

function isOmittedAnswer({ sourceEntry, messages }: ProjectedEntry): boolean {
	return messages.length === 0 && sourceEntry.type === "message" && sourceEntry.message.role === "assistant";
}

function replacesOneOf({ sourceEntry }: ProjectedEntry, ids: ReadonlySet<string>): boolean {
	return sourceEntry.type === "context_edit" && sourceEntry.replacement !== null && ids.has(sourceEntry.targetId);
}

/** Labels, model changes and the like in front of the cut stay with what they were made for. */
function withStateBefore(entries: readonly ProjectedEntry[], cut: number): number {
	let first = cut;
	while (first > 0 && isState(entries[first - 1])) first -= 1;
	return first;
}

function isState(entry: ProjectedEntry | undefined): boolean {
	const type = entry?.sourceEntry.type;
	return type !== undefined && STATE_TYPES.has(type);
}

const STATE_TYPES: ReadonlySet<string> = new Set([
	"custom",
	"label",
	"session_info",
	"model_change",
	"thinking_level_change",
	"usage",
	"context_edit",
]);

function spanStart(entries: readonly ProjectedEntry[], before: number): number | undefined {
	const start = entries.findLastIndex((entry, at) => at < before && begins(entry));
	return start === -1 ? undefined : start;
}

function isCutPlace(entry: ProjectedEntry): boolean {
	return entry.messages.some(({ role }) => CUT_ROLES.has(role));
}

function begins(entry: ProjectedEntry | undefined): boolean {
	return entry !== undefined && entry.messages.some(({ role }) => SPAN_ROLES.has(role));
}

/** Prompt and tools are kept in any case, by the checkpoint of the compaction. */
export function conversationOf(entry: ProjectedEntry | undefined): AgentMessage[] {
	return (entry?.messages ?? []).filter(({ role }) => role !== "system");
}
