import type { Model } from "../../contract/model.ts";
import type { ProviderHeaders, ProviderRequest, StreamOptions } from "../../contract/provider.ts";
import { outputLimit } from "../../transcript/output-limit.ts";
import { grammarInputs } from "../grammar-tools.ts";
import { wireTools } from "../wire-tools.ts";
import { toInputItems } from "./messages.ts";
import { type OpenAIResponsesCompat, type ResolvedCompat, resolveCompat } from "./options.ts";
import { resolveThinking } from "./thinking.ts";
import { toResponsesTools } from "./tools.ts";
import type { ResponsesPayload } from "./wire.ts";

/** OpenAI takes cache keys of at most this many characters. */
const LONGEST_CACHE_KEY = 64;
/** The API refuses a smaller limit. */
const LEAST_OUTPUT_TOKENS = 16;

export function responsesUrl(model: Model): string {
	return `${model.baseUrl.replace(/\/+$/, "")}/responses`;
}

const AFFINITY_HEADERS: Readonly<Record<NonNullable<OpenAIResponsesCompat["sessionAffinityFormat"]>, string[]>> = {
	openai: ["session-id", "x-client-request-id"],
	"openai-nosession": ["x-client-request-id"],
	openrouter: ["x-session-id"],
};

export function responsesHeaders({ model, options }: ProviderRequest): ProviderHeaders {
	const headers: ProviderHeaders = { accept: "text/event-stream", "content-type": "application/json" };
	if (options.apiKey !== undefined && options.apiKey !== "") headers["authorization"] = `Bearer ${options.apiKey}`;
	const { sessionAffinityFormat: format } = resolveCompat(model);
	if (format === undefined || options.cacheRetention === "none" || options.sessionId === undefined) return headers;
	for (const name of AFFINITY_HEADERS[format]) headers[name] = options.sessionId;
	return headers;
}

export function responsesPayload({ model, messages, options }: ProviderRequest): ResponsesPayload {
	const compat = resolveCompat(model);
	const { tools, names } = wireTools(messages);
	const limit = Math.max(LEAST_OUTPUT_TOKENS, outputLimit(model, messages, options.maxTokens));
	const thinking = resolveThinking(model, options);
	const payload: ResponsesPayload = {
		model: model.id,
		input: toInputItems(messages, { model, compat, names, grammarInputs: grammarInputs(tools, compat) }),
		stream: true,
		store: false,
		...(compat.supportsMaxOutputTokens ? { max_output_tokens: limit } : {}),
		...(options.temperature === undefined ? {} : { temperature: options.temperature }),
		...thinking.fields,
		...cacheFields(compat, options),
	};
	if (tools.length > 0) {
		payload.tools = toResponsesTools(tools, model, compat);
		if (options.toolChoice !== undefined) payload["tool_choice"] = options.toolChoice;
	}
	// Free fields, written last so that they win: model, then thinking level, then request.
	const ofLevel = model.samplingParamsByThinkingLevel?.[thinking.level];
	return Object.assign(payload, model.samplingParams, ofLevel, options.samplingParams);
}

function cacheFields(compat: ResolvedCompat, { cacheRetention, sessionId }: StreamOptions): Record<string, unknown> {
	if (cacheRetention === "none") return {};
	const sendsKey = compat.promptCacheKeyMode !== "disabled" && sessionId !== undefined;
	const keepsLong = cacheRetention === "long" && compat.supportsLongCacheRetention;
	const long = compat.supportsExplicitPromptCacheMode
		? { prompt_cache_options: { ttl: "30m" } }
		: { prompt_cache_retention: "24h" };
	return {
		...(sendsKey ? { prompt_cache_key: sessionId.slice(0, LONGEST_CACHE_KEY) } : {}),
		...(keepsLong ? long : {}),
	};
}
