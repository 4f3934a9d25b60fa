import type { AssistantMessageStream, Message, StreamOptions } from "@tau/ai";
import type { Settings } from "../../settings/schema.ts";
import type { ModelAccess } from "../model-access.ts";
import type { ModelChoice } from "../model-choice.ts";

export interface OpenRequestParts {
	readonly access: ModelAccess;
	readonly models: ModelChoice;
	readonly settings: Settings;
	readonly sessionId: string;
}

/** A run cannot start without a model; the face says what to do about it. */
export function noModelSelected(): Error {
	return new Error(
		"No model is selected: name one with --model provider/id, define one in models.json or set an API key (--list-models shows what there is)",
	);
}

/** Starts one request with the model, level and budgets of the session. */
export function openRequest(
	{ access, models, settings, sessionId }: OpenRequestParts,
	messages: Message[],
	options: StreamOptions,
): Promise<AssistantMessageStream> {
	const { model, thinkingLevel } = models;
	if (!model) return Promise.reject(noModelSelected());
	const { timeoutMs, maxRetries, maxRetryDelayMs } = settings.retry?.provider ?? {};
	const idle = settings.httpIdleTimeoutMs;
	return access.open(
		model,
		{ messages },
		{
			...options,
			sessionId,
			reasoning: thinkingLevel,
			timeoutMs: timeoutMs ?? (idle === "disabled" ? 0 : (idle ?? 0)),
			...(maxRetries !== undefined && { maxRetries }),
			...(maxRetryDelayMs !== undefined && { maxRetryDelayMs }),
			...(settings.thinkingBudgets && { thinkingBudgets: settings.thinkingBudgets }),
		},
	);
}
