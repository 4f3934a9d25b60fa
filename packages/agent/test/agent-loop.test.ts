import {
	agentLoop,
	agentLoopContinue,
	type AgentLoopConfig,
	type AgentMessage,
	runAgentLoop,
	runAgentLoopContinue,
	runToolCall,
	type RunToolCallOptions,
} from "@tau/agent";
import type { Message } from "@tau/ai";
import { expect, test } from "vitest";
import { callOf, describeEvent, describeMessage, MODEL, playReplies } from "./agent-harness.ts";
import { textResult, tool, user } from "./loop-harness.ts";

const CONFIG: AgentLoopConfig = { model: MODEL, convertToLlm: (messages) => messages as Message[] };

test("a loop is a stream of events with what was added as its result, and leaves its context alone (Q05)", async () => {
	const context = { messages: [user("before")], tools: [tool("t")] };
	const stream = agentLoop([user("p")], context, CONFIG, undefined, playReplies([{ text: "a" }]));
	const events: string[] = [];
	for await (const event of stream) events.push(describeEvent(event));

	expect([events.at(0), events.at(-1), (await stream.result()).length, context.messages.length]).toEqual([
		"agent_start",
		"agent_end system  +t, user p, assistant a",
		3,
		1,
	]);
});

test("a loop ends with a failed answer when its callbacks throw, so that nobody waits for ever (Q05)", async () => {
	const failing = { ...CONFIG, convertToLlm: () => Promise.reject(new Error("bang")) };

	const added = await agentLoop([user("p")], { messages: [] }, failing, undefined, playReplies([])).result();

	expect(added.map(describeMessage)).toEqual(["assistant bang!"]);
});

test("a loop that is awaited rejects instead (Q05)", async () => {
	const failing = { ...CONFIG, convertToLlm: () => Promise.reject(new Error("bang")) };

	const run = runAgentLoop([user("p")], { messages: [] }, failing, () => {}, undefined, playReplies([]));

	await expect(run).rejects.toThrow("bang");
});

test("a loop continues from anything but an answer (Q05)", async () => {
	const { assistantMessage } = callOf("t");
	const start = (...messages: AgentMessage[]) => agentLoopContinue({ messages }, CONFIG, undefined, playReplies([]));

	expect((await start(user("q")).result()).map(describeMessage)).toEqual(["assistant over"]);
	expect(() => start()).toThrow("Cannot continue: no messages in context");
	expect(() => start(assistantMessage)).toThrow("Cannot continue from message role: assistant");
	await expect(runAgentLoopContinue({ messages: [] }, CONFIG, () => {}, undefined, playReplies([]))).rejects.toThrow(
		"Cannot continue: no messages in context",
	);
});

test("a loop asks its callbacks for steering, then for follow-ups (Q05)", async () => {
	const steering = [user("s")];
	const followUps = [user("f")];
	const config: AgentLoopConfig = {
		...CONFIG,
		getSteeringMessages: async () => steering.splice(0),
		getFollowUpMessages: async () => followUps.splice(0),
	};
	const emitted: string[] = [];

	const added = await runAgentLoop(
		[user("p")],
		{ messages: [] },
		config,
		({ type }) => {
			if (type === "turn_end" && emitted.push(type) === 1) steering.push(user("s2"));
		},
		undefined,
		playReplies([]),
	);

	expect(added.map(describeMessage)).toEqual([
		"user p",
		"user s",
		"assistant over",
		"user s2",
		"assistant over",
		"user f",
		"assistant over",
	]);
});

test("a context that prepareRequest gives replaces the transcript, and its tools are announced (Q05)", async () => {
	const requests: { messages: string[]; options: object }[] = [];
	const config: AgentLoopConfig = {
		...CONFIG,
		prepareRequest: () => ({ context: { messages: [user("other")], tools: [tool("z")] } }),
	};

	const stream = agentLoop([user("p")], { messages: [] }, config, undefined, playReplies([], requests));

	expect([(await stream.result()).map(describeMessage), requests.map(({ messages }) => messages)]).toEqual([
		["user p", "system  +z", "assistant over"],
		[["user other", "system  +z"]],
	]);
});

const failing = tool("t", () => {
	throw new Error("broke");
});

test.each<[string, Partial<RunToolCallOptions>, string]>([
	["runs", {}, "t done, timed"],
	["is unknown", { tools: [] }, "Tool t not found failed"],
	["is blocked", { beforeToolCall: async () => ({ block: true, reason: "no" }) }, "no failed"],
	["throws", { tools: [failing] }, "broke failed, timed"],
	["is aborted before anything", { tools: [], signal: AbortSignal.abort() }, "Operation aborted failed"],
	["is patched", { afterToolCall: async () => ({ ...textResult("new"), isError: true }) }, "new failed, timed"],
])("a call without a loop that %s comes back as an outcome (Q05)", async (_what, options, expected) => {
	const { toolCall, assistantMessage } = callOf("t");

	const { result, isError, durationMs } = await runToolCall(toolCall, {
		tools: [tool("t")],
		assistantMessage,
		context: { messages: [] },
		...options,
	});

	const [block] = result.content;
	const text = block?.type === "text" ? block.text : "";
	expect(`${text} ${isError ? "failed" : "done"}${durationMs === undefined ? "" : ", timed"}`).toBe(expected);
});
