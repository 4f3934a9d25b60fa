import type { Model, ProviderHeaders, ThinkingLevel } from "@tau/ai";

/** Set a header to a string, or to `null` to delete it (E28). Mutate. */
export interface BeforeProviderHeadersEvent {
	type: "before_provider_headers";
	headers: ProviderHeaders;
}

/** Any answer but `undefined` replaces the payload (E29). Waterfall. */
export interface BeforeProviderRequestEvent {
	type: "before_provider_request";
	payload: unknown;
}

/** Before the body is read, for every HTTP response (E30, B38). Observe. */
export interface AfterProviderResponseEvent {
	type: "after_provider_response";
	status: number;
	headers: Record<string, string>;
}

/** Read-only; slow handlers delay the stream (E31). Observe. */
export interface ProviderStreamEvent {
	type: "provider_stream_event";
	provider: string;
	api: string;
	model: string;
	data: unknown;
}

/** Before a prompt cache is refreshed; the last answer wins (E32). Last. */
export interface CacheWarmingDecisionEvent {
	type: "cache_warming_decision";
	/** USD. */
	warmCost: number;
	missCost: number;
	continuationProbability: number;
	action: "warm" | "stop";
}

export interface CacheWarmingDecisionResult {
	action?: "warm" | "stop";
}

/** Not fired when a session is restored (E33, B24). Observe. */
export interface ModelSelectEvent {
	type: "model_select";
	model: Model;
	previousModel: Model | undefined;
	source: "set" | "cycle" | "restore";
}

/** Comes before `model_select` when a model change alters the level (E34). Observe. */
export interface ThinkingLevelSelectEvent {
	type: "thinking_level_select";
	level: ThinkingLevel;
	previousLevel: ThinkingLevel;
}
