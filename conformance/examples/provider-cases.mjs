// Examples that bring providers. Their services are played by a fetch of our own: no request leaves the machine.
import { fileText, lastTexts, outcomes } from "./world.mjs";

/** Replaces fetch for the named hosts by what the script says, and writes down what was asked. */
const fetching = (answers) => `
import { appendFileSync } from "node:fs";
const real = globalThis.fetch;
const answers: Record<string, string[]> = ${JSON.stringify(answers)};
globalThis.fetch = (async (input: any, init: any) => {
	const url = new URL(typeof input === "string" || input instanceof URL ? input : input.url);
	const queue = answers[url.pathname];
	if (!queue) return url.hostname === "127.0.0.1" ? real(input, init) : new Response("no such thing", { status: 404 });
	const headers = new Headers(init?.headers ?? input.headers);
	const body = init?.body ? JSON.parse(String(init.body)) : undefined;
	appendFileSync("asked.jsonl", JSON.stringify({ path: url.pathname, key: headers.get("x-api-key"), authorization: headers.get("authorization"), body }) + "\\n");
	const text = queue.shift() ?? "";
	return new Response(text, { headers: { "content-type": text.startsWith("event:") ? "text/event-stream" : "application/json" } });
}) as typeof fetch;
export default () => {};
`;

const event = (data) => `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
const usage = { input_tokens: 10, output_tokens: 5 };
const opening = event({
	type: "message_start",
	message: {
		id: "m",
		type: "message",
		role: "assistant",
		model: "c",
		content: [],
		stop_reason: null,
		stop_sequence: null,
		usage,
	},
});
const closing = (reason) =>
	event({ type: "message_delta", delta: { stop_reason: reason, stop_sequence: null }, usage }) +
	event({ type: "message_stop" });
const block = (start, deltas) =>
	event({ type: "content_block_start", index: 0, content_block: start }) +
	deltas.map((delta) => event({ type: "content_block_delta", index: 0, delta })).join("") +
	event({ type: "content_block_stop", index: 0 });
const saying = (text) =>
	opening +
	block(
		{ type: "text", text: "" },
		text.split(/(?<= )/).map((part) => ({ type: "text_delta", text: part })),
	) +
	closing("end_turn");
const calling = (name, args) =>
	opening +
	block(
		{ type: "tool_use", id: "toolu_1", name, input: {} },
		[JSON.stringify(args).slice(0, 7), JSON.stringify(args).slice(7)].map((part) => ({
			type: "input_json_delta",
			partial_json: part,
		})),
	) +
	closing("tool_use");

const asked = (world) =>
	(fileText(world, "asked.jsonl") ?? "")
		.trim()
		.split("\n")
		.filter(Boolean)
		.map((line) => JSON.parse(line));
const listed = ({ runs }, provider) =>
	runs[0].stdout
		.split("\n")
		.filter((line) => line.startsWith(provider))
		.map((line) => line.split(/\s+/)[1])
		.sort();

export const PROVIDER_CASES = [
	{
		example: "custom-provider-anthropic",
		promise: "lists its models once its key is there",
		runs: [{ args: ["--list-models"], mode: [], model: [], env: { CUSTOM_ANTHROPIC_API_KEY: "k" } }],
		observe: (world) => listed(world, "custom-anthropic"),
		expected: ["claude-opus-4-5", "claude-sonnet-4-5"],
	},
	{
		example: "custom-provider-anthropic",
		promise: "streams through its own function: a tool call, its result, an answer",
		home: {
			companion: fetching({
				"/v1/messages": [calling("bash", { command: "echo from the tool" }), saying("All is well.")],
			}),
		},
		runs: [
			{
				model: ["--model", "custom-anthropic/claude-sonnet-4-5"],
				prompts: ["go"],
				env: { CUSTOM_ANTHROPIC_API_KEY: "k" },
			},
		],
		observe: (world) => [
			outcomes(world),
			asked(world).map(({ key, body }) => [key, body.model, body.messages.length]),
			asked(world)[1]?.body.messages[2].content[0].content.trim?.(),
		],
		expected: [
			[[0, "All is well."]],
			[
				["k", "claude-sonnet-4-5", 1],
				["k", "claude-sonnet-4-5", 3],
			],
			"from the tool",
		],
	},
	{
		example: "custom-provider-gitlab-duo",
		promise: "lists its models once its token is there",
		runs: [{ args: ["--list-models"], mode: [], model: [], env: { GITLAB_TOKEN: "t" } }],
		observe: (world) => listed(world, "gitlab-duo").length > 3,
		expected: true,
	},
	{
		example: "custom-provider-gitlab-duo",
		promise: "asks for direct access and streams through the built-in wire protocol",
		home: {
			companion: fetching({
				"/api/v4/ai/third_party_agents/direct_access": [
					JSON.stringify({ token: "direct", headers: { "x-gitlab": "1" } }),
				],
				"/ai/v1/proxy/anthropic/v1/messages": [saying("Through the proxy.")],
			}),
		},
		runs: [
			{ model: ["--model", "gitlab-duo/claude-sonnet-4-5-20250929"], prompts: ["go"], env: { GITLAB_TOKEN: "t" } },
		],
		observe: (world) => [
			outcomes(world),
			asked(world).map(({ path, authorization }) => [path.split("/").at(-1), authorization]),
		],
		expected: [
			[[0, "Through the proxy."]],
			[
				["direct_access", "Bearer t"],
				["messages", "Bearer direct"],
			],
		],
	},
	{
		example: "jev-router",
		promise: "plans on one model and goes on with the cheap one after the first edit",
		home: {
			agentFiles: {
				"models.json": JSON.stringify({
					providers: {
						"openai-codex": {
							baseUrl: "$BASE_URL",
							api: "openai-completions",
							apiKey: "x",
							models: ["gpt-5.6-sol", "gpt-5.6-terra", "gpt-5.6-luna"].map((id) => ({
								id,
								reasoning: true,
								contextWindow: 200_000,
								maxTokens: 8192,
							})),
						},
					},
				}),
			},
		},
		turns: [
			{ calls: [{ name: "bash", args: { command: "ls" } }] },
			{ calls: [{ name: "write", args: { path: "a.txt", content: "a\n" } }] },
			{ text: "written" },
			{ text: "more" },
		],
		runs: [{ model: ["--model", "jev/auto"], prompts: ["write", "again"] }],
		observe: (world) => [outcomes(world), world.requests.map(({ body }) => body.model), lastTexts(world, "user")],
		expected: [[[0, "more"]], ["gpt-5.6-terra", "gpt-5.6-terra", "gpt-5.6-luna", "gpt-5.6-luna"], ["write", "again"]],
	},
];
