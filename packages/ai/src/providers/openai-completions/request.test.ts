import { expect, test } from "vitest";
import type { AssistantContent } from "../../contract/content.ts";
import type { AssistantMessage, Message, ToolResultMessage } from "../../contract/message.ts";
import type { Model, ModelCompat } from "../../contract/model.ts";
import type { StreamOptions } from "../../contract/provider.ts";
import type { Tool } from "../../contract/tool.ts";
import { chatHeaders, chatPayload, chatUrl } from "./request.ts";

const MODEL: Model = {
	id: "m",
	name: "M",
	api: "openai-completions",
	provider: "p",
	baseUrl: "http://localhost:1/v1/",
	reasoning: false,
	input: ["text", "image"],
	cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
	contextWindow: 128_000,
	maxTokens: 16_384,
};
const READ: Tool = {
	name: "read",
	description: "Reads",
	parameters: { type: "object", properties: { path: { type: "string" } } },
};
const IMAGE = { type: "image" as const, data: "AA==", mimeType: "image/png" };

const system = (fields: object): Message => ({ role: "system", content: "Be brief.", timestamp: 1, ...fields });
const user = (content: string): Message => ({ role: "user", content, timestamp: 1 });
const result = (toolCallId: string, content: ToolResultMessage["content"]): Message => ({
	role: "toolResult",
	toolCallId,
	toolName: "read",
	content,
	isError: false,
	timestamp: 1,
});
const assistant = (...content: AssistantContent[]): Message => ({ role: "assistant", content }) as AssistantMessage;

interface Case {
	readonly model?: Partial<Model>;
	readonly compat?: ModelCompat;
	readonly options?: StreamOptions;
	readonly messages?: Message[];
}

function payload({ model, compat = {}, options = {}, messages = [user("hi")] }: Case) {
	return chatPayload({ model: { ...MODEL, compat, ...model }, messages, options });
}

test("a plain request has the fields of the published API", () => {
	const messages = [system({ sections: { cwd: "/a" }, toolsAdded: [READ] }), user("hi")];
	expect(payload({ messages, options: { temperature: 0.5, toolChoice: "auto" } })).toEqual({
		model: "m",
		messages: [
			{ role: "system", content: "Be brief.\n\n/a" },
			{ role: "user", content: "hi" },
		],
		stream: true,
		stream_options: { include_usage: true },
		max_completion_tokens: 16_384,
		temperature: 0.5,
		tools: [{ type: "function", function: { name: "read", description: "Reads", parameters: READ.parameters } }],
		tool_choice: "auto",
	});
	expect(chatUrl(MODEL)).toBe("http://localhost:1/v1/chat/completions");
});

test("assistant turns, results and the images in results take the wire's order", () => {
	const messages = [
		assistant(
			{ type: "thinking", thinking: "hm", thinkingSignature: "reasoning_content" },
			{ type: "text", text: "a" },
			{ type: "text", text: "b" },
			{ type: "toolCall", id: "1", name: "read", arguments: { path: "x" } },
			{ type: "toolCall", id: "2", name: "read", arguments: {} },
		),
		result("1", [IMAGE]),
		result("2", []),
		{ role: "user", content: [{ type: "text", text: "next" }, IMAGE], timestamp: 1 } as Message,
		assistant({ type: "toolCall", id: "3", name: "read", arguments: {} }),
	];
	const image = { type: "image_url", image_url: { url: "data:image/png;base64,AA==" } };
	expect(payload({ messages }).messages).toEqual([
		{
			role: "assistant",
			content: "a\nb",
			tool_calls: [
				{ id: "1", type: "function", function: { name: "read", arguments: '{"path":"x"}' } },
				{ id: "2", type: "function", function: { name: "read", arguments: "{}" } },
			],
			reasoning_content: "hm",
		},
		{ role: "tool", content: "(see the image below)", tool_call_id: "1" },
		{ role: "tool", content: "(no output)", tool_call_id: "2" },
		{ role: "user", content: [{ type: "text", text: "Images from the tool results above:" }, image] },
		{ role: "user", content: [{ type: "text", text: "next" }, image] },
		{
			role: "assistant",
			content: null,
			tool_calls: [{ id: "3", type: "function", function: { name: "read", arguments: "{}" } }],
		},
	]);
});

test("system messages in mid-conversation stay where they are", () => {
	const messages = [
		system({}),
		user("a"),
		system({ content: "", sections: { cwd: "/b" } }),
		user("b"),
		system({ content: "", toolsAdded: [READ] }),
	];
	const sent = payload({ messages, model: { reasoning: true }, compat: { supportsDeveloperRole: true } }).messages;
	expect(sent.map(({ role, content }) => [role, content])).toEqual([
		["developer", "Be brief."],
		["user", "a"],
		["developer", 'The section "cwd" of the system prompt now reads:\n\n/b'],
		["user", "b"],
	]);
});

const CALL = assistant({ type: "toolCall", id: "1", name: "read", arguments: {} });
const HISTORY = [CALL, result("1", [{ type: "text", text: "r" }]), user("x")];

test.each<[string, ModelCompat, Partial<Model>, object]>([
	["requiresToolResultName", { requiresToolResultName: true }, {}, { messages: [{}, { name: "read" }, {}] }],
	[
		"requiresAssistantAfterToolResult",
		{ requiresAssistantAfterToolResult: true },
		{},
		{ messages: [{}, {}, { role: "assistant", content: "I have processed the tool results." }, { role: "user" }] },
	],
	[
		"requiresNonNullAssistantContent",
		{ requiresNonNullAssistantContent: true },
		{},
		{ messages: [{ content: "" }, {}, {}] },
	],
	["requiresToolsWithToolHistory", { requiresToolsWithToolHistory: true }, {}, { tools: [] }],
	["supportsStore", { supportsStore: true }, {}, { store: false }],
	["maxTokensField", { maxTokensField: "max_tokens" }, {}, { max_tokens: 16_384 }],
	["openRouterRouting", { openRouterRouting: { order: ["a"] } }, {}, { provider: { order: ["a"] } }],
	[
		"vercelGatewayRouting",
		{ vercelGatewayRouting: { only: ["a"] } },
		{},
		{ providerOptions: { gateway: { only: ["a"] } } },
	],
	["vllmPriority", { vllmPriority: -1 }, {}, { priority: -1 }],
	[
		"samplingParams",
		{},
		{ samplingParams: { top_p: 0.1, stream_options: null } },
		{ top_p: 0.1, stream_options: null },
	],
])("%s is heeded", (_name, compat, model, expected) => {
	expect(payload({ compat, model, messages: HISTORY })).toMatchObject(expected);
});

test("servers without usage in streams are not asked for it", () => {
	expect(payload({ compat: { supportsUsageInStreaming: false } })).not.toHaveProperty("stream_options");
});

test("reasoning as text and empty reasoning are sent where a server demands them", () => {
	const messages = [assistant({ type: "thinking", thinking: "hm" }, { type: "text", text: "a" }), user("x")];
	const asText = payload({ messages, compat: { requiresThinkingAsText: true } }).messages[0];
	const model = { reasoning: true };
	const compat = { requiresReasoningContentOnAssistantMessages: true };
	const on = payload({ messages, model, compat, options: { reasoning: "low" } }).messages[0];
	const off = payload({ messages, model, compat }).messages[0];
	expect([asText, on, off]).toEqual([
		{ role: "assistant", content: "<thinking>\nhm\n</thinking>\na" },
		{ role: "assistant", content: "a", reasoning_content: "" },
		{ role: "assistant", content: "a" },
	]);
});

const KWARGS = {
	on: { $var: "thinking.enabled" },
	effort: { $var: "thinking.effort", omitWhenOff: true },
	budget: { $var: "thinking.budget" },
	fixed: 1,
};

test.each<[string, ModelCompat, object, object]>([
	["openai", {}, { reasoning_effort: "medium" }, {}],
	["openrouter", {}, { reasoning: { effort: "medium" } }, { reasoning: { effort: "none" } }],
	["deepseek", {}, { thinking: { type: "enabled" }, reasoning_effort: "medium" }, { thinking: { type: "disabled" } }],
	[
		"deepseek",
		{ supportsReasoningEffort: false },
		{ thinking: { type: "enabled" } },
		{ thinking: { type: "disabled" } },
	],
	["together", {}, { reasoning: { enabled: true }, reasoning_effort: "medium" }, { reasoning: { enabled: false } }],
	[
		"baseten",
		{ chatTemplateArgs: { on: { $var: "thinking.enabled" } } },
		{ chat_template_args: { on: true }, reasoning_effort: "medium" },
		{ chat_template_args: { on: false } },
	],
	["zai", {}, { thinking: { type: "enabled" } }, { thinking: { type: "disabled" } }],
	["qwen", {}, { enable_thinking: true }, { enable_thinking: false }],
	[
		"qwen-chat-template",
		{},
		{ chat_template_kwargs: { enable_thinking: true, preserve_thinking: true } },
		{ chat_template_kwargs: { enable_thinking: false, preserve_thinking: true } },
	],
	[
		"chat-template",
		{ chatTemplateKwargs: KWARGS },
		{ chat_template_kwargs: { on: true, effort: "medium", budget: 8_192, fixed: 1 } },
		{ chat_template_kwargs: { on: false, budget: 0, fixed: 1 } },
	],
	["string-thinking", {}, { thinking: "medium" }, { thinking: "none" }],
	["ant-ling", {}, {}, {}],
	[
		"openai",
		{ thinkingTokenBudgetField: "thinking_budget" },
		{ reasoning_effort: "medium", thinking_budget: 8_192 },
		{},
	],
	["openai", { supportsThinkingTokenBudget: true }, { reasoning_effort: "medium", thinking_token_budget: 8_192 }, {}],
])("thinking format %s with %j", (thinkingFormat, compat, on, off) => {
	const plain = Object.keys(payload({ compat: { ...compat, thinkingFormat } }));
	const fields = (options: StreamOptions) =>
		Object.fromEntries(
			Object.entries(payload({ model: { reasoning: true }, compat: { ...compat, thinkingFormat }, options })).filter(
				([name]) => !plain.includes(name),
			),
		);
	expect([fields({ reasoning: "medium" }), fields({})]).toEqual([on, off]);
});

test("mapped levels, sampling by level and effort for off use the model's own names", () => {
	const model: Partial<Model> = {
		reasoning: true,
		thinkingLevelMap: { off: "none", high: "very" },
		samplingParams: { a: 1, b: 1, c: 1 },
		samplingParamsByThinkingLevel: { high: { b: 2, c: 2 } },
	};
	expect([
		payload({ model }),
		payload({ model, options: { reasoning: "high", samplingParams: { c: 3 } } }),
	]).toMatchObject([
		{ reasoning_effort: "none", a: 1, b: 1, c: 1 },
		{ reasoning_effort: "very", a: 1, b: 2, c: 3 },
	]);
});

test.each<[string, object]>([
	["https://api.openai.com/v1", { store: false, prompt_cache_key: "s", prompt_cache_retention: "24h" }],
	["https://openrouter.ai/api/v1", { reasoning: { effort: "none" } }],
	["https://api.deepseek.com", { max_tokens: 16_384, thinking: { type: "disabled" } }],
	["https://api.z.ai/api/coding/paas/v4", { max_tokens: 16_384, thinking: { type: "disabled" } }],
	["https://dashscope.aliyuncs.com/compatible-mode/v1", { enable_thinking: false }],
])("the defaults for %s are known", (baseUrl, expected) => {
	const options: StreamOptions = { sessionId: "s", cacheRetention: "long" };
	expect(payload({ model: { baseUrl, reasoning: true }, options })).toMatchObject(expected);
});

test("the cache key follows its mode, and no retention means no cache fields", () => {
	const keyed = (compat: ModelCompat, options: StreamOptions) =>
		payload({ compat, options: { sessionId: "s".repeat(99), ...options } })["prompt_cache_key"];
	expect([
		keyed({}, {}),
		keyed({ promptCacheKeyMode: "enabled" }, {}),
		keyed({ supportsLongCacheRetention: true }, { cacheRetention: "long" }),
		keyed({ promptCacheKeyMode: "enabled" }, { cacheRetention: "none" }),
	]).toEqual([undefined, "s".repeat(64), "s".repeat(64), undefined]);
});

test("cache control marks prompt, last tool and last text", () => {
	const control = { type: "ephemeral", ttl: "1h" };
	const sent = payload({
		compat: { cacheControlFormat: "anthropic", supportsLongCacheRetention: true },
		options: { cacheRetention: "long" },
		messages: [system({ toolsAdded: [READ] }), user("hi"), CALL],
	});
	expect([sent.messages, sent.tools?.[0]?.cache_control]).toMatchObject([
		[
			{ content: [{ type: "text", text: "Be brief.", cache_control: control }] },
			{ content: [{ type: "text", text: "hi", cache_control: control }] },
			{ content: null },
		],
		control,
	]);
});

test("constrained sampling becomes strict schemas and grammar tools (TL16)", () => {
	const strict: Tool = { ...READ, constrainedSampling: { type: "json_schema", strict: "require" } };
	const grammar: Tool = {
		name: "patch",
		description: "Patches",
		parameters: { type: "object", properties: { input: { type: "string" } }, required: ["input"] },
		constrainedSampling: { type: "grammar", variants: { openai_lark: "start: /a/" } },
	};
	const messages = [
		system({ toolsAdded: [READ, strict, grammar].map((tool, at) => ({ ...tool, name: `t${at}` })) }),
		assistant({ type: "toolCall", id: "1", name: "t2", arguments: { input: "aa" } }),
	];
	const sent = payload({ messages, compat: { supportsStrictMode: true, supportsOpenAIGrammarTools: true } });
	expect([sent.tools, sent.messages[1]]).toMatchObject([
		[
			{ function: { name: "t0", strict: false } },
			{ function: { name: "t1", strict: true, parameters: { required: ["path"], additionalProperties: false } } },
			{
				type: "custom",
				custom: { name: "t2", format: { type: "grammar", grammar: { syntax: "lark", definition: "start: /a/" } } },
			},
		],
		{ tool_calls: [{ id: "1", type: "custom", custom: { name: "t2", input: "aa" } }] },
	]);
});

test("headers carry the key, and session affinity in the server's format", () => {
	const headers = (compat: ModelCompat, options: StreamOptions) =>
		chatHeaders({ model: { ...MODEL, compat }, messages: [], options });
	const base = { accept: "text/event-stream", "content-type": "application/json" };
	expect([
		headers({}, { apiKey: "k", sessionId: "s" }),
		headers({ sendSessionAffinityHeaders: true }, { sessionId: "s" }),
		headers({ sendSessionAffinityHeaders: true, sessionAffinityFormat: "openrouter" }, { sessionId: "s" }),
	]).toEqual([
		{ ...base, authorization: "Bearer k" },
		{ ...base, session_id: "s", "x-client-request-id": "s", "x-session-affinity": "s" },
		{ ...base, "x-session-id": "s" },
	]);
});
