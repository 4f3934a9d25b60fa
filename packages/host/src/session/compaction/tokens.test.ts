import type { AgentMessage } from "@tau/agent";
import { emptyUsage, type AssistantMessage } from "@tau/ai";
import { expect, test } from "vitest";
import { countedTokens, estimateTokens, usedTokens } from "./tokens.ts";

const timestamp = 0;
const assistant = (more: Partial<AssistantMessage>): AssistantMessage => ({
	role: "assistant",
	content: [],
	api: "a",
	provider: "p",
	model: "m",
	usage: emptyUsage(),
	stopReason: "stop",
	timestamp,
	...more,
});

test.each<[string, AgentMessage, number]>([
	["text", { role: "user", content: "x".repeat(41), timestamp }, 11],
	["blocks", { role: "user", content: [{ type: "text", text: "x".repeat(40) }], timestamp }, 10],
	["an image", { role: "user", content: [{ type: "image", data: "AAAA", mimeType: "image/png" }], timestamp }, 1200],
	["thinking", assistant({ content: [{ type: "thinking", thinking: "x".repeat(8) }] }), 2],
	["a call", assistant({ content: [{ type: "toolCall", id: "1", name: "read", arguments: { path: "a" } }] }), 4],
	["a system message", { role: "system", content: "x".repeat(4), sections: { a: "yy" }, timestamp }, 2],
	["a summary", { role: "compactionSummary", summary: "x".repeat(8), tokensBefore: 9, timestamp }, 2],
	[
		"a command the model may not see",
		{
			role: "bashExecution",
			command: "ls",
			output: "x".repeat(100),
			exitCode: 0,
			cancelled: false,
			truncated: false,
			excludeFromContext: true,
			timestamp,
		},
		0,
	],
])("%s is estimated by its characters", (_what, message, tokens) => {
	expect(estimateTokens(message)).toBe(tokens);
});

test("a provider that gives no total is counted by its parts", () => {
	const parts = { ...emptyUsage(), input: 1, output: 2, cacheRead: 3, cacheWrite: 4 };
	expect([usedTokens(parts), usedTokens({ ...parts, totalTokens: 20 })]).toEqual([10, 20]);
});

test("only answers that came and were counted say how large the context is", () => {
	const usage = { ...emptyUsage(), totalTokens: 7 };
	const messages = [
		assistant({ usage }),
		assistant({ usage, stopReason: "length" }),
		assistant({ usage, stopReason: "error" }),
		assistant({ usage, stopReason: "aborted" }),
		assistant({}),
	];
	expect(messages.map(countedTokens)).toEqual([7, 7, undefined, undefined, undefined]);
});
