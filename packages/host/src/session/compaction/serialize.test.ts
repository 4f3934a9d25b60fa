import { emptyUsage, type AssistantMessage, type Message } from "@tau/ai";
import { expect, test } from "vitest";
import { serializeConversation } from "./serialize.ts";

const assistant = (content: AssistantMessage["content"]): Message => ({
	role: "assistant",
	content,
	api: "",
	provider: "",
	model: "",
	usage: emptyUsage(),
	stopReason: "stop",
	timestamp: 0,
});
const result = (text: string): Message => ({
	role: "toolResult",
	toolCallId: "1",
	toolName: "t",
	content: [{ type: "text", text }],
	isError: false,
	timestamp: 0,
});

test("a conversation is told by role; thinking and prompts are left out, results are cut (M12)", () => {
	const text = serializeConversation([
		{ role: "system", content: "prompt", timestamp: 0 },
		{ role: "user", content: "hello", timestamp: 0 },
		assistant([
			{ type: "thinking", thinking: "hm" },
			{ type: "text", text: "Looking." },
			{ type: "toolCall", id: "1", name: "read", arguments: { path: "a.txt", limit: 3 } },
			{ type: "toolCall", id: "2", name: "ls", arguments: {} },
		]),
		result("x".repeat(2000)),
		result("y".repeat(2300)),
		assistant([]),
		{
			role: "user",
			content: [
				{ type: "text", text: "see" },
				{ type: "image", data: "AAAA", mimeType: "image/png" },
			],
			timestamp: 0,
		},
	]);

	expect(text.split("\n\n")).toEqual([
		"[User]: hello",
		"[Assistant]: Looking.",
		'[Assistant tool calls]: read(path="a.txt", limit=3); ls()',
		`[Tool result]: ${"x".repeat(2000)}`,
		`[Tool result]: ${"y".repeat(2000)}`,
		"[... 300 more characters truncated]",
		"[User]: see\n[image]",
	]);
});
