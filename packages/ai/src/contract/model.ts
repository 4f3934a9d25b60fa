/** How hard a model is asked to think (API18). */
export type ThinkingLevel = "off" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max";

export const THINKING_LEVELS: readonly ThinkingLevel[] = ["off", "minimal", "low", "medium", "high", "xhigh", "max"];

/** What the provider calls a level; `null` marks it unsupported. */
export type ThinkingLevelMap = Partial<Record<ThinkingLevel, string | null>>;

/** USD per million tokens. */
export interface ModelCostRates {
	input: number;
	output: number;
	cacheRead: number;
	cacheWrite: number;
}

export interface ModelCost extends ModelCostRates {
	/** The highest tier whose threshold the request's input exceeds prices the whole request. */
	tiers?: (ModelCostRates & { inputTokensAbove: number })[];
}

/**
 * Differences of one server from its API's published behaviour, as data. The fields that apply depend on the API; the
 * names are those of models.json (V01).
 */
export interface ModelCompat {
	readonly [field: string]: unknown;
}

/** A chat model as the catalogue, models.json or an extension describes it. */
export interface Model {
	type?: "chat";
	id: string;
	name: string;
	api: string;
	provider: string;
	baseUrl: string;
	reasoning: boolean;
	thinkingLevelMap?: ThinkingLevelMap;
	input: ("text" | "image")[];
	cost: ModelCost;
	/** Seconds a cached prompt lives, per retention tier. */
	promptCache?: { short?: number; long?: number };
	/** Tokens. */
	contextWindow: number;
	/** Most tokens of one response. */
	maxTokens: number;
	headers?: Record<string, string>;
	samplingParams?: Record<string, unknown>;
	samplingParamsByThinkingLevel?: Partial<Record<ThinkingLevel, Record<string, unknown>>>;
	compat?: ModelCompat;
	inputLimits?: Record<string, unknown>;
}
