import type { Model } from "../../contract/model.ts";
import type { ProviderHeaders, ProviderRequest } from "../../contract/provider.ts";
import type { Tool } from "../../contract/tool.ts";
import { outputLimit } from "../../transcript/output-limit.ts";
import { getSystemMessageText } from "../../transcript/system-state.ts";
import { strictSchema } from "../strict-schema.ts";
import { wireTools } from "../wire-tools.ts";
import { markCacheBreakpoints } from "./cache-control.ts";
import { allowsThinking, toWireMessages } from "./messages.ts";
import { type ResolvedCompat, resolveCompat } from "./options.ts";
import { resolveThinking, type Thinking } from "./thinking.ts";
import type { CacheControl, MessagesPayload, WireTool } from "./wire.ts";

const API_VERSION = "2023-06-01";
const INTERLEAVED_THINKING = "interleaved-thinking-2025-05-14";
const FINE_GRAINED_TOOL_STREAMING = "fine-grained-tool-streaming-2025-05-14";

export interface MessagesRequest {
	readonly headers: ProviderHeaders;
	readonly payload: MessagesPayload;
}

export function messagesUrl(model: Model): string {
	return `${model.baseUrl.replace(/\/+$/, "").replace(/\/v1$/, "")}/v1/messages`;
}

export function messagesRequest({ model, messages, options }: ProviderRequest): MessagesRequest {
	const compat = resolveCompat(model);
	const { tools, names } = wireTools(messages);
	const wireMessages = toWireMessages(messages, { compat, names });
	const maxTokens = outputLimit(model, messages, options.maxTokens);
	const mayThink = compat.forceAdaptiveThinking || allowsThinking(wireMessages);
	const asked = mayThink ? options : { ...options, reasoning: "off" as const };
	const thinking = resolveThinking(model, asked, { compat, maxTokens });
	const first = messages[0];
	const prompt = first?.role === "system" ? getSystemMessageText(first) : "";
	const sendsTemperature = options.temperature !== undefined && compat.supportsTemperature && !thinking.enabled;
	const userId = options.metadata?.["user_id"];
	const payload: MessagesPayload = {
		model: model.id,
		max_tokens: thinking.maxTokens,
		messages: wireMessages,
		stream: true,
		...(prompt.trim() === "" ? {} : { system: [{ type: "text" as const, text: prompt }] }),
		...(tools.length === 0 ? {} : { tools: tools.map((tool) => toWireTool(tool, model, compat)) }),
		...(tools.length === 0 || options.toolChoice === undefined ? {} : { tool_choice: { type: options.toolChoice } }),
		...(sendsTemperature ? { temperature: options.temperature } : {}),
		...(typeof userId === "string" ? { metadata: { user_id: userId } } : {}),
		...thinking.fields,
	};
	const control = cacheControl(options.cacheRetention, compat);
	if (control !== undefined) {
		markCacheBreakpoints(payload, { control, marksTools: compat.supportsCacheControlOnTools });
	}
	return { payload, headers: messagesHeaders({ model, messages, options }, { compat, thinking, tools }) };
}

function messagesHeaders(
	{ options }: ProviderRequest,
	{ compat, thinking, tools }: { compat: ResolvedCompat; thinking: Thinking; tools: readonly Tool[] },
): ProviderHeaders {
	const headers: ProviderHeaders = {
		accept: "text/event-stream",
		"content-type": "application/json",
		"anthropic-version": API_VERSION,
	};
	if (options.apiKey !== undefined && options.apiKey !== "") headers["x-api-key"] = options.apiKey;
	const betas: string[] = [];
	if (thinking.enabled && !thinking.adaptive) betas.push(INTERLEAVED_THINKING);
	if (tools.length > 0 && !compat.supportsEagerToolInputStreaming) betas.push(FINE_GRAINED_TOOL_STREAMING);
	if (betas.length > 0) headers["anthropic-beta"] = betas.join(",");
	const usesAffinity = compat.sendSessionAffinityHeaders === true && options.cacheRetention !== "none";
	if (usesAffinity && options.sessionId !== undefined) {
		const name = compat.sessionAffinityFormat === "openrouter" ? "x-session-id" : "x-session-affinity";
		headers[name] = options.sessionId;
	}
	return headers;
}

function toWireTool(tool: Tool, model: Model, compat: ResolvedCompat): WireTool {
	const strict = strictSchema(tool, { model, supported: compat.supportsStrictTools === true });
	return {
		name: tool.name,
		description: tool.description,
		input_schema: strict ?? tool.parameters,
		...(compat.supportsEagerToolInputStreaming ? { eager_input_streaming: true as const } : {}),
		...(strict === undefined ? {} : { strict: true as const }),
	};
}

function cacheControl(
	retention: "none" | "short" | "long" | undefined,
	compat: ResolvedCompat,
): CacheControl | undefined {
	if (retention === "none") return undefined;
	return retention === "long" && compat.supportsLongCacheRetention
		? { type: "ephemeral", ttl: "1h" }
		: { type: "ephemeral" };
}
