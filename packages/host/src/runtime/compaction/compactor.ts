import { getCurrentSystemMessage } from "@tau/ai";
import type { CompactionReason, CompactionResult } from "../../extension-api/events/session-events.ts";
import type { Dispatcher } from "../../extensions/hooks/dispatch.ts";
import { writeCompactionSummary } from "../../session/compaction/compaction-summary.ts";
import { estimateContext } from "../../session/compaction/context-estimate.ts";
import {
	estimateAfter,
	prepareCompaction,
	type CompactionPreparation,
	type CompactionSettings,
} from "../../session/compaction/prepare-compaction.ts";
import { estimateAll } from "../../session/compaction/tokens.ts";
import type { SessionProjection } from "../../session/readonly-session.ts";
import type { Session } from "../../session/session.ts";
import type { RuntimeListener } from "../runtime-event.ts";
import type { SummaryModel, SummaryRequests } from "./summary-requests.ts";

export interface CompactorParts {
	readonly session: Session;
	readonly dispatcher: Dispatcher;
	readonly requests: SummaryRequests;
	emit: RuntimeListener;
}

/** What is asked for. Model and settings are those of the moment, whatever changes while the summary is written. */
export interface CompactionRequest {
	reason: CompactionReason;
	/** Whether the run is repeated once the context is smaller. */
	willRetry: boolean;
	customInstructions?: string | undefined;
	by: SummaryModel;
	settings: CompactionSettings;
}

/** Without an error it was cancelled. */
export interface CompactionFailure {
	type: "failed";
	error?: string;
	fromExtension: boolean;
}

export type CompactionOutcome =
	| { type: "stored"; result: CompactionResult }
	/** There is nothing to summarise; nobody was told. */
	| { type: "nothing"; error: string }
	| CompactionFailure;

/** A summary that is ready to be stored. */
interface Draft {
	type: "ready";
	compaction: CompactionResult;
	fromExtension: boolean;
}

interface Prepared {
	projection: SessionProjection;
	preparation: CompactionPreparation;
}

const LABELS: Readonly<Record<CompactionReason, string>> = {
	manual: "Compaction failed",
	threshold: "Automatic compaction failed",
	overflow: "The context overflowed and compaction did not help",
};

/**
 * Puts a summary in the place of the older part of the context. Nothing is stored before the summary is complete, and
 * nothing that would not make the context smaller.
 */
export class Compactor {
	readonly #parts: CompactorParts;

	constructor(parts: CompactorParts) {
		this.#parts = parts;
	}

	/** A compaction that nobody asked for: it is announced only if there is something to compact. */
	async runAutomatically(request: CompactionRequest, signal: AbortSignal): Promise<CompactionOutcome> {
		const prepared = this.#prepare(request);
		if (typeof prepared === "string") return { type: "nothing", error: prepared };
		await this.#parts.emit({ type: "compaction_start", reason: request.reason });
		const outcome = await this.#run(prepared, request, signal);
		if (outcome.type === "failed") await this.tellFailure(request.reason, outcome);
		return outcome;
	}

	/** A compaction that somebody waits for. A failure is told by the caller, when the session is idle again. */
	async runOnDemand(request: CompactionRequest, signal: AbortSignal): Promise<CompactionOutcome> {
		await this.#parts.emit({ type: "compaction_start", reason: request.reason });
		const prepared = this.#prepare(request);
		if (typeof prepared === "string") return { type: "failed", error: prepared, fromExtension: false };
		return this.#run(prepared, request, signal);
	}

	/** Tells that a compaction came to nothing; without an error it was cancelled (E10). */
	async tellFailure(
		reason: CompactionReason,
		{ error, fromExtension }: Omit<CompactionFailure, "type">,
	): Promise<void> {
		const { emit, dispatcher } = this.#parts;
		const aborted = error === undefined;
		const message = aborted ? {} : { errorMessage: `${LABELS[reason]}: ${error}` };
		await emit({ type: "compaction_end", reason, aborted, willRetry: false, ...message });
		await dispatcher.notify("session_compact_failed", {
			type: "session_compact_failed",
			reason,
			...message,
			aborted,
			willRetry: false,
			fromExtension,
		});
	}

	#prepare({ settings }: CompactionRequest): Prepared | string {
		const { session } = this.#parts;
		if (session.getLeafEntry()?.type === "compaction") return "Already compacted";
		const projection = session.buildSessionProjection();
		const preparation = prepareCompaction(projection, estimateContext(session), settings);
		return preparation ? { projection, preparation } : "Nothing to compact (session too small)";
	}

	async #run(prepared: Prepared, request: CompactionRequest, signal: AbortSignal): Promise<CompactionOutcome> {
		const draft = await this.#draft(prepared.preparation, request, signal);
		if (draft.type === "failed") return draft;
		const { fromExtension, compaction } = draft;
		if (signal.aborted) return { type: "failed", fromExtension };
		const error = this.#findNoProgress(prepared, request, draft);
		if (error !== undefined) return { type: "failed", error, fromExtension };
		return { type: "stored", result: await this.#publish(compaction, request, fromExtension) };
	}

	/** Asks the extensions first; the last summary of theirs takes the place of the host's own (E08). */
	async #draft(
		preparation: CompactionPreparation,
		request: CompactionRequest,
		signal: AbortSignal,
	): Promise<Draft | CompactionFailure> {
		const { dispatcher, session } = this.#parts;
		const { reason, willRetry, customInstructions } = request;
		const asked = dispatcher.hears("session_before_compact")
			? await dispatcher.veto(
					"session_before_compact",
					{
						type: "session_before_compact",
						preparation,
						branchEntries: session.getBranch(),
						...(customInstructions !== undefined && { customInstructions }),
						reason,
						willRetry,
						signal,
					},
					{ signal },
				)
			: undefined;
		if (signal.aborted || (asked !== undefined && asked.type !== "passed")) {
			return { type: "failed", fromExtension: false };
		}
		const own = asked?.kept?.answer.compaction;
		if (own) return { type: "ready", compaction: completed(own, preparation), fromExtension: true };
		return this.#write(preparation, request, signal);
	}

	async #write(
		preparation: CompactionPreparation,
		{ by, reason, customInstructions }: CompactionRequest,
		signal: AbortSignal,
	): Promise<Draft | CompactionFailure> {
		const summarizer = this.#parts.requests.summarizer(by, { source: "compaction", reason });
		const written = await writeCompactionSummary(preparation, { summarizer, customInstructions }, signal);
		if (written.type === "aborted") return { type: "failed", fromExtension: false };
		if (written.type === "failed") {
			return { type: "failed", error: `no summary was written: ${written.error}`, fromExtension: false };
		}
		const { summary, details, usage } = written;
		const compaction = completed({ summary, ...(usage && { usage }), details }, preparation);
		return { type: "ready", compaction, fromExtension: false };
	}

	/** A compaction that does not shrink the context would be repeated for ever; a user may want an extension's all the same. */
	#findNoProgress(
		{ projection }: Prepared,
		{ reason }: CompactionRequest,
		{ compaction, fromExtension }: Draft,
	): string | undefined {
		if (reason === "manual" && fromExtension) return undefined;
		const before = estimateAll(projection.messages);
		const after = estimateAfter(projection, { ...compaction, head: getCurrentSystemMessage(projection.messages) });
		if (after < before) return undefined;
		return `the summary is not shorter than what it would replace (the context has about ${before} tokens and would have ${after})`;
	}

	async #publish(
		compaction: CompactionResult,
		{ reason, willRetry }: CompactionRequest,
		fromExtension: boolean,
	): Promise<CompactionResult> {
		const { session, dispatcher, emit } = this.#parts;
		const { summary, firstKeptEntryId, tokensBefore, usage, details } = compaction;
		const made = { ...(usage !== undefined && { usage }), ...(details !== undefined && { details }) };
		const compactionEntry = session.append({
			type: "compaction",
			summary,
			firstKeptEntryId,
			tokensBefore,
			...(details !== undefined && { details }),
			...(usage !== undefined && { usage }),
			fromHook: fromExtension,
		});
		const estimatedTokensAfter = estimateAll(session.buildSessionContext().messages);
		const result = { summary, firstKeptEntryId, tokensBefore, estimatedTokensAfter, ...made };
		await dispatcher.notify("session_compact", {
			type: "session_compact",
			compactionEntry,
			fromExtension,
			reason,
			willRetry,
		});
		await emit({ type: "compaction_end", reason, result, aborted: false, willRetry });
		return result;
	}
}

/** With what an extension may leave out of its compaction. */
function completed(
	made: Pick<CompactionResult, "summary"> & Partial<CompactionResult>,
	{ firstKeptEntryId, tokensBefore }: CompactionPreparation,
): CompactionResult {
	return {
		...made,
		firstKeptEntryId: made.firstKeptEntryId ?? firstKeptEntryId,
		tokensBefore: made.tokensBefore ?? tokensBefore,
	};
}
