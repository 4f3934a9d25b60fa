import type { AgentMessage } from "@tau/agent";
import { expect, test } from "vitest";
import type { BeforeAgentStartEvent } from "../../src/extension-api/events/turn-events.ts";
import { createHooks, fail } from "./hook-harness.ts";

const user = (content: string): AgentMessage => ({ role: "user", content, timestamp: 0 });
const system = (content: string): AgentMessage =>
	({ role: "system", content, timestamp: 0 }) as unknown as AgentMessage;
const input = { type: "input", text: "hello", source: "interactive" } as const;
const image = { type: "image", data: "", mimeType: "image/png" } as const;

test("each transform of the input is what the next handler gets", async () => {
	const hooks = createHooks();
	hooks.on("a", "input", (event) => ({ action: "transform", text: `${event.text} a`, images: [image] }));
	hooks.on("b", "input", () => ({ action: "continue" }));
	hooks.on("c", "input", async (event) => ({ action: "transform", text: `${event.text} c` }));

	expect(await hooks.dispatcher.waterfall("input", { ...input })).toEqual({
		event: { ...input, text: "hello a c", images: [image] },
		stoppedBy: undefined,
		answers: [],
	});
});

test("input that is changed in place is not changed, whether or not the handler throws (E38)", async () => {
	const hooks = createHooks();
	const seen: unknown[] = [];
	hooks.on("a", "input", (event) => void (event.text = "changed"));
	hooks.on("b", "input", (event) => {
		event.text = "changed";
		fail("broken");
	});
	hooks.on("c", "input", (event) => {
		seen.push(event.text);
		event.text = "changed";
		return { action: "transform", text: `${seen[0]}!` };
	});

	const outcome = await hooks.dispatcher.waterfall("input", { ...input });

	expect([seen, outcome?.event]).toEqual([["hello"], { ...input, text: "hello!" }]);
});

test("handled input asks no further handler", async () => {
	const hooks = createHooks();
	let later = 0;
	hooks.on("a", "input", () => ({ action: "handled" }));
	hooks.on("b", "input", () => (later += 1));

	const outcome = await hooks.dispatcher.waterfall("input", { ...input });

	expect({ by: outcome?.stoppedBy, later }).toEqual({ by: hooks.owner("a"), later: 0 });
});

test("a throwing or malformed input handler is reported and the input goes on", async () => {
	const hooks = createHooks();
	hooks.on("a", "input", () => fail("broken"));
	hooks.on("b", "input", () => ({ action: "transform" }));
	hooks.on("c", "input", (event) => ({ action: "transform", text: `${event.text}!` }));

	const outcome = await hooks.dispatcher.waterfall("input", { ...input });

	expect({ text: outcome?.event.text, complaints: hooks.complaints() }).toEqual({
		text: "hello!",
		complaints: ["a: broken", "b: input handler must return the text of a transform"],
	});
});

test("messages before a run gather in order and the prompt is carried on, past a throw", async () => {
	const hooks = createHooks();
	const seen: string[] = [];
	const changes: string[] = [];
	const message = (content: string): object => ({ customType: "note", content, display: true });
	hooks.on("a", "before_agent_start", () => ({ message: message("one"), systemPrompt: "base+a" }));
	hooks.on("b", "before_agent_start", () => fail("broken"));
	hooks.on("c", "before_agent_start", async (event) => {
		seen.push(event.systemPrompt);
		event.systemPromptOptions.sections["c"] = "text";
		return { message: message("two"), systemPrompt: `${event.systemPrompt}+c` };
	});
	hooks.on("d", "before_agent_start", (event) => {
		seen.push(`${event.systemPrompt} ${event.systemPromptOptions.sections["c"]}`);
	});
	const event = {
		type: "before_agent_start",
		messageType: "user",
		prompt: "hi",
		systemPrompt: "base",
		systemPromptOptions: { sections: {} },
	} as unknown as BeforeAgentStartEvent;

	const outcome = await hooks.dispatcher.waterfall("before_agent_start", event, {
		onChange: ({ systemPrompt }) => changes.push(systemPrompt),
	});

	expect({
		prompt: outcome?.event.systemPrompt,
		messages: outcome?.answers.map(({ owner, answer }) => [owner.path, answer.message?.content]),
		seen,
		changes,
		complaints: hooks.complaints(),
	}).toEqual({
		prompt: "base+a+c",
		messages: [
			["a", "one"],
			["c", "two"],
		],
		seen: ["base+a", "base+a+c text"],
		changes: ["base+a", "base+a+c"],
		complaints: ["b: broken"],
	});
});

test("a prompt that the host renders when it is read shows edits of earlier handlers", async () => {
	const hooks = createHooks();
	const sections: Record<string, string> = {};
	const seen: string[] = [];
	hooks.on("a", "before_agent_start", (event) => {
		event.systemPromptOptions.sections["a"] = "edited";
	});
	hooks.on("b", "before_agent_start", (event) => seen.push(event.systemPrompt));
	const event = {
		type: "before_agent_start",
		messageType: "user",
		prompt: "hi",
		get systemPrompt() {
			return JSON.stringify(sections);
		},
		systemPromptOptions: { sections },
	} as unknown as BeforeAgentStartEvent;

	await hooks.dispatcher.waterfall("before_agent_start", event);

	expect(seen).toEqual(['{"a":"edited"}']);
});

test("a finished message is replaced in turn, but never by one of another role", async () => {
	const hooks = createHooks();
	const seen: AgentMessage[] = [];
	hooks.on("a", "message_end", () => ({ message: user("changed") }));
	hooks.on("b", "message_end", () => ({ message: { role: "assistant", content: [] } }));
	hooks.on("c", "message_end", (event) => {
		seen.push(event.message);
	});

	const outcome = await hooks.dispatcher.waterfall("message_end", { type: "message_end", message: user("said") });

	expect({ message: outcome?.event.message, seen, complaints: hooks.complaints() }).toEqual({
		message: user("changed"),
		seen: [user("changed")],
		complaints: ["b: message_end handler must return a message with the same role"],
	});
});

test("edits of the context in place count without an answer, and an answered list replaces the list", async () => {
	const hooks = createHooks();
	hooks.on("a", "context", (event) => {
		event.messages.push(user("pushed"));
	});
	hooks.on("b", "context", (event) => {
		event.messages[0] = user("edited");
		throw new Error("too late");
	});
	hooks.on("c", "context", (event) => ({ messages: event.messages.toReversed() }));
	hooks.on("d", "context", () => ({ messages: "all of them" }));

	const outcome = await hooks.dispatcher.waterfall("context", { type: "context", messages: [user("said")] });

	expect({ messages: outcome?.event.messages, complaints: hooks.complaints() }).toEqual({
		messages: [user("pushed"), user("edited")],
		complaints: ["b: too late", "d: context handler must return messages as a list"],
	});
});

test.each([
	["answers a list without it", (event: { messages: AgentMessage[] }) => ({ messages: event.messages.slice(1) })],
	["removes it in place", (event: { messages: AgentMessage[] }) => void event.messages.shift()],
])("who %s is told once that the system message is gone, and the list is sent", async (_how, handler) => {
	const hooks = createHooks();
	hooks.on("a", "context_with_system", handler);
	hooks.on("b", "context_with_system", () => undefined);

	const outcome = await hooks.dispatcher.waterfall("context_with_system", {
		type: "context_with_system",
		messages: [system("prompt"), user("said")],
	});

	expect({ messages: outcome?.event.messages, complaints: hooks.complaints() }).toEqual({
		messages: [user("said")],
		complaints: [
			"a: context_with_system handler dropped the system message; the request goes without prompt and tools",
		],
	});
});

test("a transcript that had no system message can lose none", async () => {
	const hooks = createHooks();
	hooks.on("a", "context_with_system", () => undefined);

	await hooks.dispatcher.waterfall("context_with_system", { type: "context_with_system", messages: [user("said")] });

	expect(hooks.complaints()).toEqual([]);
});

test("an answer replaces the payload of a request, unless it is none (E29, TRAP57)", async () => {
	const hooks = createHooks();
	const seen: unknown[] = [];
	hooks.on("a", "before_provider_request", () => ({ temperature: 0 }));
	hooks.on("b", "before_provider_request", (event) => void seen.push(event.payload));
	hooks.on("c", "before_provider_request", () => fail("broken"));
	hooks.on("d", "before_provider_request", (event) => void seen.push(event.payload));
	hooks.on("e", "before_provider_request", () => null);

	const outcome = await hooks.dispatcher.waterfall("before_provider_request", {
		type: "before_provider_request",
		payload: {},
	});

	expect({ payload: outcome?.event.payload, seen, complaints: hooks.complaints() }).toEqual({
		payload: { temperature: 0 },
		seen: [{ temperature: 0 }, { temperature: 0 }],
		complaints: ["c: broken", "e: before_provider_request handler must return the payload of a request"],
	});
});

test("given fields of a tool result replace, content alone drops structured content, a throw changes nothing", async () => {
	const hooks = createHooks();
	const text = (value: string): [{ type: "text"; text: string }] => [{ type: "text", text: value }];
	const seen: unknown[] = [];
	hooks.on("a", "tool_result", () => ({ content: text("one") }));
	hooks.on("b", "tool_result", () => fail("broken"));
	hooks.on("c", "tool_result", (event) => {
		seen.push(event.content);
		return { isError: true };
	});
	hooks.on("d", "tool_result", () => ({ content: "text" }));
	const event = {
		type: "tool_result",
		toolName: "own",
		toolCallId: "1",
		input: {},
		content: text("zero"),
		details: { kept: true },
		structuredContent: { dropped: true },
		isError: false,
	} as const;

	const outcome = await hooks.dispatcher.patch("tool_result", { ...event, content: [...event.content] });

	expect({ outcome, seen, complaints: hooks.complaints() }).toEqual({
		outcome: {
			type: "tool_result",
			toolName: "own",
			toolCallId: "1",
			input: {},
			content: text("one"),
			details: { kept: true },
			isError: true,
		},
		seen: [text("one")],
		complaints: ["b: broken", "d: tool_result content must be a list"],
	});
});

test("structured content is kept when the answer brings its own", async () => {
	const hooks = createHooks();
	hooks.on("a", "tool_result", () => ({ content: [], structuredContent: [1], usage: { cost: 1 }, details: "new" }));

	const outcome = await hooks.dispatcher.patch("tool_result", {
		type: "tool_result",
		toolName: "own",
		toolCallId: "1",
		input: {},
		content: [],
		details: "old",
		isError: false,
	});

	expect(outcome).toMatchObject({ structuredContent: [1], usage: { cost: 1 }, details: "new" });
});

test("headers are edited in place and answers are ignored", async () => {
	const hooks = createHooks();
	const headers: Record<string, string | null> = { keep: "1" };
	hooks.on("a", "before_provider_headers", (event) => {
		event.headers["gone"] = null;
		return { headers: {} };
	});

	const outcome = await hooks.dispatcher.mutate("before_provider_headers", {
		type: "before_provider_headers",
		headers,
	});

	expect({ outcome, headers }).toEqual({ outcome: undefined, headers: { keep: "1", gone: null } });
});

test("all resource paths count with their owners; a throwing or malformed answer does not", async () => {
	const hooks = createHooks();
	hooks.on("a", "resources_discover", () => ({ skillPaths: ["s"] }));
	hooks.on("b", "resources_discover", () => fail("broken"));
	hooks.on("c", "resources_discover", () => ({ themePaths: "t" }));
	hooks.on("d", "resources_discover", async () => ({ rulePaths: ["r"], promptPaths: [] }));

	const event = { type: "resources_discover", cwd: "/", reason: "startup" } as const;
	expect(await hooks.dispatcher.collect("resources_discover", event)).toEqual([
		{ owner: hooks.owner("a"), answer: { skillPaths: ["s"] } },
		{ owner: hooks.owner("d"), answer: { rulePaths: ["r"], promptPaths: [] } },
	]);
	expect(hooks.complaints()).toEqual([
		"b: broken",
		"c: resources_discover handler must return themePaths as a list of strings",
	]);
});

test("the last action about cache warming wins", async () => {
	const hooks = createHooks();
	hooks.on("a", "cache_warming_decision", () => ({ action: "warm" }));
	hooks.on("b", "cache_warming_decision", () => ({ action: "stop" }));
	hooks.on("c", "cache_warming_decision", () => ({}));
	hooks.on("d", "cache_warming_decision", () => ({ action: "wait" }));

	const event = {
		type: "cache_warming_decision",
		warmCost: 1,
		missCost: 2,
		continuationProbability: 0.5,
		action: "warm",
	} as const;
	expect(await hooks.dispatcher.last("cache_warming_decision", event)).toEqual({
		owner: hooks.owner("b"),
		answer: { action: "stop" },
	});
});
