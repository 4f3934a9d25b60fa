import type { AgentMessage } from "@tau/agent";
import { expect, test } from "vitest";
import { callTool, say, startTestHost } from "../harness.ts";
import { textTool } from "../harness/text-tool.ts";
import type { ToolDefinition } from "../../src/extension-api/tool.ts";
import type { TestHost } from "../harness.ts";

/** A tool of two levels: it calls a tool that calls another. */
const deep: ToolDefinition[] = [
	textTool("leaf", { properties: { n: { type: "number" } }, run: ({ n }) => `leaf ${JSON.stringify(n)}` }),
	textTool("middle", { run: async (_params, { ctx }) => (await ctx.executeTool("leaf", { n: 1 }), "middle") }),
	textTool("fails", { run: () => Promise.reject(new Error("x".repeat(900))) }),
];

async function hostCalling(run: Parameters<typeof textTool>[1], tools: ToolDefinition[]): Promise<TestHost> {
	const host = await startTestHost({ model: [callTool("outer"), say("done")] });
	host.extension((pi) => {
		for (const tool of [...tools, textTool("outer", run)]) pi.registerTool(tool);
	});
	return host;
}

const records = (host: TestHost): unknown[] =>
	host.session
		.getBranch()
		.flatMap((entry) =>
			entry.type === "message" && entry.message.role === "toolResult" ? [entry.message.nestedCalls] : [],
		);

test("nested calls are numbered below their parent, told with it, and only recorded on its result (TC3, TC4)", async () => {
	const host = await hostCalling(
		{
			run: async (_params, { ctx }) => {
				await ctx.executeTool("middle", {});
				await ctx.executeTool("fails", {});
				return "called";
			},
		},
		deep,
	);
	const told: unknown[] = [];
	host.extension((pi) => {
		pi.on("tool_execution_start", ({ toolCallId, parentToolCallId }) => void told.push([toolCallId, parentToolCallId]));
	});

	await host.prompt("go");

	const [id] = told[0] as [string];
	expect([told, host.transcript(), records(host)]).toEqual([
		[
			[id, undefined],
			[`${id}/1`, id],
			[`${id}/1/1`, `${id}/1`],
			[`${id}/2`, id],
		],
		["user: go", "outer: called", "assistant: done"],
		[
			{
				calls: [
					{ id: `${id}/1`, name: "middle", arguments: {}, status: "ok", durationMs: 0 },
					{ id: `${id}/1/1`, name: "leaf", arguments: { n: 1 }, status: "ok", durationMs: 0 },
					{ id: `${id}/2`, name: "fails", arguments: {}, status: "error", durationMs: 0, error: "x".repeat(500) },
				],
				complete: true,
			},
		],
	]);
});

test("the start and the end of a result's message both carry the record (TC4, E21)", async () => {
	const host = await hostCalling(
		{ run: async (_params, { ctx }) => (await ctx.executeTool("middle", {}), "ok") },
		deep,
	);
	const told: unknown[] = [];
	host.extension((pi) => {
		const note = ({ type, message }: { type: string; message: AgentMessage }): void => {
			if (message.role === "toolResult") told.push([type, message.nestedCalls?.calls.map(({ name }) => name)]);
		};
		pi.on("message_start", note);
		pi.on("message_end", note);
	});

	await host.prompt("go");

	expect([told, host.events.map(({ type }) => type).filter((type) => type === "message_start").length]).toEqual([
		[
			["message_start", ["middle", "leaf"]],
			["message_end", ["middle", "leaf"]],
		],
		5,
	]);
});

test("the record is bounded in calls and in bytes, and says that something is missing (TC4)", async () => {
	const host = await hostCalling(
		{
			run: async (_params, { ctx }) => {
				await ctx.executeTool("big", { text: "x".repeat(9000) });
				for (let call = 0; call < 5; call++) await ctx.executeTool("big", { text: "x".repeat(8000) });
				for (let call = 0; call < 300; call++) await ctx.executeTool("big", { text: "" });
				return "called";
			},
		},
		[textTool("big", { properties: { text: { type: "string" } } })],
	);

	await host.prompt("go");

	const [record] = records(host) as { calls: { argumentsBytes?: number }[]; complete: boolean }[];
	expect([
		record?.calls.length,
		record?.complete,
		record?.calls.slice(0, 7).map(({ argumentsBytes }) => argumentsBytes),
	]).toEqual([256, false, [9011, undefined, undefined, undefined, undefined, 8011, undefined]]);
});

test("a nested call that nobody waited for is recorded as unfinished (TC4)", async () => {
	let finish = (): void => {};
	const waiting = new Promise<void>((resolve) => (finish = resolve));
	const host = await hostCalling({ run: async (_params, { ctx }) => (void ctx.executeTool("slow", {}), "called") }, [
		textTool("slow", { run: async () => (await waiting, "slow") }),
	]);

	await host.prompt("go");
	finish();

	expect(records(host)).toEqual([
		{ calls: [expect.objectContaining({ name: "slow", status: "unfinished" })], complete: true },
	]);
});

test("a nested call never rejects for a failure of its tool, and passes all hooks (TC2)", async () => {
	const outcomes: unknown[] = [];
	const host = await hostCalling(
		{
			run: async (_params, { ctx }) => {
				const updates: unknown[] = [];
				for (const [name, args] of [
					["fails", {}],
					["nosuch", {}],
					["leaf", { n: "no number" }],
					["blocked", {}],
					["leaf", { n: "2" }],
				] as const) {
					const { result, isError } = await ctx.executeTool(name, args, { onUpdate: (part) => updates.push(part) });
					const [block] = result.content;
					outcomes.push([block?.type === "text" ? block.text.split("\n")[0]?.slice(0, 36) : "", isError]);
				}
				return "called";
			},
		},
		[...deep, textTool("blocked")],
	);
	host.extension((pi) => {
		pi.on("tool_call", ({ toolName }) => (toolName === "blocked" ? { block: true, reason: "not now" } : undefined));
		pi.on("tool_result", ({ toolName, parentToolCallId, content }) =>
			toolName === "leaf" && parentToolCallId !== undefined
				? { content: [...content, { type: "text" as const, text: "seen" }] }
				: undefined,
		);
	});

	await host.prompt("go");

	expect(outcomes).toEqual([
		["x".repeat(36), true],
		["Tool nosuch not found", true],
		['Validation failed for tool "leaf":', true],
		["not now", true],
		["leaf 2", false],
	]);
});

test("a sequential tool has the place for itself among nested calls, others run side by side (TC6)", async () => {
	const order: string[] = [];
	const step = (name: string, mode: object = {}): ToolDefinition =>
		textTool(name, {
			...mode,
			run: async () => {
				order.push(`${name} begins`);
				await new Promise(setImmediate);
				order.push(`${name} ends`);
				return name;
			},
		});
	const host = await hostCalling(
		{
			run: async (_params, { ctx }) => {
				await Promise.all(["a", "b", "alone", "c"].map((name) => ctx.executeTool(name, {})));
				return "called";
			},
		},
		[step("a"), step("b"), step("c"), step("alone", { executionMode: "sequential" })],
	);

	await host.prompt("go");

	expect(order).toEqual([
		"a begins",
		"b begins",
		"a ends",
		"b ends",
		"alone begins",
		"alone ends",
		"c begins",
		"c ends",
	]);
});
