import { expect, test } from "vitest";
import { emptyUsage, type Usage } from "@tau/ai";
import type { ToolCallEvent } from "../../src/extension-api/events/tool-events.ts";
import { callTool, callTools, say, startTestHost, type TestHost } from "../harness.ts";
import { textAnswer, textTool } from "../harness/text-tool.ts";
import { transcriptOf } from "../harness/transcript.ts";

/** The messages with results of tools, as they are stored. */
const results = (host: TestHost): Record<string, unknown>[] =>
	host.session
		.buildSessionContext()
		.messages.filter(({ role }) => role === "toolResult")
		.map((message) => ({ ...message }) as Record<string, unknown>);

/** What extensions were told about tools, a word each. */
function listen(host: TestHost): string[] {
	const told: string[] = [];
	host.extension((pi) => {
		pi.on("tool_execution_start", ({ toolName }) => void told.push(`start ${toolName}`));
		pi.on("tool_call", ({ toolName }) => void told.push(`call ${toolName}`));
		pi.on("tool_result", ({ toolName }) => void told.push(`result ${toolName}`));
		pi.on(
			"tool_execution_end",
			({ toolName, isError }) => void told.push(`end ${toolName}${isError ? " (error)" : ""}`),
		);
	});
	return told;
}

test("a result keeps its parts, and partial results have the same shape (TL02)", async () => {
	const host = await startTestHost({ model: [callTool("t"), say("done")] });
	const image = { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" };
	const whole = { content: [{ type: "text", text: "whole" }, image], details: { n: 1 } };
	const partials: unknown[] = [];
	host.extension((pi) => {
		pi.on("tool_execution_update", ({ partialResult }) => void partials.push(partialResult));
		pi.registerTool(
			textTool("t", {
				run: (_params, { onUpdate }) => {
					onUpdate?.({ ...textAnswer("half"), details: { n: 0 } });
					return whole;
				},
			}),
		);
	});

	await host.prompt("go");

	expect([partials, results(host)]).toMatchObject([
		[{ content: [{ type: "text", text: "half" }], details: { n: 0 } }],
		[{ toolName: "t", ...whole, isError: false }],
	]);
});

test.each([
	["a text instead of a list", { content: "text" }, "t: Tool t returned a result without a content list (error)"],
	["nothing", undefined, "t: Tool t returned undefined instead of a result (error)"],
	[
		"a strange block",
		{ content: [{ type: "video" }] },
		"t: Tool t returned a content block that is neither text nor image (error)",
	],
])("a result with %s is an error result and the run goes on (TL02, TRAP38)", async (_what, answer, line) => {
	const host = await startTestHost({ model: [callTool("t"), say("done")] });
	host.extension((pi) => pi.registerTool(textTool("t", { run: () => answer })));

	await host.prompt("go");

	expect(host.transcript()).toEqual(["user: go", line, "assistant: done"]);
});

test("a result without details is accepted (AD15)", async () => {
	const host = await startTestHost({ model: [callTool("t"), say("done")] });
	host.extension((pi) =>
		pi.registerTool(textTool("t", { run: () => ({ content: [{ type: "text", text: "bare" }] }) })),
	);

	await host.prompt("go");

	expect([host.transcript()[1], "details" in results(host)[0]!]).toEqual(["t: bare", false]);
});

test("a throw and isError are both error results, and isError keeps the details (TL03)", async () => {
	const host = await startTestHost({ model: [callTools(["throws"], ["says"]), say("done")] });
	host.extension((pi) => {
		pi.registerTool(
			textTool("throws", {
				run: () => {
					throw new Error("broke");
				},
			}),
		);
		pi.registerTool(textTool("says", { run: () => ({ ...textAnswer("failed"), details: { why: 1 }, isError: true }) }));
	});

	await host.prompt("go");

	expect([host.transcript().slice(1, 3), results(host)[1], host.faults]).toMatchObject([
		["throws: broke (error)", "says: failed (error)"],
		{ details: { why: 1 }, isError: true },
		[],
	]);
});

test("an unknown tool is a result with a start and an end and nothing between (TL07, TRAP31)", async () => {
	const host = await startTestHost({ model: [callTool("nosuch", { n: 1 }), say("done")] });
	const told = listen(host);

	await host.prompt("go");

	expect([host.transcript()[1], told]).toEqual([
		"nosuch: Tool nosuch not found (error)",
		["start nosuch", "end nosuch (error)"],
	]);
});

test("invalid arguments are a result with a start and an end and nothing between (TL05, TRAP31)", async () => {
	const host = await startTestHost({ model: [callTool("t", { n: "many" }), say("done")] });
	const told = listen(host);
	host.extension((pi) => pi.registerTool(textTool("t", { properties: { n: { type: "number" } } })));

	await host.prompt("go");

	expect([host.transcript()[1], told]).toEqual([
		[
			't: Validation failed for tool "t":',
			"  - n: expected number, got string",
			"",
			"Received arguments:",
			'{\n  "n": "many"\n} (error)',
		].join("\n"),
		["start t", "end t (error)"],
	]);
});

test.each([
	["its reason", { block: true, reason: "not today" }, "t: not today (error)"],
	["the default text", { block: true }, "t: Tool execution was blocked (error)"],
])("a blocked call answers with %s and is no result to patch (TL08)", async (_what, answer, line) => {
	const host = await startTestHost({ model: [callTool("t"), say("done")] });
	host.extension((pi) => {
		pi.registerTool(textTool("t"));
		pi.on("tool_call", () => answer);
	});
	const told = listen(host);

	await host.prompt("go");

	expect([host.transcript()[1], told]).toEqual([line, ["start t", "end t (error)"]]);
});

test("usage of a tool's own model work is stored on its result and leaves the context usage alone (TL12)", async () => {
	const counted: Usage = { ...emptyUsage(), input: 900, output: 100, totalTokens: 1000 };
	const host = await startTestHost({
		model: [callTool("t"), { text: "done", usage: { input: 40, output: 2 } }],
	});
	const tokens: unknown[] = [];
	host.extension((pi) => {
		pi.registerTool(textTool("t", { run: () => ({ ...textAnswer("x"), usage: counted }) }));
		pi.on("agent_end", (_event, ctx) => void tokens.push(ctx.getContextUsage()?.tokens));
	});

	await host.prompt("go");

	expect([results(host)[0]?.["usage"], tokens]).toEqual([counted, [42]]);
});

test("arguments that a guard changed are executed, and the transcript keeps the model's (TL23, TRAP29)", async () => {
	const host = await startTestHost({ model: [callTool("t", { n: 1 }), say("done")] });
	const started: unknown[] = [];
	host.extension((pi) => {
		pi.registerTool(textTool("t", { properties: { n: { type: "number" } }, run: (params) => JSON.stringify(params) }));
		pi.on("tool_call", ({ input }) => {
			(input as Record<string, unknown>)["n"] = "no number";
		});
		pi.on("tool_execution_start", ({ args }) => void started.push(structuredClone(args)));
	});

	await host.prompt("go");

	const asked = host.requests[1]?.messages.find(({ role }) => role === "assistant")?.content;
	expect([host.transcript()[1], started, asked]).toMatchObject([
		't: {"n":"no number"}',
		[{ n: 1 }],
		[{ type: "toolCall", name: "t", arguments: { n: 1 } }],
	]);
});

test("arguments that an observer of the start changed reach guards and tool, and the model is shown its own (E23, TL23)", async () => {
	const host = await startTestHost({ model: [callTool("t", { n: 1 }), say("done")] });
	const guarded: unknown[] = [];
	host.extension((pi) => {
		pi.registerTool(textTool("t", { properties: { n: { type: "number" } }, run: (params) => JSON.stringify(params) }));
		pi.on("tool_execution_start", ({ args }) => {
			(args as Record<string, unknown>)["n"] = 2;
		});
		pi.on("tool_call", ({ input }) => void guarded.push(structuredClone(input)));
	});

	await host.prompt("go");

	const asked = host.requests[1]?.messages.find(({ role }) => role === "assistant")?.content;
	expect([host.transcript()[1], guarded, asked]).toMatchObject([
		't: {"n":2}',
		[{ n: 2 }],
		[{ type: "toolCall", name: "t", arguments: { n: 1 } }],
	]);
});

test("a new input object is seen by later guards and not executed (TRAP28)", async () => {
	const host = await startTestHost({ model: [callTool("t", { n: 1 }), say("done")] });
	const seen: unknown[] = [];
	host.extension((pi) => {
		pi.registerTool(textTool("t", { run: (params) => JSON.stringify(params) }));
		pi.on("tool_call", (event: ToolCallEvent) => {
			event.input = { n: 2 };
		});
		pi.on("tool_call", ({ input }) => void seen.push(input));
	});

	await host.prompt("go");

	expect([seen, host.transcript()[1]]).toEqual([[{ n: 2 }], 't: {"n":1}']);
});

test("block false is no block, and the next guard is asked (TRAP30)", async () => {
	const host = await startTestHost({ model: [callTools(["t"], ["u"]), say("done")] });
	host.extension((pi) => {
		pi.registerTool(textTool("t"));
		pi.registerTool(textTool("u"));
		pi.on("tool_call", () => ({ block: false, reason: "ignored" }));
		pi.on("tool_call", ({ toolName }) => (toolName === "u" ? { block: true, reason: "second" } : undefined));
	});

	await host.prompt("go");

	expect(host.transcript().slice(1, 3)).toEqual(["t: t", "u: second (error)"]);
});

test("a patch of the content alone keeps the details and drops the structured content (TRAP35)", async () => {
	const host = await startTestHost({ model: [callTool("t"), say("done")] });
	const ended: unknown[] = [];
	host.extension((pi) => {
		pi.registerTool(
			textTool("t", { run: () => ({ ...textAnswer("x"), details: { d: 1 }, structuredContent: { s: 1 } }) }),
		);
		pi.on("tool_result", ({ structuredContent }) => {
			ended.push(structuredContent);
			return { content: [{ type: "text" as const, text: "patched" }] };
		});
		pi.on("tool_execution_end", ({ result }) => void ended.push(result));
	});

	await host.prompt("go");

	expect([host.transcript()[1], ended]).toEqual([
		"t: patched",
		[{ s: 1 }, { content: [{ type: "text", text: "patched" }], details: { d: 1 } }],
	]);
});

test("a patching handler that throws leaves what the one before it made (TRAP36)", async () => {
	const host = await startTestHost({ model: [callTool("t"), say("done")] });
	const seen: unknown[] = [];
	host.extension((pi) => {
		pi.registerTool(textTool("t"));
		pi.on("tool_result", () => ({ details: { by: 1 } }));
		pi.on("tool_result", () => {
			throw new Error("no");
		});
		pi.on("tool_result", ({ details }) => void seen.push(details));
	}, "patches.ts");

	await host.prompt("go");

	expect([seen, results(host)[0], host.faults.map(({ extensionPath, event }) => [extensionPath, event])]).toMatchObject(
		[[{ by: 1 }], { content: [{ text: "t" }], details: { by: 1 }, isError: false }, [["patches.ts", "tool_result"]]],
	);
});

test("updates after the tool has answered are dropped (TRAP37)", async () => {
	const host = await startTestHost({ model: [callTool("t"), callTool("late"), say("done")] });
	const partials: unknown[] = [];
	let update: (text: string) => void = () => {};
	host.extension((pi) => {
		pi.on("tool_execution_update", ({ partialResult }) => void partials.push(partialResult.content));
		pi.registerTool(
			textTool("t", {
				run: (_params, { onUpdate }) => {
					update = (text) => onUpdate?.(textAnswer(text));
					update("half");
					return "whole";
				},
			}),
		);
		pi.registerTool(
			textTool("late", {
				run: () => {
					update("late");
					return "called";
				},
			}),
		);
	});

	await host.prompt("go");

	expect(partials).toEqual([[{ type: "text", text: "half" }]]);
});

test("an abort in the first guard ends both calls of the batch as aborted, with start and end (TRAP39)", async () => {
	const host = await startTestHost({ model: [callTools(["a"], ["b"]), say("never")] });
	host.extension((pi) => {
		pi.registerTool(textTool("a"));
		pi.registerTool(textTool("b"));
		pi.on("tool_call", (_event, ctx) => ctx.abort());
	});
	const told = listen(host);

	await host.prompt("go");

	expect([transcriptOf(host.session), told]).toEqual([
		["user: go", "a: Operation aborted (error)", "b: Operation aborted (error)"],
		["start a", "call a", "end a (error)", "start b", "end b (error)"],
	]);
});
