import { Agent, setDefaultStreamFn } from "@tau/agent";
import { expect, onTestFinished, test } from "vitest";
import { createAgent, describeMessage, MODEL, playReplies } from "./agent-harness.ts";
import { resultTexts, textResult, tool, user } from "./loop-harness.ts";

test("an agent tells a prompt, its answer and the calls between them (Q05)", async () => {
	const { agent, log } = createAgent([{ calls: [{ name: "t" }] }, { text: "done" }], {
		initialState: { tools: [tool("t")] },
	});

	await agent.prompt("hi");

	expect(log).toEqual([
		"agent_start",
		"turn_start",
		"message_start user",
		"message_end user",
		"message_start assistant",
		"message_end assistant",
		"tool_execution_start c1",
		"tool_execution_end c1",
		"message_start toolResult",
		"message_end toolResult",
		"turn_end assistant",
		"turn_start",
		"message_start assistant",
		"message_end assistant",
		"turn_end assistant",
		"agent_end user hi, assistant [toolCall], toolResult t, assistant done",
	]);
});

test("prompt and tools lead the transcript, and tools that change are announced before the next prompt (Q05)", async () => {
	const { agent, requests } = createAgent([], { initialState: { systemPrompt: "SP", tools: [tool("t")] } });

	await agent.prompt("1");
	agent.state.tools = [tool("z")];
	await agent.prompt("2");

	const first = ["system SP +t", "user 1"];
	expect(requests.map(({ messages }) => messages)).toEqual([
		first,
		[...first, "assistant over", "system  +z -t", "user 2"],
	]);
});

test("the state has taken in an event when its listeners hear of it (Q05)", async () => {
	const { agent } = createAgent([{ calls: [{ name: "t" }] }], { initialState: { tools: [tool("t")] } });
	const seen: unknown[] = [];
	agent.subscribe(({ type }) => {
		const { isStreaming, streamingMessage, pendingToolCalls, messages } = agent.state;
		if (!type.startsWith("tool_") && type !== "agent_end") return;
		seen.push([type, isStreaming, streamingMessage?.role, [...pendingToolCalls], messages.length]);
	});

	await agent.prompt("hi");

	expect([seen, agent.state.isStreaming, agent.signal]).toEqual([
		[
			["tool_execution_start", true, undefined, ["c1"], 3],
			["tool_execution_end", true, undefined, [], 3],
			["agent_end", true, undefined, [], 5],
		],
		false,
		undefined,
	]);
});

test.each([
	["one-at-a-time", ["p", "s1", "over", "s2", "over", "f1", "over", "f2", "over"]],
	["all", ["p", "s1", "s2", "over", "f1", "f2", "over"]],
] as const)("queued messages come %s, steering first (Q05)", async (mode, expected) => {
	const { agent } = createAgent([], { steeringMode: mode, followUpMode: mode });
	for (const text of ["s1", "s2"]) agent.steer(user(text));
	for (const text of ["f1", "f2"]) agent.followUp(user(text));
	const peeked = agent.peekQueuedMessages().map(describeMessage);

	await agent.prompt("p");

	const texts = agent.state.messages.map((message) => describeMessage(message).replace(/^\w+ /, ""));
	expect([texts, peeked, agent.hasQueuedMessages()]).toEqual([
		expected,
		mode === "all" ? ["user s1", "user s2"] : ["user s1"],
		false,
	]);
});

const broken = (text: string) => (): never => {
	throw new Error(text);
};

test.each([
	["the stream function", { streamFn: broken("bang") }],
	["the conversion", { convertToLlm: broken("bang") }],
	["transformContext", { transformContext: async () => broken("bang")() }],
	["prepareRequest", { prepareRequest: broken("bang") }],
])("what %s throws is the answer of the run (Q05)", async (_who, options) => {
	const { agent, log } = createAgent([], options);

	await agent.prompt("p");

	expect([log.slice(-4), agent.state.errorMessage, agent.state.messages.map(describeMessage)]).toEqual([
		["message_start assistant", "message_end assistant", "turn_end assistant", "agent_end assistant bang!"],
		"bang",
		["user p", "assistant bang!"],
	]);
});

test("continue answers a user, takes what is queued after an answer and refuses the rest (Q05)", async () => {
	const { agent } = createAgent([]);
	const refusals: string[] = [];
	const attempt = (run: Promise<void>): Promise<void> =>
		run.catch((error: unknown) => void refusals.push((error as Error).message));

	await attempt(agent.continue());
	agent.state.messages = [user("u")];
	await agent.continue();
	await attempt(agent.continue());
	agent.steer(user("s"));
	await agent.continue();
	agent.followUp(user("f"));
	const running = agent.continue();
	await attempt(agent.prompt("now"));
	await attempt(agent.continue());
	await running;

	expect([refusals, agent.state.messages.map(describeMessage)]).toEqual([
		[
			"No messages to continue from",
			"Cannot continue from message role: assistant",
			"Agent is already processing a prompt. Use steer() or followUp() to queue messages, or wait for completion.",
			"Agent is already processing. Wait for completion before continuing.",
		],
		["user u", "assistant over", "user s", "assistant over", "user f", "assistant over"],
	]);
});

test("reset keeps prompt and tools and forgets the rest (Q05)", async () => {
	const { agent } = createAgent([{ error: "e" }], { initialState: { systemPrompt: "SP", tools: [tool("t")] } });
	await agent.prompt("p");
	agent.steer(user("s"));

	agent.reset();

	const { messages, errorMessage, tools } = agent.state;
	expect([messages.map(describeMessage), errorMessage, tools.length, agent.hasQueuedMessages()]).toEqual([
		["system SP +t"],
		undefined,
		1,
		false,
	]);
});

test("abort reaches the running tool, and idle comes after the last listener (Q05)", async () => {
	const reached: unknown[] = [];
	const stuck = tool("t", async (_input, signal) => {
		agent.abort();
		reached.push(signal.aborted);
		return textResult("late");
	});
	const { agent } = createAgent([{ calls: [{ name: "t" }] }], { initialState: { tools: [stuck] } });
	agent.subscribe(async ({ type }) => {
		await Promise.resolve();
		if (type === "agent_end") reached.push("last listener");
	});

	const running = agent.prompt("p");
	await agent.waitForIdle();
	reached.push("idle");
	await running;

	expect([reached, agent.state.errorMessage]).toEqual([[true, "last listener", "idle"], "aborted"]);
});

test("messages that wait when a run is aborted stay queued (Q05, B50)", async () => {
	const { agent } = createAgent([], {
		prepareNextTurn: () => {
			agent.abort();
			return undefined;
		},
	});
	agent.subscribe(({ type }) => {
		if (type === "turn_end") agent.followUp(user("f"));
	});

	await agent.prompt("p");

	expect([agent.state.messages.map(describeMessage), agent.peekQueuedMessages().map(describeMessage)]).toEqual([
		["user p", "assistant over"],
		["user f"],
	]);
});

test("hooks around a call block it, patch its result, or fail it by throwing (Q05)", async () => {
	const tools = [tool("blocked"), tool("patched", () => textResult("raw", { structuredContent: 1 })), tool("before")];
	const { agent } = createAgent([{ calls: [...tools, tool("after")].map(({ name }) => ({ name })) }], {
		initialState: { tools: [...tools, tool("after")] },
		beforeToolCall: async ({ toolCall }) => {
			if (toolCall.name === "before") throw new Error("before failed");
			return toolCall.name === "blocked" ? { block: true, reason: "no" } : undefined;
		},
		afterToolCall: async ({ toolCall }) => {
			if (toolCall.name === "after") throw new Error("after failed");
			return { content: [{ type: "text", text: "new" }] };
		},
	});
	const structured: unknown[] = [];
	agent.subscribe((event) => {
		if (event.type === "tool_execution_end") structured.push(event.result.structuredContent);
	});

	await agent.prompt("p");

	expect([resultTexts(agent.state.messages), structured]).toEqual([
		["no (error)", "new", "before failed (error)", "after failed (error)"],
		[undefined, undefined, undefined, undefined],
	]);
});

test("finishTurn decides about the next request, and prepareNextTurn changes it (Q05)", async () => {
	let turns = 0;
	const { agent, requests } = createAgent([], {
		initialState: { thinkingLevel: "high" },
		getApiKey: (provider) => `key of ${provider}`,
		finishTurn: () => ({ action: turns++ === 0 ? "continue" : "end" }),
		prepareNextTurnWithContext: () => ({ messages: [user("injected")], thinkingLevel: "low" }),
	});
	agent.subscribe(({ type }) => {
		if (type === "turn_end" && turns === 2) agent.followUp(user("f"));
	});

	await agent.prompt("p");

	expect([
		requests.map(({ messages, options }) => [messages.at(-1), options.reasoning, options.apiKey]),
		agent.hasQueuedMessages(),
	]).toEqual([
		[
			["user p", "high", "key of p"],
			["user injected", "low", "key of p"],
		],
		true,
	]);
});

test("an agent without a stream function needs a default one (Q05)", async () => {
	expect(() => new Agent()).toThrow(
		"No default stream function configured. Pass streamFn explicitly or call setDefaultStreamFn().",
	);
	onTestFinished(() => setDefaultStreamFn(undefined));
	setDefaultStreamFn(playReplies([{ text: "default" }]));
	const agent = new Agent({ initialState: { model: MODEL } });

	await agent.prompt("p", [{ type: "image", data: "AA", mimeType: "image/png" }]);

	expect(agent.state.messages.map(describeMessage)).toEqual(["user p[image]", "assistant default"]);
});
