import type { MessagesServer } from "./messages-blocks.ts";
import { checkMessagesTurns } from "./messages-turns.ts";
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

const LEAST_BUDGET = 1_024;
const MOST_CACHE_BREAKPOINTS = 4;
const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const REQUEST_FIELDS = [
	"model",
	"max_tokens",
	"messages",
	"stream",
	"system",
	"tools",
	"tool_choice",
	"temperature",
	"metadata",
	"thinking",
	"output_config",
];

/** Why the Messages API refuses the body, or nothing where it accepts it. */
export function messagesRefusal(body: string, server: MessagesServer = {}): string | undefined {
	return refusalOf(() => {
		const request = fieldsOf(parseBody(body), "request", REQUEST_FIELDS);
		textOf(request["model"], "model");
		const maxTokens = wholeNumber(request["max_tokens"], "max_tokens", 1);
		if (request["system"] !== undefined) checkSystem(request["system"]);
		if (request["tools"] !== undefined) checkTools(request["tools"]);
		const thinks = checkThinking(request, maxTokens);
		checkMessagesTurns(listOf(request["messages"], "messages"), { ...server, thinks });
		const breakpoints = body.split('"cache_control"').length - 1;
		refuseUnless(breakpoints <= MOST_CACHE_BREAKPOINTS, "cache_control", `at most ${MOST_CACHE_BREAKPOINTS} blocks`);
	});
}

function checkSystem(system: unknown): void {
	if (typeof system === "string") return void textOf(system, "system");
	for (const [at, block] of listOf(system, "system").entries()) {
		const { type, text } = fieldsOf(block, `system.${at}`, ["type", "text", "cache_control"]);
		refuseUnless(type === "text", `system.${at}.type`, "must be text");
		textOf(text, `system.${at}.text`);
	}
}

function checkTools(tools: unknown): void {
	const names = new Set<string>();
	for (const [at, value] of listOf(tools, "tools").entries()) {
		const path = `tools.${at}`;
		const known = ["name", "description", "input_schema", "cache_control", "strict", "eager_input_streaming"];
		const tool = fieldsOf(value, path, known);
		const name = matching(tool["name"], `${path}.name`, TOOL_NAME);
		refuseUnless(!names.has(name), `${path}.name`, "tool names must be unique");
		names.add(name);
		refuseUnless(typeof tool["description"] === "string", `${path}.description`, "must be a string");
		checkObjectSchema(tool["input_schema"], `${path}.input_schema`);
	}
}

/** Whether thinking has a budget: only then have answers to begin with it. */
function checkThinking({ thinking, temperature }: Fields, maxTokens: number): "off" | "budget" | "adaptive" {
	if (thinking === undefined) return "off";
	const fields = fieldsOf(thinking, "thinking", ["type", "budget_tokens", "display"]);
	if (fields["type"] === "disabled") return "off";
	refuseUnless(temperature === undefined || temperature === 1, "temperature", "may only be 1 with thinking");
	if (fields["type"] === "adaptive") return "adaptive";
	refuseUnless(fields["type"] === "enabled", "thinking.type", "must be enabled, disabled or adaptive");
	const budget = wholeNumber(fields["budget_tokens"], "thinking.budget_tokens", LEAST_BUDGET);
	refuseUnless(budget < maxTokens, "thinking.budget_tokens", "max_tokens must be greater");
	return "budget";
}
