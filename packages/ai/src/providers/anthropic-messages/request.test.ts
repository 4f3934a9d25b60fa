import { expect, test } from "vitest";
import type { AssistantContent } from "../../contract/content.ts";
import type { AssistantMessage, Message, ToolResultMessage } from "../../contract/message.ts";
import type { Model, ModelCompat } from "../../contract/model.ts";
import type { StreamOptions } from "../../contract/provider.ts";
import type { Tool } from "../../contract/tool.ts";
import { messagesRequest, messagesUrl } from "./request.ts";

const MODEL: Model = {
	id: "claude-x",
	name: "Claude X",
	api: "anthropic-messages",
	provider: "anthropic",
	baseUrl: "https://api.anthropic.com",
	reasoning: true,
	input: ["text", "image"],
	cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
	contextWindow: 200_000,
	maxTokens: 32_000,
};
const READ: Tool = { name: "read", description: "Reads", parameters: { properties: { path: { type: "string" } } } };
const IMAGE = { type: "image" as const, data: "AA==", mimeType: "image/png" };
const WIRE_IMAGE = { type: "image", source: { type: "base64", media_type: "image/png", data: "AA==" } };
const CONTROL = { type: "ephemeral" };

const system = (fields: object): Message => ({ role: "system", content: "Be brief.", timestamp: 1, ...fields });
const user = (content: string): Message => ({ role: "user", content, timestamp: 1 });
const result = (toolCallId: string, content: ToolResultMessage["content"], isError = false): Message => ({
	role: "toolResult",
	toolCallId,
	toolName: "read",
	content,
	isError,
	timestamp: 1,
});
const assistant = (...content: AssistantContent[]): Message => ({ role: "assistant", content }) as AssistantMessage;

interface Case {
	readonly model?: Partial<Model>;
	readonly compat?: ModelCompat;
	readonly options?: StreamOptions;
	readonly messages?: Message[];
}

function request({ model, compat = {}, options = {}, messages = [user("hi")] }: Case) {
	return messagesRequest({ model: { ...MODEL, compat, ...model }, messages, options });
}

test("a plain request has the fields of the published API and four cache breakpoints at most", () => {
	const messages = [system({ toolsAdded: [READ] }), user("one"), assistant({ type: "text", text: "a" }), user("two")];
	const { payload, headers } = request({
		messages,
		options: { apiKey: "k", temperature: 0.5, toolChoice: "none", metadata: { user_id: "u", other: 1 } },
	});
	expect(payload).toEqual({
		model: "claude-x",
		max_tokens: 32_000,
		stream: true,
		system: [{ type: "text", text: "Be brief.", cache_control: CONTROL }],
		messages: [
			{ role: "user", content: [{ type: "text", text: "one", cache_control: CONTROL }] },
			{ role: "assistant", content: [{ type: "text", text: "a" }] },
			{ role: "user", content: [{ type: "text", text: "two", cache_control: CONTROL }] },
		],
		tools: [
			{
				name: "read",
				description: "Reads",
				input_schema: { type: "object", properties: { path: { type: "string" } } },
				eager_input_streaming: true,
				cache_control: CONTROL,
			},
		],
		tool_choice: { type: "none" },
		temperature: 0.5,
		metadata: { user_id: "u" },
	});
	expect(headers).toEqual({
		accept: "text/event-stream",
		"content-type": "application/json",
		"anthropic-version": "2023-06-01",
		"x-api-key": "k",
	});
	expect(
		["https://api.anthropic.com", "http://x/v1/", "http://x/proxy"].map((baseUrl) =>
			messagesUrl({ ...MODEL, baseUrl }),
		),
	).toEqual(["https://api.anthropic.com/v1/messages", "http://x/v1/messages", "http://x/proxy/v1/messages"]);
});

test("thinking goes back signed or redacted, unsigned thinking as text", () => {
	const messages = [
		user("x"),
		assistant(
			{ type: "thinking", thinking: "t", thinkingSignature: "s" },
			{ type: "thinking", thinking: "", redacted: true, thinkingSignature: "blob" },
			{ type: "thinking", thinking: "u" },
			{ type: "toolCall", id: "1", name: "read", arguments: { path: "x" } },
		),
	];
	const blocks = (compat: ModelCompat) => request({ messages, compat }).payload.messages[1]?.content;
	const signed = { type: "thinking", thinking: "t", signature: "s" };
	const redacted = { type: "redacted_thinking", data: "blob" };
	const call = { type: "tool_use", id: "1", name: "read", input: { path: "x" } };
	expect([blocks({}), blocks({ allowEmptySignature: true })]).toEqual([
		[signed, redacted, { type: "text", text: "u" }, call],
		[signed, redacted, { type: "thinking", thinking: "u", signature: "" }, call],
	]);
});

test("results share one user turn; images of failed calls follow them", () => {
	const messages = [
		user("x"),
		assistant(
			{ type: "toolCall", id: "1", name: "read", arguments: {} },
			{ type: "toolCall", id: "2", name: "read", arguments: {} },
		),
		result("1", [{ type: "text", text: "ok" }, IMAGE]),
		result("2", [IMAGE], true),
		user("y"),
	];
	const sent = request({ messages, options: { cacheRetention: "none" } }).payload.messages;
	expect(sent.slice(2)).toEqual([
		{
			role: "user",
			content: [
				{ type: "tool_result", tool_use_id: "1", content: [{ type: "text", text: "ok" }, WIRE_IMAGE], is_error: false },
				{ type: "tool_result", tool_use_id: "2", content: [{ type: "text", text: "(no output)" }], is_error: true },
				{ type: "text", text: "Images from the failed call of read (2):" },
				WIRE_IMAGE,
			],
		},
		{ role: "user", content: [{ type: "text", text: "y" }] },
	]);
});

test("system messages in mid-conversation follow the next user turn", () => {
	const messages = [
		system({}),
		user("a"),
		assistant({ type: "text", text: "b" }),
		system({ content: "one" }),
		system({ content: "two" }),
		user("c"),
		assistant({ type: "text", text: "d" }),
		user("e"),
		system({ content: "three" }),
	];
	const sent = request({ messages, options: { cacheRetention: "none" } }).payload.messages;
	expect(
		sent.map(({ role, content }) => [role, ...content.map((block) => ("text" in block ? block.text : ""))]),
	).toEqual([
		["user", "a"],
		["assistant", "b"],
		["user", "c"],
		["system", "one", "two"],
		["assistant", "d"],
		["user", "e"],
		["system", "three"],
	]);
});

test.each<[string, Case, object]>([
	[
		"a budget by level",
		{ options: { reasoning: "medium" } },
		{ max_tokens: 32_000, thinking: { type: "enabled", budget_tokens: 8_192, display: "summarized" } },
	],
	[
		"a budget on top of the wanted answer",
		{ options: { reasoning: "low", maxTokens: 4_000 } },
		{ max_tokens: 6_048, thinking: { type: "enabled", budget_tokens: 2_048, display: "summarized" } },
	],
	[
		"a budget of the settings that leaves room for the answer",
		{ options: { reasoning: "high", thinkingBudgets: { high: 99_000 } } },
		{ thinking: { type: "enabled", budget_tokens: 30_976, display: "summarized" } },
	],
	[
		"an effort for adaptive models",
		{ model: { id: "claude-opus-4-7" }, options: { reasoning: "minimal" } },
		{ thinking: { type: "adaptive", display: "summarized" }, output_config: { effort: "low" } },
	],
	[
		"a mapped effort",
		{
			compat: { forceAdaptiveThinking: true },
			model: { thinkingLevelMap: { xhigh: "extreme" } },
			options: { reasoning: "xhigh" },
		},
		{ thinking: { type: "adaptive", display: "summarized" }, output_config: { effort: "extreme" } },
	],
	["no thinking for adaptive models", { model: { id: "claude-opus-4-7" } }, { thinking: { type: "disabled" } }],
])("thinking asks for %s", (_name, given, expected) => {
	expect(request(given).payload).toMatchObject(expected);
});

test("models that do not reason, and older models at level off, are not told about thinking", () => {
	expect(
		[request({ model: { reasoning: false }, options: { reasoning: "high" } }), request({})].map(
			({ payload }) => "thinking" in payload,
		),
	).toEqual([false, false]);
});

test("compatibility switches off what a server refuses", () => {
	const compat = {
		supportsEagerToolInputStreaming: false,
		supportsCacheControlOnTools: false,
		supportsTemperature: false,
		sendSessionAffinityHeaders: true,
	};
	const messages = [system({ toolsAdded: [READ] }), user("x")];
	const { payload, headers } = request({
		compat,
		messages,
		options: { temperature: 1, sessionId: "s", reasoning: "low" },
	});
	expect([payload.tools, "temperature" in payload, headers["anthropic-beta"], headers["x-session-affinity"]]).toEqual([
		[
			{
				name: "read",
				description: "Reads",
				input_schema: { type: "object", properties: { path: { type: "string" } } },
			},
		],
		false,
		"interleaved-thinking-2025-05-14,fine-grained-tool-streaming-2025-05-14",
		"s",
	]);
});

test("long retention asks for an hour where the server supports it", () => {
	const control = (compat: ModelCompat) =>
		request({ compat, messages: [system({}), user("x")], options: { cacheRetention: "long" } }).payload.system?.[0]
			?.cache_control;
	expect([control({}), control({ supportsLongCacheRetention: false })]).toEqual([
		{ type: "ephemeral", ttl: "1h" },
		CONTROL,
	]);
});

test("strict tools are sent strict where the server supports them (TL16)", () => {
	const strict: Tool = { ...READ, constrainedSampling: { type: "json_schema", strict: "prefer" } };
	const sent = (compat: ModelCompat) =>
		request({ compat, messages: [system({ toolsAdded: [strict] }), user("x")] }).payload.tools?.[0];
	expect([sent({ supportsStrictTools: true }), sent({})]).toMatchObject([
		{ strict: true, input_schema: { required: ["path"], additionalProperties: false } },
		{ input_schema: READ.parameters },
	]);
});
