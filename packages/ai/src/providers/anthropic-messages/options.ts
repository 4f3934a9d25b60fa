import type { Model } from "../../contract/model.ts";

/** Differences of one server from Anthropic's Messages API; the names are those of models.json (V01). */
export interface AnthropicMessagesCompat {
	supportsEagerToolInputStreaming?: boolean;
	supportsLongCacheRetention?: boolean;
	sendSessionAffinityHeaders?: boolean;
	sessionAffinityFormat?: "openrouter";
	supportsCacheControlOnTools?: boolean;
	supportsTemperature?: boolean;
	forceAdaptiveThinking?: boolean;
	allowEmptySignature?: boolean;
	supportsStrictTools?: boolean;
	supportsMidConvoEffort?: boolean;
	supportsMidConvoSystemMessages?: boolean;
	supportsMidConvoToolChanges?: boolean;
	supportsMessageThreads?: boolean;
	allowedFallbackModels?: Record<string, unknown>[];
}

type Defaulted =
	| "supportsEagerToolInputStreaming"
	| "supportsLongCacheRetention"
	| "supportsCacheControlOnTools"
	| "supportsTemperature"
	| "forceAdaptiveThinking";

export type ResolvedCompat = AnthropicMessagesCompat & Required<Pick<AnthropicMessagesCompat, Defaulted>>;

/** Claude models that choose their own thinking budget: 4.6 and later. */
const ADAPTIVE_MODEL = /claude-(opus|sonnet|haiku|fable|mythos)-(4[-.][6-9]|[5-9])/;

/** The model's own values over those known of its host over the published behaviour. */
export function resolveCompat(model: Model): ResolvedCompat {
	const isOpenRouter = /^https?:\/\/([^/]*\.)?openrouter\.ai(\/|$)/.test(model.baseUrl);
	return {
		supportsEagerToolInputStreaming: true,
		supportsLongCacheRetention: true,
		supportsCacheControlOnTools: true,
		supportsTemperature: true,
		forceAdaptiveThinking: ADAPTIVE_MODEL.test(model.id),
		...(isOpenRouter ? { sendSessionAffinityHeaders: true, sessionAffinityFormat: "openrouter" as const } : {}),
		...Object.fromEntries(Object.entries(model.compat ?? {}).filter(([, value]) => value !== undefined)),
	};
}
