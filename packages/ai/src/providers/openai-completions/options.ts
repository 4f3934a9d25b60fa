import type { Model } from "../../contract/model.ts";

/** Where a server takes the effort or switch for reasoning. */
export type ThinkingFormat =
	| "openai"
	| "openrouter"
	| "deepseek"
	| "together"
	| "baseten"
	| "zai"
	| "qwen"
	| "chat-template"
	| "qwen-chat-template"
	| "string-thinking"
	| "ant-ling";

export type SessionAffinityFormat = "openai" | "openai-nosession" | "openrouter";

export type ThinkingTokenBudgetField = "thinking_token_budget" | "thinking_budget" | "thinking_budget_tokens";

/** Differences of one server from Chat Completions as OpenAI publishes it; the names are those of models.json (V01). */
export interface OpenAICompletionsCompat {
	supportsStore?: boolean;
	supportsDeveloperRole?: boolean;
	supportsReasoningEffort?: boolean;
	supportsUsageInStreaming?: boolean;
	supportsFinishReason?: boolean;
	maxTokensField?: "max_completion_tokens" | "max_tokens";
	requiresToolResultName?: boolean;
	requiresAssistantAfterToolResult?: boolean;
	requiresNonNullAssistantContent?: boolean;
	requiresToolsWithToolHistory?: boolean;
	requiresThinkingAsText?: boolean;
	requiresReasoningContentOnAssistantMessages?: boolean;
	thinkingFormat?: ThinkingFormat;
	chatTemplateKwargs?: Record<string, unknown>;
	chatTemplateArgs?: Record<string, unknown>;
	openRouterRouting?: Record<string, unknown>;
	vercelGatewayRouting?: { only?: string[]; order?: string[] };
	zaiToolStream?: boolean;
	thinkingTokenBudgetField?: ThinkingTokenBudgetField;
	supportsThinkingTokenBudget?: boolean;
	supportsOpenAIGrammarTools?: boolean;
	supportsMidConvoSystemMessages?: boolean;
	supportsMidConvoToolAdditions?: boolean;
	supportsStrictMode?: boolean;
	cacheControlFormat?: "anthropic";
	sendSessionAffinityHeaders?: boolean;
	sessionAffinityFormat?: SessionAffinityFormat;
	promptCacheKeyMode?: "auto" | "enabled" | "disabled";
	supportsLongCacheRetention?: boolean;
	vllmPriority?: number;
}

type Defaulted =
	| "supportsStore"
	| "supportsDeveloperRole"
	| "supportsReasoningEffort"
	| "supportsUsageInStreaming"
	| "supportsFinishReason"
	| "maxTokensField"
	| "thinkingFormat"
	| "sessionAffinityFormat"
	| "promptCacheKeyMode";

export type ResolvedCompat = OpenAICompletionsCompat & Required<Pick<OpenAICompletionsCompat, Defaulted>>;

const DEFAULTS: ResolvedCompat = {
	supportsStore: false,
	supportsDeveloperRole: false,
	supportsReasoningEffort: true,
	supportsUsageInStreaming: true,
	supportsFinishReason: true,
	maxTokensField: "max_completion_tokens",
	thinkingFormat: "openai",
	sessionAffinityFormat: "openai",
	promptCacheKeyMode: "auto",
};

/** What is known of public services, by the end of their host name. */
const BY_HOST: readonly (readonly [host: string, compat: OpenAICompletionsCompat])[] = [
	["api.openai.com", { supportsStore: true, supportsDeveloperRole: true, supportsLongCacheRetention: true }],
	[
		"openrouter.ai",
		{ thinkingFormat: "openrouter", sendSessionAffinityHeaders: true, sessionAffinityFormat: "openrouter" },
	],
	[
		"api.deepseek.com",
		{ thinkingFormat: "deepseek", requiresReasoningContentOnAssistantMessages: true, maxTokensField: "max_tokens" },
	],
	["together.xyz", { thinkingFormat: "together", maxTokensField: "max_tokens" }],
	["together.ai", { thinkingFormat: "together", maxTokensField: "max_tokens" }],
	["baseten.co", { thinkingFormat: "baseten", maxTokensField: "max_tokens" }],
	["z.ai", { thinkingFormat: "zai", supportsReasoningEffort: false, maxTokensField: "max_tokens" }],
	["bigmodel.cn", { thinkingFormat: "zai", supportsReasoningEffort: false, maxTokensField: "max_tokens" }],
	["aliyuncs.com", { thinkingFormat: "qwen", maxTokensField: "max_tokens" }],
	["api.x.ai", { supportsReasoningEffort: false }],
	["api.mistral.ai", { supportsReasoningEffort: false, requiresThinkingAsText: true, maxTokensField: "max_tokens" }],
	["moonshot.ai", { maxTokensField: "max_tokens" }],
	["moonshot.cn", { maxTokensField: "max_tokens" }],
	["chutes.ai", { maxTokensField: "max_tokens" }],
];

const BY_PROVIDER: Readonly<Record<string, OpenAICompletionsCompat>> = {
	"ant-ling": { thinkingFormat: "ant-ling" },
};

/** The model's own values over those known of its host over the published behaviour. */
export function resolveCompat(model: Model): ResolvedCompat {
	const host = hostOf(model.baseUrl);
	const known = BY_HOST.find(([name]) => host === name || host.endsWith(`.${name}`))?.[1];
	const cacheControl: OpenAICompletionsCompat =
		host.endsWith("openrouter.ai") && model.id.startsWith("anthropic/") ? { cacheControlFormat: "anthropic" } : {};
	return { ...DEFAULTS, ...known, ...BY_PROVIDER[model.provider], ...cacheControl, ...definedOnly(model.compat) };
}

export function hostOf(url: string): string {
	try {
		return new URL(url).hostname;
	} catch {
		// A bad base URL fails in the request itself, with a clear message.
		return "";
	}
}

function definedOnly(compat: Model["compat"]): OpenAICompletionsCompat {
	return Object.fromEntries(Object.entries(compat ?? {}).filter(([, value]) => value !== undefined));
}
