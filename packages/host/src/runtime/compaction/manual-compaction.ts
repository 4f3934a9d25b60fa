import type { CompactOptions } from "../../extension-api/context.ts";
import type { CompactionResult } from "../../extension-api/events/session-events.ts";
import type { Settings } from "../../settings/schema.ts";
import type { Conversation } from "../conversation.ts";
import type { ModelChoice } from "../model-choice.ts";
import { noModelSelected } from "../turn/open-request.ts";
import { compactionSettings } from "./compaction-settings.ts";
import type { CompactionOutcome, CompactionRequest, Compactor } from "./compactor.ts";

export interface ManualCompactionParts {
	readonly conversation: Conversation;
	readonly compactor: Compactor;
	readonly models: ModelChoice;
	readonly settings: Settings;
}

/** An extension, the user or a program cancelled it. */
export function compactionCancelled(): Error {
	return new Error("Compaction cancelled");
}

/**
 * Compacts when somebody says so (M07): what runs is aborted first and is not gone on with. Rejects when nothing was
 * compacted. The callbacks are called when the session is idle again, before anything that waited for that.
 */
export function compactManually(
	{ conversation, compactor, models, settings }: ManualCompactionParts,
	{ customInstructions, onComplete, onError }: CompactOptions = {},
): Promise<CompactionResult> {
	// Another compaction is waited for instead: then there is nothing left to do.
	if (conversation.running) conversation.abort();
	return conversation.alone(async (signal) => {
		const request = createRequest(models, settings, customInstructions);
		const outcome = request instanceof Error ? failedBefore(request) : await compactor.runOnDemand(request, signal);
		return async () => {
			if (outcome.type === "stored") {
				onComplete?.(outcome.result);
				return outcome.result;
			}
			if (outcome.type === "failed") await compactor.tellFailure("manual", outcome);
			const error = outcome.error === undefined ? compactionCancelled() : new Error(outcome.error);
			onError?.(error);
			throw error;
		};
	});
}

function createRequest(
	{ model, thinkingLevel }: ModelChoice,
	settings: Settings,
	customInstructions: string | undefined,
): CompactionRequest | Error {
	if (!model) return noModelSelected();
	try {
		const resolved = compactionSettings(settings, model);
		return { reason: "manual", willRetry: false, customInstructions, by: { model, thinkingLevel }, settings: resolved };
	} catch (error) {
		return error as Error; // Named by `invalidModelOverride`.
	}
}

function failedBefore({ message }: Error): CompactionOutcome {
	return { type: "failed", error: message, fromExtension: false };
}

/** The form for extensions: returns at once; what a callback throws is reported, never thrown (C16, L20). */
export function compactInBackground(
	compact: (options: CompactOptions) => Promise<CompactionResult>,
	{ customInstructions, onComplete, onError }: CompactOptions,
	report: (error: unknown) => void,
): void {
	const guarded =
		<T>(callback: ((value: T) => unknown) | undefined) =>
		(value: T): void => {
			try {
				Promise.resolve(callback?.(value)).catch(report);
			} catch (error) {
				report(error);
			}
		};
	const done = compact({
		...(customInstructions !== undefined && { customInstructions }),
		onComplete: guarded(onComplete),
		onError: guarded(onError),
	});
	done.catch(() => {}); // Told by `onError` and by `session_compact_failed`.
}
