import { checkInputItems, type ResponsesServer } from "./responses-items.ts";
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
const LEAST_OUTPUT_TOKENS = 16;
const LONGEST_CACHE_KEY = 64;
const EFFORTS = ["none", "minimal", "low", "medium", "high", "xhigh"];
const REQUEST_FIELDS = [
	"model",
	"input",
	"stream",
	"store",
	"max_output_tokens",
	"temperature",
	"tools",
	"tool_choice",
	"include",
	"reasoning",
	"prompt_cache_key",
	"prompt_cache_retention",
];

/** Why the Responses API refuses the body, or nothing where it accepts it. */
export function responsesRefusal(body: string, server: ResponsesServer = {}): string | undefined {
	return refusalOf(() => {
		const request = fieldsOf(parseBody(body), "request", REQUEST_FIELDS);
		textOf(request["model"], "model");
		if (request["max_output_tokens"] !== undefined) {
			wholeNumber(request["max_output_tokens"], "max_output_tokens", LEAST_OUTPUT_TOKENS);
		}
		const key = request["prompt_cache_key"];
		const isKey = key === undefined || (typeof key === "string" && key.length <= LONGEST_CACHE_KEY);
		refuseUnless(isKey, "prompt_cache_key", `maximum length ${LONGEST_CACHE_KEY}`);
		if (request["reasoning"] !== undefined) checkReasoning(request["reasoning"]);
		if (request["tools"] !== undefined) checkTools(request["tools"]);
		checkInputItems(listOf(request["input"], "input"), server);
	});
}

function checkReasoning(value: unknown): void {
	const { effort } = fieldsOf(value, "reasoning", ["effort", "summary"]);
	refuseUnless(EFFORTS.includes(String(effort)), "reasoning.effort", `must be one of ${EFFORTS.join()}`);
}

function checkTools(tools: unknown): void {
	const names = new Set<string>();
	for (const [at, value] of listOf(tools, "tools").entries()) {
		const path = `tools.${at}`;
		const tool = checkTool(value, path);
		const name = matching(tool["name"], `${path}.name`, TOOL_NAME);
		refuseUnless(!names.has(name), `${path}.name`, "tool names must be unique");
		names.add(name);
		refuseUnless(typeof tool["description"] === "string", `${path}.description`, "must be a string");
	}
}

function checkTool(value: unknown, path: string): Fields {
	if ((value as Fields)["type"] === "custom") return fieldsOf(value, path, ["type", "name", "description", "format"]);
	const tool = fieldsOf(value, path, ["type", "name", "description", "parameters", "strict"]);
	refuseUnless(tool["type"] === "function", `${path}.type`, "must be function or custom");
	// Without the word a schema is strict, and one that was not written for that is refused.
	refuseUnless(typeof tool["strict"] === "boolean", `${path}.strict`, "invalid schema for strict mode");
	checkObjectSchema(tool["parameters"], `${path}.parameters`);
	return tool;
}
