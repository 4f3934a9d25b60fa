import { expect, test } from "vitest";
import type { Message } from "../../contract/message.ts";
import type { Model } from "../../contract/model.ts";
import type { StreamOptions } from "../../contract/provider.ts";
import type { StreamEvent } from "../../contract/stream-event.ts";
import type { ProviderError } from "../../stream/provider-error.ts";
import type { ScriptedTurn } from "./script.ts";
import { createScriptedApi } from "./scripted.ts";

const MODEL = { id: "m", provider: "p", baseUrl: "" } as Model;
const user = (content: string): Message => ({ role: "user", content, timestamp: 1 });

interface Asked {
	readonly text?: string;
	readonly options?: StreamOptions;
	readonly signal?: AbortSignal;
}

type Api = ReturnType<typeof createScriptedApi>;

async function ask(api: Api, { text = "hi", options = {}, signal = new AbortController().signal }: Asked = {}) {
	const events: StreamEvent[] = [];
	try {
		for await (const event of api.run({ model: MODEL, messages: [user(text)], options }, signal)) events.push(event);
	} catch (error) {
		return { events, failure: (error as ProviderError).failure };
	}
	return { events, failure: undefined };
}

async function texts(turns: ScriptedTurn[], questions: string[]): Promise<string[]> {
	const api = createScriptedApi(turns);
	const answers: string[] = [];
	for (const text of questions) {
		const { events } = await ask(api, { text });
		answers.push(events.map((event) => (event.type === "text" ? event.delta : "")).join(""));
	}
	return answers;
}

test("the n-th request gets the n-th turn, and a text says when there is none", async () => {
	expect(await texts([{ text: "one" }, { text: "two" }], ["a", "b", "c"])).toEqual([
		"one",
		"two",
		"The script has no answer for request 3: all 2 turns are used.",
	]);
});

test("a turn with a condition waits for the request that meets it", async () => {
	const turns: ScriptedTurn[] = [{ text: "compiled", when: { lastUserIncludes: "compile" } }, { text: "first" }];
	expect(await texts(turns, ["hello", "please compile"])).toEqual(["first", "compiled"]);
	expect(await texts(turns.slice(0, 1), ["hello"])).toEqual([
		"The script has no answer for request 1: none of the 1 turns left matches it.",
	]);
});

test("a turn is thinking, text and calls in chunks of whole characters", async () => {
	const turn: ScriptedTurn = {
		thinking: "hm",
		text: "a😀b",
		toolCalls: [{ name: "read", arguments: { p: 1 } }],
		chunkSize: 2,
		usage: { input: 5, output: 6 },
	};
	expect((await ask(createScriptedApi([turn]))).events).toEqual([
		{ type: "response", id: "scripted_1", model: "m" },
		{ type: "thinking", key: 0, delta: "hm" },
		{ type: "block_end", key: 0 },
		{ type: "text", key: 1, delta: "a😀" },
		{ type: "text", key: 1, delta: "b" },
		{ type: "block_end", key: 1 },
		{ type: "tool_call", index: 2, id: "call_1_1", name: "read" },
		{ type: "tool_call", index: 2, arguments: '{"' },
		{ type: "tool_call", index: 2, arguments: 'p"' },
		{ type: "tool_call", index: 2, arguments: ":1" },
		{ type: "tool_call", index: 2, arguments: "}" },
		{ type: "block_end", key: 2 },
		{ type: "usage", usage: { input: 5, output: 6 } },
		{ type: "stop", reason: "toolUse" },
	]);
});

test("errors have the class of their status, and a cut loses the connection in the middle", async () => {
	const api = createScriptedApi([
		{ error: { message: "slow down", status: 429, retryAfterMs: 5 } },
		{ error: { message: "no", kind: "auth" } },
		{ text: "abcd", chunkSize: 1, cut: true },
	]);
	expect([(await ask(api)).failure, (await ask(api)).failure]).toEqual([
		{ kind: "rate_limit", message: "slow down", retryable: true, status: 429, retryAfterMs: 5 },
		{ kind: "auth", message: "no", retryable: false },
	]);
	const cut = await ask(api);
	expect([cut.events.length, cut.failure?.kind, cut.failure?.retryable]).toEqual([3, "network", true]);
});

test("all hooks fire in their order, and a replaced payload decides the turn", async () => {
	const seen: string[] = [];
	const options: StreamOptions = {
		onHeaders: (headers) => void seen.push(`headers ${JSON.stringify(headers)}`),
		onPayload: () => {
			seen.push("payload");
			return { messages: [user("compile")] };
		},
		onResponse: ({ status }) => void seen.push(`response ${status}`),
		onProviderStreamEvent: (event) => void seen.push((event as StreamEvent).type),
	};
	const api = createScriptedApi([
		{ text: "x", when: { lastUserIncludes: "compile" } },
		{ error: { message: "m", status: 529 } },
	]);
	await ask(api, { options });
	await ask(api, { options });
	expect(seen).toEqual([
		...["headers {}", "payload", "response 200", "response", "text", "block_end", "usage", "stop"],
		...["headers {}", "payload", "response 529"],
	]);
});

test("an abort ends the pause between chunks", async () => {
	const controller = new AbortController();
	const pauses: number[] = [];
	const api = createScriptedApi([{ text: "abc", chunkSize: 1, delayMs: 20 }], {
		delay: async (milliseconds, signal) => {
			pauses.push(milliseconds);
			if (pauses.length === 3) controller.abort();
			signal.throwIfAborted();
		},
	});
	const { events, failure } = await ask(api, { signal: controller.signal });
	expect([events.length, pauses, failure?.kind]).toEqual([2, [20, 20, 20], "aborted"]);
});

test("raw events are passed on as they stand", async () => {
	const rawEvents: StreamEvent[] = [
		{ type: "tool_call", arguments: "{" },
		{ type: "stop", reason: "length" },
	];
	expect((await ask(createScriptedApi([{ rawEvents }]))).events).toEqual(rawEvents);
});
