import { type ChatServer, checkChatTurns } from "./chat-turns.ts";
import {
	checkObjectSchema,
	type Fields,
	fieldsOf,
	listOf,
	matching,
	parseBody,
	refusalOf,
	refuseUnless,
	textOf,
	wholeNumber,
} from "./refuse.ts";

const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const MOST_TOOLS = 128;
const REQUEST_FIELDS = [
	"model",
	"messages",
	"stream",
	"stream_options",
	"store",
	"max_tokens",
	"max_completion_tokens",
	"temperature",
	"tools",
	"tool_choice",
	"reasoning_effort",
	"prompt_cache_key",
	"prompt_cache_retention",
];

/** Why Chat Completions refuses the body, or nothing where it accepts it. */
export function chatRefusal(body: string, server: ChatServer = {}): string | undefined {
	return refusalOf(() => {
		const request = fieldsOf(parseBody(body), "request", REQUEST_FIELDS);
		textOf(request["model"], "model");
		const limit = request["max_completion_tokens"] ?? request["max_tokens"];
		if (limit !== undefined) wholeNumber(limit, "max_completion_tokens", 1);
		if (request["tools"] !== undefined) checkTools(request["tools"]);
		checkChatTurns(listOf(request["messages"], "messages"), server);
	});
}

function checkTools(tools: unknown): void {
	const list = listOf(tools, "tools");
	refuseUnless(list.length <= MOST_TOOLS, "tools", `at most ${MOST_TOOLS}`);
	const names = new Set<string>();
	for (const [at, value] of list.entries()) {
		const path = `tools.${at}`;
		const tool = fieldsOf(value, path, ["type", "function", "custom"]);
		const definition = tool["type"] === "custom" ? checkCustom(tool, path) : checkFunction(tool, path);
		const name = matching(definition["name"], `${path}.name`, TOOL_NAME);
		refuseUnless(!names.has(name), `${path}.name`, "tool names must be unique");
		names.add(name);
		refuseUnless(typeof definition["description"] === "string", `${path}.description`, "must be a string");
	}
}

function checkFunction(tool: Fields, path: string): Fields {
	refuseUnless(tool["type"] === "function", `${path}.type`, "must be function or custom");
	const known = ["name", "description", "parameters", "strict"];
	const definition = fieldsOf(tool["function"], `${path}.function`, known);
	checkObjectSchema(definition["parameters"], `${path}.function.parameters`);
	return definition;
}

function checkCustom(tool: Fields, path: string): Fields {
	return fieldsOf(tool["custom"], `${path}.custom`, ["name", "description", "format"]);
}
