import { expect, test } from "vitest";
import type { AssistantContent } from "../../contract/content.ts";
import type { AssistantMessage, Message, ToolResultMessage } from "../../contract/message.ts";
import type { Model } from "../../contract/model.ts";
import type { StreamOptions } from "../../contract/provider.ts";
import type { Tool } from "../../contract/tool.ts";
import { responsesHeaders, responsesPayload, responsesUrl } from "./request.ts";

const MODEL: Model = {
	id: "m",
	name: "M",
	api: "openai-responses",
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
const GRAMMAR: Tool = {
	name: "patch",
	description: "Patches",
	parameters: { type: "object", properties: { text: { type: "string" } } },
	constrainedSampling: { type: "grammar", variants: { openai_lark: "start: /x/" } },
};
const IMAGE = { type: "image" as const, data: "AA==", mimeType: "image/png" };

const system = (fields: object): Message => ({ role: "system", content: "Be brief.", timestamp: 1, ...fields });
const user = (content: string): Message => ({ role: "user", content, timestamp: 1 });
const assistant = (...content: AssistantContent[]): Message => ({ role: "assistant", content }) as AssistantMessage;
const call = (id: string, name: string, text: string): AssistantContent => ({
	type: "toolCall",
	id,
	name,
	arguments: { text },
});
const result = (toolCallId: string, content: ToolResultMessage["content"]): Message => ({
	role: "toolResult",
	toolCallId,
	toolName: "read",
	content,
	isError: false,
	timestamp: 1,
});
const said = (role: string, text: string) => ({ type: "message", role, content: [{ type: "input_text", text }] });

interface Case {
	readonly model?: Partial<Model>;
	readonly options?: StreamOptions;
	readonly messages?: Message[];
}

function payload({ model, options = {}, messages = [user("hi")] }: Case) {
	return responsesPayload({ model: { ...MODEL, ...model }, messages, options });
}

test("a plain request has the fields of the published API and keeps nothing on the server (V03)", () => {
	const messages = [system({ sections: { cwd: "/a" }, toolsAdded: [READ] }), user("hi")];
	expect(payload({ messages, options: { temperature: 0.5, toolChoice: "auto" } })).toEqual({
		model: "m",
		input: [said("system", "Be brief.\n\n/a"), said("user", "hi")],
		stream: true,
		store: false,
		max_output_tokens: 16_384,
		temperature: 0.5,
		tools: [{ type: "function", name: "read", description: "Reads", parameters: READ.parameters, strict: false }],
		tool_choice: "auto",
	});
	expect(responsesUrl(MODEL)).toBe("http://localhost:1/v1/responses");
});

test("reasoning goes back as it came, before what it led to, and is left out where nothing follows it", () => {
	const item = { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "e" };
	const thinking: AssistantContent = { type: "thinking", thinking: "t", thinkingSignature: JSON.stringify(item) };
	const text: AssistantContent = { type: "text", text: "a", textSignature: '{"v":1,"id":"x","phase":"commentary"}' };
	const messages = [user("q"), assistant(thinking, text, thinking), user("r")];
	expect(payload({ messages }).input).toEqual([
		said("user", "q"),
		item,
		{ type: "message", role: "assistant", content: [{ type: "output_text", text: "a" }], phase: "commentary" },
		said("user", "r"),
	]);
});

test("reasoning of other origin is not sent: other signatures, and items that do not hold it themselves", () => {
	const signatures = ["", "opaque", '{"type":"text"}', '{"type":"reasoning","id":"rs_1","summary":[]}'];
	const blocks = signatures.map((thinkingSignature): AssistantContent => ({
		type: "thinking",
		thinking: "t",
		thinkingSignature,
	}));
	expect(payload({ messages: [user("q"), assistant(...blocks, { type: "text", text: "a" })] }).input).toHaveLength(2);
});

test("calls and results follow each other, images of results stay in them", () => {
	const messages = [
		user("q"),
		assistant(call("1", "read", "x"), call("2", "read", "y")),
		result("1", [{ type: "text", text: "one" }, IMAGE]),
		result("2", []),
	];
	expect(payload({ messages }).input.slice(1)).toEqual([
		{ type: "function_call", call_id: "1", name: "read", arguments: '{"text":"x"}' },
		{ type: "function_call", call_id: "2", name: "read", arguments: '{"text":"y"}' },
		{
			type: "function_call_output",
			call_id: "1",
			output: [
				{ type: "input_text", text: "one" },
				{ type: "input_image", image_url: "data:image/png;base64,AA==", detail: "auto" },
			],
		},
		{ type: "function_call_output", call_id: "2", output: "(no output)" },
	]);
});

test("grammar tools are custom tools, their calls carry text and their results a type of their own (TL16)", () => {
	const messages = [
		system({ toolsAdded: [GRAMMAR] }),
		user("q"),
		assistant(call("1", "patch", "x")),
		result("1", [{ type: "text", text: "ok" }]),
	];
	const { tools, input } = payload({ messages, model: { compat: { supportsOpenAIGrammarTools: true } } });
	expect([tools, input.slice(2)]).toEqual([
		[
			{
				type: "custom",
				name: "patch",
				description: "Patches",
				format: { type: "grammar", syntax: "lark", definition: "start: /x/" },
			},
		],
		[
			{ type: "custom_tool_call", call_id: "1", name: "patch", input: "x" },
			{ type: "custom_tool_call_output", call_id: "1", output: "ok" },
		],
	]);
});

test("effort is the model's name of the level; off is said only where the model has a name for it (V11)", () => {
	const include = ["reasoning.encrypted_content"];
	const fields = (reasoning: "off" | "high", thinkingLevelMap: Model["thinkingLevelMap"] = {}) => {
		const sent = payload({ model: { reasoning: true, thinkingLevelMap }, options: { reasoning } });
		return { include: sent["include"], reasoning: sent["reasoning"] };
	};
	expect([
		fields("high"),
		fields("high", { high: "top" }),
		fields("off"),
		fields("off", { off: "none" }),
		payload({ options: { reasoning: "high" } })["reasoning"],
	]).toEqual([
		{ include, reasoning: { effort: "high", summary: "auto" } },
		{ include, reasoning: { effort: "top", summary: "auto" } },
		{ include, reasoning: undefined },
		{ include, reasoning: { effort: "none" } },
		undefined,
	]);
});

test("instructions of a reasoning model are the developer's where the server knows the role", () => {
	const roles = (compat: Record<string, unknown>) =>
		payload({ model: { reasoning: true, compat }, messages: [system({}), user("hi")] }).input.map(
			(item) => item.type === "message" && item.role,
		);
	expect([roles({}), roles({ supportsDeveloperRole: false })]).toEqual([
		["developer", "user"],
		["system", "user"],
	]);
});

test("the cache is asked for by session, for long in the form the model knows, and not at all when it is off", () => {
	const fields = (cacheRetention: "none" | "short" | "long", compat: Record<string, unknown> = {}) => {
		const sent = payload({ options: { cacheRetention, sessionId: "s".repeat(70) }, model: { compat } });
		return Object.fromEntries(Object.entries(sent).filter(([name]) => name.startsWith("prompt_cache")));
	};
	const key = "s".repeat(64);
	expect([
		fields("none"),
		fields("short"),
		fields("long"),
		fields("long", { supportsExplicitPromptCacheMode: true }),
		fields("long", { supportsLongCacheRetention: false, promptCacheKeyMode: "disabled" }),
	]).toEqual([
		{},
		{ prompt_cache_key: key },
		{ prompt_cache_key: key, prompt_cache_retention: "24h" },
		{ prompt_cache_key: key, prompt_cache_options: { ttl: "30m" } },
		{},
	]);
});

test("headers carry the key, and the session in the form the server takes", () => {
	const headers = (baseUrl: string, options: StreamOptions = {}, compat: Record<string, unknown> = {}) =>
		responsesHeaders({
			model: { ...MODEL, baseUrl, compat },
			messages: [],
			options: { apiKey: "k", sessionId: "s", ...options },
		});
	const plain = { accept: "text/event-stream", "content-type": "application/json", authorization: "Bearer k" };
	expect([
		headers("http://localhost/v1"),
		headers("https://api.openai.com/v1"),
		headers("https://openrouter.ai/api/v1"),
		headers("http://localhost/v1", {}, { sessionAffinityFormat: "openai-nosession" }),
		headers("https://api.openai.com/v1", { cacheRetention: "none" }),
	]).toEqual([
		plain,
		{ ...plain, "session-id": "s", "x-client-request-id": "s" },
		{ ...plain, "x-session-id": "s" },
		{ ...plain, "x-client-request-id": "s" },
		plain,
	]);
});

test("limits stay in what the API takes, and are left out for servers that refuse them", () => {
	const limit = (compat: Record<string, unknown>) =>
		payload({ options: { maxTokens: 1 }, model: { compat } })["max_output_tokens"];
	expect([limit({}), limit({ supportsMaxOutputTokens: false })]).toEqual([16, undefined]);
});
