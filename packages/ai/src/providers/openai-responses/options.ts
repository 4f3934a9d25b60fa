import type { Model } from "../../contract/model.ts";

/**
 * Differences of one server from the Responses API as OpenAI publishes it; the names are those of models.json (V01).
 * `supportsAdditionalTools`, `supportsToolSearch` and `supportsMidConvoEffort` say what a server can do beyond what this
 * adapter asks of it: tools and effort are stated in full with every request.
 */
export interface OpenAIResponsesCompat {
	supportsDeveloperRole?: boolean;
	supportsMidConvoSystemMessages?: boolean;
	sessionAffinityFormat?: "openai" | "openai-nosession" | "openrouter";
	promptCacheKeyMode?: "auto" | "enabled" | "disabled";
	supportsLongCacheRetention?: boolean;
	supportsStrictMode?: boolean;
	supportsOpenAIGrammarTools?: boolean;
	supportsAdditionalTools?: boolean;
	supportsToolSearch?: boolean;
	supportsExplicitPromptCacheMode?: boolean;
	supportsMidConvoEffort?: boolean;
	supportsMaxOutputTokens?: boolean;
}

type Defaulted =
	| "supportsDeveloperRole"
	| "promptCacheKeyMode"
	| "supportsLongCacheRetention"
	| "supportsMaxOutputTokens";

export type ResolvedCompat = OpenAIResponsesCompat & Required<Pick<OpenAIResponsesCompat, Defaulted>>;

const DEFAULTS: ResolvedCompat = {
	supportsDeveloperRole: true,
	promptCacheKeyMode: "auto",
	supportsLongCacheRetention: true,
	supportsMaxOutputTokens: true,
};

/** The model's own values over those known of its host over the published behaviour. */
export function resolveCompat(model: Model): ResolvedCompat {
	const own = Object.entries(model.compat ?? {}).filter(([, value]) => value !== undefined);
	return { ...DEFAULTS, ...affinityOf(model.baseUrl), ...Object.fromEntries(own) };
}

function affinityOf(baseUrl: string): Pick<OpenAIResponsesCompat, "sessionAffinityFormat"> {
	if (/^https?:\/\/api\.openai\.com(\/|:|$)/.test(baseUrl)) return { sessionAffinityFormat: "openai" };
	const isOpenRouter = /^https?:\/\/([^/]*\.)?openrouter\.ai(\/|$)/.test(baseUrl);
	return isOpenRouter ? { sessionAffinityFormat: "openrouter" } : {};
}
