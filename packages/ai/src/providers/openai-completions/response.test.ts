import { expect, test } from "vitest";
import type { StreamEvent } from "../../contract/stream-event.ts";
import { ChatReader, type ChatReaderSettings } from "./response.ts";

function reader(settings: Partial<ChatReaderSettings> = {}): ChatReader {
	return new ChatReader({ supportsFinishReason: true, reportsCost: false, grammarInputs: new Map(), ...settings });
}

const delta = (fields: object, finish: string | null = null) => ({
	choices: [{ index: 0, delta: fields, finish_reason: finish }],
});

/** All events but the first, which announces the response. */
function read(chunks: readonly unknown[], settings: Partial<ChatReaderSettings> = {}): StreamEvent[] {
	const reading = reader(settings);
	return [...chunks.flatMap((chunk) => reading.read(chunk)), ...reading.finish({ terminated: true })].slice(1);
}

test("text and reasoning that alternate become blocks of their own", () => {
	expect(
		read([
			delta({ reasoning: "a" }),
			delta({ content: "b" }),
			delta({ reasoning: "c", reasoning_content: "" }),
			delta({}, "stop"),
		]),
	).toEqual([
		{ type: "thinking", key: "prose0", delta: "a", signature: "reasoning" },
		{ type: "block_end", key: "prose0" },
		{ type: "text", key: "prose1", delta: "b" },
		{ type: "block_end", key: "prose1" },
		{ type: "thinking", key: "prose2", delta: "c", signature: "reasoning" },
		{ type: "block_end", key: "prose2" },
		{ type: "stop", reason: "stop", raw: "stop" },
	]);
});

test("content in typed parts is read as text and reasoning", () => {
	const content = [
		{ type: "thinking", thinking: [{ type: "text", text: "a" }] },
		{ type: "text", text: "b" },
	];
	expect(read([delta({ content }, "stop")]).filter((event) => "delta" in event)).toEqual([
		{ type: "thinking", key: "prose0", delta: "a" },
		{ type: "text", key: "prose1", delta: "b" },
	]);
});

test("arguments that come as an object are text again", () => {
	const call = { index: 0, id: "a", function: { name: "read", arguments: { path: "x" } } };
	expect(read([delta({ tool_calls: [call] }, "tool_calls")])[0]).toEqual({
		type: "tool_call",
		index: 0,
		id: "a",
		name: "read",
		arguments: '{"path":"x"}',
	});
});

test("the text of a grammar call becomes its one argument", () => {
	const custom = (input: string, more: object = {}) =>
		delta({ tool_calls: [{ index: 0, custom: { input, ...more } }] });
	const settings = { grammarInputs: new Map([["patch", "diff"]]) };
	const events = read([custom('a"', { name: "patch" }), custom("\n"), delta({}, "tool_calls")], settings);
	const text = events.map((event) => (event.type === "tool_call" ? event.arguments : "")).join("");
	expect(JSON.parse(text)).toEqual({ diff: 'a"\n' });
});

test.each([
	[
		"cached tokens",
		{ prompt_tokens: 10, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 4, cache_write_tokens: 1 } },
		{ input: 5, output: 2, cacheRead: 4, cacheWrite: 1 },
	],
	[
		"DeepSeek's hits",
		{ prompt_tokens: 10, completion_tokens: 2, prompt_cache_hit_tokens: 4 },
		{ input: 6, output: 2, cacheRead: 4, cacheWrite: 0 },
	],
	[
		"a bill",
		{ prompt_tokens: 1, completion_tokens: 1, cost: 0.5 },
		{ input: 1, output: 1, cacheRead: 0, cacheWrite: 0, costTotal: 0.5 },
	],
])("usage with %s", (_name, usage, expected) => {
	const events = read([delta({}, "stop"), { choices: [], usage }], { reportsCost: true });
	expect(events.at(-1)).toEqual({ type: "usage", usage: expected });
});

test("usage inside the choice counts too", () => {
	const chunk = { choices: [{ delta: {}, finish_reason: "stop", usage: { prompt_tokens: 1, completion_tokens: 1 } }] };
	expect(read([chunk]).at(-1)).toMatchObject({ type: "usage", usage: { input: 1, output: 1 } });
});

test("a server without finish reasons stops when the stream does", () => {
	const call = { index: 0, id: "a", function: { name: "read", arguments: "{}" } };
	const open = reader({ supportsFinishReason: false });
	open.read(delta({ tool_calls: [call] }));
	expect([open.finish({ terminated: false }), read([delta({ content: "a" })]).at(-1)]).toEqual([
		[{ type: "stop", reason: "toolUse" }],
		{ type: "stop", reason: "stop" },
	]);
});

test("a stream that is cut, an error chunk and a filtered answer are failures", () => {
	const cut = reader();
	cut.read(delta({ content: "a" }));
	expect(() => cut.finish({ terminated: false })).toThrow("the stream was cut before the answer was complete");
	expect(() => reader().read({ error: { message: "boom", code: 502 } })).toThrow("boom");
	expect(() => reader().read(delta({}, "content_filter"))).toThrow("content filter");
	expect(() => reader().read(delta({}, "network_error"))).toThrow("network_error");
});

test("chunks of any shape are survived", () => {
	const odd = [
		null,
		1,
		"x",
		[],
		{},
		{ choices: {} },
		{ choices: [null] },
		delta({ tool_calls: [null, {}] }),
		delta({ content: [null, 1] }),
	];
	expect(() => odd.map((chunk) => reader().read(chunk))).not.toThrow();
});
