import { expect, test } from "vitest";
import type { ToolCallOutcome } from "@tau/agent";
import type { ToolDefinition } from "../../src/extension-api/tool.ts";
import { callTool, say, startTestHost, type TestHost } from "../harness.ts";
import { textAnswer, textTool } from "../harness/text-tool.ts";
import { textOf } from "../harness/transcript.ts";

type Outcomes = Record<string, ToolCallOutcome>;

/** A tool that calls others by name and keeps what came of it. */
function caller(calls: [name: string, args: object][], outcomes: Outcomes): ToolDefinition {
	return textTool("caller", {
		run: async (_params, { ctx }) => {
			for (const [name, args] of calls) outcomes[name] = await ctx.executeTool(name, args);
			return "called";
		},
	});
}

const summary = (outcomes: Outcomes): unknown =>
	Object.fromEntries(
		Object.entries(outcomes).map(([name, { result, isError }]) => [name, [textOf(result.content), isError]]),
	);

async function hostWith(outcomes: Outcomes, calls: [string, object][], tools: ToolDefinition[]): Promise<TestHost> {
	const host = await startTestHost({ model: [callTool("caller"), say("done")] });
	host.extension((pi) => {
		for (const tool of [...tools, caller(calls, outcomes)]) pi.registerTool(tool);
	});
	return host;
}

test("a tool reaches active direct tools and every codemode or deferred one, and nothing else (TRAP41)", async () => {
	const outcomes: Outcomes = {};
	const exposures = ["direct", "model-only", "codemode", "deferred", "hidden"] as const;
	const host = await hostWith(
		outcomes,
		[...exposures, "inactive", "nosuch"].map((name): [string, object] => [name, {}]),
		[...exposures.map((exposure) => textTool(exposure, { exposure })), textTool("inactive", { defaultActive: false })],
	);

	await host.prompt("go");

	expect([summary(outcomes), host.transcript().slice(1)]).toEqual([
		{
			direct: ["direct", false],
			codemode: ["codemode", false],
			deferred: ["deferred", false],
			"model-only": ["Tool model-only not found", true],
			hidden: ["Tool hidden not found", true],
			inactive: ["Tool inactive not found", true],
			nosuch: ["Tool nosuch not found", true],
		},
		["caller: called", "assistant: done"],
	]);
});

test("arguments of a nested call are prepared and validated like any other (TL04)", async () => {
	const outcomes: Outcomes = {};
	const inner = (name: string): ToolDefinition =>
		textTool(name, {
			properties: { n: { type: "number" } },
			required: ["n"],
			prepareArguments: (raw) => ({ n: (raw as { old?: unknown }).old }) as never,
			run: ({ n }) => `got ${JSON.stringify(n)}`,
		});
	const host = await hostWith(
		outcomes,
		[
			["right", { old: "3" }],
			["wrong", { old: "x" }],
		],
		[inner("right"), inner("wrong")],
	);

	await host.prompt("go");

	expect([outcomes["right"]?.result.content, outcomes["wrong"]?.isError]).toEqual([
		[{ type: "text", text: "got 3" }],
		true,
	]);
});

test("a program gets the structured content of a tool, the model its text (TL15)", async () => {
	const outcomes: Outcomes = {};
	const structured = textTool("structured", {
		outputSchema: { type: "object", properties: { n: { type: "number" } } } as never,
		run: () => ({ ...textAnswer("n is 1"), structuredContent: { n: 1 } }),
	});
	const host = await hostWith(outcomes, [["structured", {}]], [structured]);

	await host.prompt("go");

	expect(outcomes["structured"]?.result).toEqual({ ...textAnswer("n is 1"), structuredContent: { n: 1 } });
});

test("a tool's output schema is known where it is called from (TL15)", async () => {
	const schemas: unknown[] = [];
	const host = await startTestHost({ model: [callTool("look"), say("done")] });
	host.extension((pi) => {
		pi.registerTool(textTool("structured", { outputSchema: { type: "object" } as never }));
		pi.registerTool(
			textTool("look", {
				run: (_params, { ctx }) => {
					schemas.push(ctx.tools.find(({ name }) => name === "structured")?.outputSchema);
					return "looked";
				},
			}),
		);
	});

	await host.prompt("go");

	expect(schemas).toEqual([{ type: "object" }]);
});

test("a guard that blocks a nested call and asks to terminate fails that call only (TRAP43)", async () => {
	const outcomes: Outcomes = {};
	const host = await hostWith(outcomes, [["inner", {}]], [textTool("inner")]);
	host.extension((pi) => {
		pi.on("tool_call", ({ toolName, parentToolCallId }) =>
			toolName === "inner" && parentToolCallId !== undefined
				? { block: true, reason: "not nested", terminate: true }
				: undefined,
		);
	});

	await host.prompt("go");

	expect([summary(outcomes), host.transcript(), host.requests.length]).toEqual([
		{ inner: ["not nested", true] },
		["user: go", "caller: called", "assistant: done"],
		2,
	]);
});

test("a nested call is asked about with its parent's id, and what is refused appears in no request (PC-20)", async () => {
	const asked: unknown[] = [];
	const outcomes: Outcomes = {};
	const host = await hostWith(outcomes, [["read", { path: ".env" }]], []);
	host.write(".env", "SECRET=hunter2\n");
	host.extension((pi) => {
		pi.on("tool_call", ({ toolName, input, parentToolCallId }) => {
			if (toolName !== "read") return undefined;
			asked.push([(input as { path: string }).path, typeof parentToolCallId]);
			return { block: true, reason: "protected" };
		});
	});

	await host.prompt("go");

	expect([asked, summary(outcomes), JSON.stringify(host.requests)]).toEqual([
		[[".env", "string"]],
		{ read: ["protected", true] },
		expect.not.stringContaining("hunter2"),
	]);
});
