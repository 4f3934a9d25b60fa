import { describe, expect, test } from "vitest";
import { createHarness, resultTexts, textResult, tool, user } from "./loop-harness.ts";

describe("a run", () => {
	test("announces turns, messages and its end in the published order", async () => {
		const harness = createHarness({
			replies: [{ calls: [{ name: "echo" }] }, { text: "done" }],
			tools: [tool("echo")],
		});

		const added = await harness.run("hi");

		expect(harness.log).toEqual([
			"agent_start",
			"turn_start",
			"message_start user",
			"message_end user",
			"message_start assistant",
			"message_end assistant",
			"tool_execution_start echo",
			"tool_execution_end echo",
			"message_start toolResult",
			"message_end toolResult",
			"turn_end",
			"prepareNextTurn",
			"turn_start",
			"message_start assistant",
			"message_end assistant",
			"turn_end",
			"agent_end",
		]);
		expect(added.map((message) => message.role)).toEqual(["user", "assistant", "toolResult", "assistant"]);
	});

	test("steering is delivered before the next request, the first one included, and a follow-up when the model is done", async () => {
		const harness = createHarness({ replies: [{ text: "one" }, { text: "two" }, { text: "three" }] });
		harness.steering.push(user("steer"));
		harness.followUps.push(user("follow"));

		await harness.run("hi");

		expect(harness.transcript.map((message) => (message.role === "user" ? message.content : message.role))).toEqual([
			"hi",
			"steer",
			"assistant",
			"follow",
			"assistant",
		]);
	});

	test("an error response ends the run and leaves the queues alone", async () => {
		const harness = createHarness({ replies: [{ error: "boom" }] });
		harness.followUps.push(user("later"));

		await harness.run("hi");

		expect(harness.log.slice(-2)).toEqual(["turn_end", "agent_end"]);
		expect(harness.followUps).toHaveLength(1);
	});

	test("a boundary may ask for exactly one more request", async () => {
		let asked = 0;
		const harness = createHarness({
			replies: [{ text: "one" }, { text: "two" }],
			finishTurn: async () => (asked++ === 0 ? "continue" : undefined),
		});

		await harness.run("hi");

		expect(harness.transcript.map((message) => message.role)).toEqual(["user", "assistant", "assistant"]);
	});

	test("a boundary may end the run although results wait for an answer", async () => {
		const harness = createHarness({
			replies: [{ calls: [{ name: "echo" }] }],
			tools: [tool("echo")],
			finishTurn: async () => "end",
		});

		await harness.run("hi");

		expect(harness.transcript.map((message) => message.role)).toEqual(["user", "assistant", "toolResult"]);
	});

	test("after an abort in a batch the calls that never started get a result and the queues stay (B50)", async () => {
		const controller = new AbortController();
		const harness = createHarness({
			replies: [{ calls: [{ name: "a" }, { name: "b" }] }],
			tools: [tool("a"), tool("b")],
			gate: async () => {
				controller.abort();
				harness.steering.push(user("steered"));
				return undefined;
			},
		});

		await harness.run("hi", controller.signal);

		expect(resultTexts(harness.transcript)).toEqual(["Operation aborted (error)", "Operation aborted (error)"]);
		expect(harness.log.filter((line) => line.startsWith("tool_execution"))).toEqual([
			"tool_execution_start a",
			"tool_execution_end a",
			"tool_execution_start b",
			"tool_execution_end b",
		]);
		expect(harness.steering).toHaveLength(1);
	});
});

describe("termination (TL11)", () => {
	const stop = tool("stop", () => textResult("stopped", { terminate: true }));
	const failedStop = tool("failed", () => textResult("bad", { terminate: true, isError: true }));
	const cases: [string, string[], number][] = [
		["one terminating call ends the run", ["stop"], 1],
		["two terminating calls end the run", ["stop", "stop"], 1],
		["a normal call beside a terminating one continues", ["stop", "echo"], 2],
		["an unknown tool beside a terminating one continues", ["stop", "nosuch"], 2],
		["a terminating error ends the run", ["failed"], 1],
	];
	test.each(cases)("%s", async (_title, names, requests) => {
		const harness = createHarness({
			replies: [{ calls: names.map((name) => ({ name })) }, { text: "more" }],
			tools: [stop, failedStop, tool("echo")],
		});

		await harness.run("hi");

		expect(harness.transcript.filter((message) => message.role === "assistant")).toHaveLength(requests);
	});

	test("a blocked call may terminate together with a terminating one (TRAP33)", async () => {
		const harness = createHarness({
			replies: [{ calls: [{ name: "stop" }, { name: "echo" }] }, { text: "more" }],
			tools: [stop, tool("echo")],
			gate: async (call) => (call.toolCall.name === "echo" ? { block: true, terminate: true } : undefined),
		});

		await harness.run("hi");

		expect(resultTexts(harness.transcript)).toEqual(["stopped", "Tool execution was blocked (error)"]);
		expect(harness.transcript.filter((message) => message.role === "assistant")).toHaveLength(1);
	});

	test("a queued message continues a run that terminated (TRAP34)", async () => {
		const harness = createHarness({ replies: [{ calls: [{ name: "stop" }] }, { text: "more" }], tools: [stop] });
		harness.followUps.push(user("and then"));

		await harness.run("hi");

		expect(harness.transcript.at(-2)).toEqual(user("and then"));
	});
});
