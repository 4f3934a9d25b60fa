import type { SessionBeforeTreeResult, TreePreparation } from "../../extension-api/events/session-events.ts";
import type { Dispatcher } from "../../extensions/hooks/dispatch.ts";
import {
	collectLeftBranch,
	prepareBranch,
	writeBranchSummary,
	type LeftBranch,
} from "../../session/compaction/branch-summary.ts";
import type { BranchSummaryEntry, SessionEntry } from "../../session/entry.ts";
import { entryNotFound } from "../../session/errors.ts";
import type { BranchSummary, Session } from "../../session/session.ts";
import type { Settings } from "../../settings/schema.ts";
import type { Conversation } from "../conversation.ts";
import type { ModelChoice } from "../model-choice.ts";
import { noModelSelected } from "../turn/open-request.ts";
import type { SummaryModel, SummaryRequests } from "./summary-requests.ts";

export interface NavigationParts {
	readonly session: Session;
	readonly dispatcher: Dispatcher;
	readonly conversation: Conversation;
	readonly requests: SummaryRequests;
	readonly models: ModelChoice;
	readonly settings: Settings;
}

export interface NavigateOptions {
	summarize?: boolean;
	customInstructions?: string;
	replaceInstructions?: boolean;
	label?: string;
}

export interface Navigated {
	/** An extension refused, or the summary was aborted; nothing changed. */
	cancelled: boolean;
	/** Text of the user's message that was navigated to, to be edited. */
	editorText?: string;
	summaryEntry?: BranchSummaryEntry;
}

/** Something else happens to the session; the caller waits and asks again. */
export function navigationConflict(): Error {
	return new Error(
		"The session is busy: wait for the response, compaction or navigation that is under way to finish before navigating the session tree",
	);
}

/** The branch stays as it was (K06). */
export function branchSummaryFailed(reason: string): Error {
	return new Error(`Branch summarization failed: ${reason}`);
}

const DEFAULT_RESERVE_TOKENS = 16_384;

/**
 * Moves the leaf to another entry of the same file, with a summary of what is left behind if one is wanted (K06, M11).
 * A message of the user is navigated to by standing before it. Rejects, with the branch unchanged, when the session is
 * busy, the entry does not exist or the summary cannot be written.
 */
export class TreeNavigation {
	readonly #parts: NavigationParts;

	constructor(parts: NavigationParts) {
		this.#parts = parts;
	}

	async go(targetId: string, options: NavigateOptions = {}): Promise<Navigated> {
		const { session, conversation, models } = this.#parts;
		if (!conversation.resting) throw navigationConflict();
		const target = session.getEntry(targetId);
		if (target === undefined) throw entryNotFound(targetId);
		if (targetId === session.getLeafId()) return { cancelled: false };
		if (options.summarize === true && models.model === undefined) throw noModelSelected();
		return conversation.alone((signal) => this.#navigate(target, options, signal));
	}

	/** Resolves with what is left to do when the session is idle again. */
	async #navigate(
		target: SessionEntry,
		options: NavigateOptions,
		signal: AbortSignal,
	): Promise<() => Promise<Navigated>> {
		const { session } = this.#parts;
		const oldLeafId = session.getLeafId();
		const left = collectLeftBranch(session, oldLeafId, target.id);
		const preparation = toPreparation(target.id, options, { oldLeafId, ...left });
		const answer = await this.#ask(preparation, signal);
		if (answer === undefined) return async () => ({ cancelled: true });
		const summary = await this.#summarize(left, { ...preparation, ...answer }, signal);
		if (summary === "aborted") return async () => ({ cancelled: true });
		const summaryEntry = this.#move(target, summary);
		const label = answer.label ?? options.label;
		if (label !== undefined) session.append({ type: "label", targetId: (summaryEntry ?? target).id, label });
		return () => this.#tell({ target, oldLeafId, summaryEntry });
	}

	/** What the extensions change; undefined when one of them refuses. */
	async #ask(preparation: TreePreparation, signal: AbortSignal): Promise<SessionBeforeTreeResult | undefined> {
		const event = { type: "session_before_tree", preparation, signal } as const;
		const asked = await this.#parts.dispatcher.veto("session_before_tree", event, { signal });
		if (signal.aborted || (asked !== undefined && asked.type !== "passed")) return undefined;
		return asked?.kept?.answer ?? {};
	}

	async #summarize(
		{ entries }: LeftBranch,
		wanted: TreePreparation & SessionBeforeTreeResult,
		signal: AbortSignal,
	): Promise<BranchSummary | undefined | "aborted"> {
		if (!wanted.userWantsSummary) return undefined;
		if (wanted.summary) return { ...wanted.summary, fromHook: true };
		const by = this.#summaryModel();
		const { customInstructions, replaceInstructions } = wanted;
		const material = prepareBranch(entries, this.#budget(by));
		// Nothing was said on the branch that is left.
		if (material.messages.length === 0) return undefined;
		const summarizer = this.#parts.requests.summarizer(by, { source: "branchSummary" });
		const written = await writeBranchSummary(material, { summarizer, customInstructions, replaceInstructions }, signal);
		if (written.type === "aborted" || signal.aborted) return "aborted";
		if (written.type === "failed") throw branchSummaryFailed(written.error);
		const { summary, details, usage } = written;
		return { summary, details, usage, fromHook: false };
	}

	#summaryModel(): SummaryModel {
		const { model, thinkingLevel } = this.#parts.models;
		if (model === undefined) throw noModelSelected();
		return { model, thinkingLevel };
	}

	#budget({ model }: SummaryModel): number {
		const reserve = this.#parts.settings.branchSummary?.reserveTokens ?? DEFAULT_RESERVE_TOKENS;
		if (!(model.contextWindow > 0)) return 0;
		// A reserve that is larger than the window of a small model must not take everything.
		return Math.max(model.contextWindow - reserve, Math.floor(model.contextWindow / 4));
	}

	#move(target: SessionEntry, summary: BranchSummary | undefined): BranchSummaryEntry | undefined {
		const { session } = this.#parts;
		const leafId = isEditedAgain(target) ? target.parentId : target.id;
		if (summary) return session.branchWithSummary(leafId, summary);
		if (leafId === null) session.resetLeaf();
		else session.branch(leafId);
		return undefined;
	}

	async #tell(moved: {
		target: SessionEntry;
		oldLeafId: string | null;
		summaryEntry: BranchSummaryEntry | undefined;
	}): Promise<Navigated> {
		const { session, dispatcher } = this.#parts;
		const { target, oldLeafId, summaryEntry } = moved;
		await dispatcher.notify("session_tree", {
			type: "session_tree",
			newLeafId: session.getLeafId(),
			oldLeafId,
			...(summaryEntry && { summaryEntry, fromExtension: summaryEntry.fromHook === true }),
		});
		const editorText = textToEdit(target);
		return {
			cancelled: false,
			...(editorText !== undefined && { editorText }),
			...(summaryEntry && { summaryEntry }),
		};
	}
}

function toPreparation(
	targetId: string,
	{ summarize, customInstructions, replaceInstructions, label }: NavigateOptions,
	{ oldLeafId, entries, commonAncestorId }: LeftBranch & { oldLeafId: string | null },
): TreePreparation {
	return {
		targetId,
		oldLeafId,
		commonAncestorId,
		entriesToSummarize: entries,
		userWantsSummary: summarize === true,
		...(customInstructions !== undefined && { customInstructions }),
		...(replaceInstructions !== undefined && { replaceInstructions }),
		...(label !== undefined && { label }),
	};
}

/** What speaks for the user is navigated to in order to be said differently (TRAP91). */
function isEditedAgain(entry: SessionEntry): boolean {
	return entry.type === "custom_message" || (entry.type === "message" && entry.message.role === "user");
}

function textToEdit(entry: SessionEntry): string | undefined {
	if (entry.type === "custom_message") return textOf(entry.content);
	return entry.type === "message" && entry.message.role === "user" ? textOf(entry.message.content) : undefined;
}

function textOf(content: string | readonly { type: string; text?: string }[]): string {
	if (typeof content === "string") return content;
	return content.flatMap(({ text }) => (text === undefined ? [] : [text])).join("\n");
}
