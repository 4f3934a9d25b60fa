import type { AssistantMessageStream, Message, StreamOptions } from "@tau/ai";
import type { Settings } from "../../settings/schema.ts";
import { isVirtualModel } from "../../models/virtual-model.ts";
import { failedStream, type ModelAccess } from "../model-access.ts";
import type { ModelChoice } from "../model-choice.ts";
import { routeRequest, type RouteParts, type Selection } from "./route-request.ts";

export interface OpenRequestParts {
	readonly access: ModelAccess;
	readonly models: Pick<ModelChoice, "model" | "thinkingLevel">;
	readonly settings: Settings;
	readonly sessionId: string;
	/** For virtual models; without it their router is asked as for any request outside the loop. */
	readonly routing?: RouteParts;
}

/** A run cannot start without a model; the face says what to do about it. */
export function noModelSelected(): Error {
	return new Error(
		"No model is selected: name one with --model provider/id, define one in models.json or set an API key (--list-models shows what there is)",
	);
}

/** Starts one request with the model, level and budgets of the session; of a virtual model, with what it routes to. */
export async function openRequest(
	{ access, models, settings, sessionId, routing }: OpenRequestParts,
	messages: Message[],
	options: StreamOptions,
): Promise<AssistantMessageStream> {
	const selected = models.model;
	if (!selected) throw noModelSelected();
	let dispatch: Selection = { model: selected, thinkingLevel: models.thinkingLevel };
	try {
		if (routing && isVirtualModel(selected))
			dispatch = await routeRequest(routing, dispatch, { messages, signal: options.signal });
	} catch (error) {
		return failedStream(selected, error instanceof Error ? error.message : String(error));
	}
	const { model, thinkingLevel } = dispatch;
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
