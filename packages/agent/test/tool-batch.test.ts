import { describe, expect, test } from "vitest";
import { createHarness, resultTexts, textResult, tool } from "./loop-harness.ts";

const toolEvents = (log: readonly string[]): string[] =>
	log.filter((line) => line.startsWith("tool_execution") || line === "message_end toolResult");

/** Resolvers that let a test decide when a tool is done. */
function gates(): { wait(name: string): Promise<void>; open(name: string): void } {
	const waiting = new Map<string, () => void>();
	return {
		wait: (name) => new Promise((resolve) => waiting.set(name, resolve)),
		open: (name) => waiting.get(name)?.(),
	};
}

describe("a batch of calls", () => {
	test("is preflighted in source order, runs side by side, ends as it completes and answers in source order (TRAP25)", async () => {
		const gate = gates();
		const slow = tool("slow", async () => {
			await gate.wait("slow");
			return textResult("slow");
		});
		const fast = tool("fast", () => {
			queueMicrotask(() => gate.open("mid"));
			return textResult("fast");
		});
		const mid = tool("mid", async () => {
			await gate.wait("mid");
			gate.open("slow");
			return textResult("mid");
		});
		const harness = createHarness({
			replies: [{ calls: [{ name: "slow" }, { name: "mid" }, { name: "fast" }] }],
			tools: [slow, mid, fast],
		});

		await harness.run("hi");

		expect(toolEvents(harness.log)).toEqual([
			"tool_execution_start slow",
			"tool_execution_start mid",
			"tool_execution_start fast",
			"tool_execution_end fast",
			"tool_execution_end mid",
			"tool_execution_end slow",
			"message_end toolResult",
			"message_end toolResult",
			"message_end toolResult",
		]);
		expect(resultTexts(harness.transcript)).toEqual(["slow", "mid", "fast"]);
	});

	test("is strictly sequential when one of its tools is (TRAP26)", async () => {
		const harness = createHarness({
			replies: [{ calls: [{ name: "a" }, { name: "b" }] }],
			tools: [tool("a"), { ...tool("b"), executionMode: "sequential" }],
		});

		await harness.run("hi");

		expect(toolEvents(harness.log)).toEqual([
			"tool_execution_start a",
			"tool_execution_end a",
			"message_end toolResult",
			"tool_execution_start b",
			"tool_execution_end b",
			"message_end toolResult",
		]);
	});
});

describe("one call", () => {
	const failing: [string, () => unknown, string][] = [
		["a throw", () => Promise.reject(new Error("broken")), "broken"],
		["a result marked as an error", () => textResult("no luck", { isError: true }), "no luck"],
		["no result", () => undefined as never, "Tool word returned undefined instead of a result"],
		["a text instead of a result", () => "text" as never, "Tool word returned string instead of a result"],
		["text as content", () => ({ content: "text" }) as never, "Tool word returned a result without a content list"],
		[
			"an unknown block",
			() => ({ content: [{ type: "sound" }] }) as never,
			"Tool word returned a content block that is neither text nor image",
		],
	];
	test.each(failing)("%s becomes a result the model can read (TL03, TRAP38)", async (_title, run, text) => {
		const harness = createHarness({
			replies: [{ calls: [{ name: "word" }] }, { text: "ok" }],
			tools: [tool("word", run as never)],
		});

		await harness.run("hi");

		expect(resultTexts(harness.transcript)).toEqual([`${text} (error)`]);
	});

	test("with arguments the gate changed runs with them, and the transcript keeps the model's (TRAP29, TL23)", async () => {
		const seen: unknown[] = [];
		const harness = createHarness({
			replies: [{ calls: [{ name: "echo", args: { n: 1 } }] }],
			tools: [
				tool("echo", (input) => {
					seen.push(input);
					return textResult("ok");
				}),
			],
			gate: async (call) => {
				call.input["n"] = "not a number";
				return undefined;
			},
		});

		await harness.run("hi");

		expect(seen).toEqual([{ n: "not a number" }]);
		const response = harness.transcript[1];
		expect(response?.role === "assistant" && response.content).toEqual([
			{ type: "toolCall", id: "c1", name: "echo", arguments: { n: 1 } },
		]);
	});

	test("drops updates that come after it settled (TRAP37)", async () => {
		let late: (() => void) | undefined;
		const chatty = tool("chatty");
		chatty.execute = async (_id, _params, _signal, onUpdate) => {
			onUpdate?.(textResult("half"));
			late = () => onUpdate?.(textResult("late"));
			return textResult("whole");
		};
		const harness = createHarness({ replies: [{ calls: [{ name: "chatty" }] }], tools: [chatty] });

		await harness.run("hi");
		late?.();
		await Promise.resolve();

		expect(toolEvents(harness.log)).toEqual([
			"tool_execution_start chatty",
			"tool_execution_update chatty",
			"tool_execution_end chatty",
			"message_end toolResult",
		]);
	});
});
