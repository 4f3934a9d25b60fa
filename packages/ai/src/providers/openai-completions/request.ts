import type { Message } from "../../contract/message.ts";
import type { Model, ThinkingLevel } from "../../contract/model.ts";
import type { ProviderHeaders, ProviderRequest, StreamOptions } from "../../contract/provider.ts";
import { outputLimit } from "../../transcript/output-limit.ts";
import { grammarInputs } from "../grammar-tools.ts";
import { wireTools } from "../wire-tools.ts";
import { markCacheBreakpoints } from "./cache-control.ts";
import { toChatMessages } from "./messages.ts";
import { hostOf, type ResolvedCompat, resolveCompat, type SessionAffinityFormat } from "./options.ts";
import { resolveThinking, thinkingFields } from "./thinking.ts";
import { toChatTools } from "./tools.ts";
import type { ChatPayload } from "./wire.ts";

/** OpenAI takes cache keys of at most this many characters. */
const LONGEST_CACHE_KEY = 64;

export function chatUrl(model: Model): string {
	return `${model.baseUrl.replace(/\/+$/, "")}/chat/completions`;
}

export function chatHeaders({ model, options }: ProviderRequest): ProviderHeaders {
	const compat = resolveCompat(model);
	const headers: ProviderHeaders = { accept: "text/event-stream", "content-type": "application/json" };
	if (options.apiKey !== undefined && options.apiKey !== "") headers["authorization"] = `Bearer ${options.apiKey}`;
	const usesAffinity = compat.sendSessionAffinityHeaders === true && options.cacheRetention !== "none";
	if (usesAffinity && options.sessionId !== undefined) {
		for (const name of AFFINITY_HEADERS[compat.sessionAffinityFormat]) headers[name] = options.sessionId;
	}
	return headers;
}

const AFFINITY_HEADERS: Readonly<Record<SessionAffinityFormat, readonly string[]>> = {
	openai: ["session_id", "x-client-request-id", "x-session-affinity"],
	"openai-nosession": ["x-client-request-id", "x-session-affinity"],
	openrouter: ["x-session-id"],
};

export function chatPayload({ model, messages, options }: ProviderRequest): ChatPayload {
	const compat = resolveCompat(model);
	const { tools, names } = wireTools(messages);
	const limit = outputLimit(model, messages, options.maxTokens);
	const thinking = resolveThinking(model, options, limit);
	const settings = { model, compat, names, thinks: thinking.enabled, grammarInputs: grammarInputs(tools, compat) };
	const payload: ChatPayload = {
		model: model.id,
		messages: toChatMessages(messages, settings),
		stream: true,
		...(compat.supportsUsageInStreaming ? { stream_options: { include_usage: true } } : {}),
		...(compat.supportsStore ? { store: false } : {}),
		[compat.maxTokensField]: limit,
		...(options.temperature === undefined ? {} : { temperature: options.temperature }),
	};
	if (tools.length > 0) payload.tools = toChatTools(tools, model, compat);
	else if (compat.requiresToolsWithToolHistory === true && hasToolHistory(messages)) payload.tools = [];
	if (tools.length > 0 && options.toolChoice !== undefined) payload["tool_choice"] = options.toolChoice;
	if (tools.length > 0 && compat.zaiToolStream === true) payload["tool_stream"] = true;
	Object.assign(payload, thinkingFields(model, compat, thinking), cacheFields(model, compat, options), routing(compat));
	if (compat.cacheControlFormat === "anthropic" && options.cacheRetention !== "none") {
		markCacheBreakpoints(payload, { type: "ephemeral", ...(keepsLong(compat, options) ? { ttl: "1h" as const } : {}) });
	}
	return Object.assign(payload, samplingParams(model, options, thinking.level));
}

function hasToolHistory(messages: readonly Message[]): boolean {
	return messages.some(
		(message) =>
			message.role === "toolResult" ||
			(message.role === "assistant" && message.content.some((block) => block.type === "toolCall")),
	);
}

function keepsLong(compat: ResolvedCompat, { cacheRetention }: StreamOptions): boolean {
	return cacheRetention === "long" && compat.supportsLongCacheRetention === true;
}

function cacheFields(model: Model, compat: ResolvedCompat, options: StreamOptions): Record<string, unknown> {
	if (options.cacheRetention === "none") return {};
	const long = keepsLong(compat, options);
	const isAutomatic = compat.promptCacheKeyMode === "auto" && (hostOf(model.baseUrl) === "api.openai.com" || long);
	const sendsKey = compat.promptCacheKeyMode === "enabled" || isAutomatic;
	return {
		...(sendsKey && options.sessionId !== undefined
			? { prompt_cache_key: options.sessionId.slice(0, LONGEST_CACHE_KEY) }
			: {}),
		...(long && compat.cacheControlFormat === undefined ? { prompt_cache_retention: "24h" } : {}),
	};
}

function routing(compat: ResolvedCompat): Record<string, unknown> {
	return {
		...(compat.openRouterRouting === undefined ? {} : { provider: compat.openRouterRouting }),
		...(compat.vercelGatewayRouting === undefined ? {} : { providerOptions: { gateway: compat.vercelGatewayRouting } }),
		...(compat.vllmPriority === undefined ? {} : { priority: compat.vllmPriority }),
	};
}

/** Free fields, written last so that they win: model, then thinking level, then request. */
function samplingParams(model: Model, options: StreamOptions, level: ThinkingLevel): Record<string, unknown> {
	return { ...model.samplingParams, ...model.samplingParamsByThinkingLevel?.[level], ...options.samplingParams };
}
