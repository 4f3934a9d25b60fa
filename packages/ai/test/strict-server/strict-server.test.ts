import { expect, test } from "vitest";
import type { Message } from "../../src/contract/message.ts";
import { complete } from "../../src/stream.ts";
import { startStrictServer } from "./strict-server.ts";
import { CHAT_MODEL, GENERATE_MODEL, MESSAGES_MODEL, RESPONSES_MODEL } from "./wire-bodies.ts";

const HISTORY: Message[] = [
	{ role: "system", content: "p", toolsAdded: [{ name: "my.tool", description: "", parameters: {} }], timestamp: 1 },
	{ role: "user", content: "q", timestamp: 1 },
];

test.each([MESSAGES_MODEL, CHAT_MODEL, RESPONSES_MODEL, GENERATE_MODEL])(
	"a call of a renamed tool comes back by its own name through $api",
	async (model) => {
		const server = await startStrictServer([{ id: "call_1", name: "my_tool", arguments: '{"a":1}' }]);
		const baseUrl = server.url;
		const { content, stopReason } = await complete({ ...model, baseUrl }, { messages: HISTORY }, { apiKey: "k" });
		expect([server.refusals, stopReason, content]).toEqual([
			[],
			"toolUse",
			[{ type: "toolCall", id: "call_1", name: "my.tool", arguments: { a: 1 } }],
		]);
	},
);

test("a refused request is an error that carries the reason", async () => {
	const server = await startStrictServer(["never"]);
	const onPayload = (payload: unknown) => ({ ...(payload as object), messages: [] });
	const answer = await complete(
		{ ...MESSAGES_MODEL, baseUrl: server.url },
		{ messages: HISTORY },
		{ apiKey: "k", onPayload },
	);
	expect([server.refusals, answer.stopReason, answer.errorMessage]).toEqual([
		["messages: must not be empty"],
		"error",
		expect.stringContaining("messages: must not be empty"),
	]);
});
