import { expect, test } from "vitest";
import type { HookName } from "../../src/extension-api/hook-table.ts";
import { callTools, say, startTestHost } from "../harness.ts";
import { textTool } from "../harness/text-tool.ts";
import { linesOf, textOf } from "../harness/transcript.ts";

test("a run is told from its start to its end in one order (E15, E19, E21, E23, E25)", async () => {
	const host = await startTestHost({ model: [callTools(["work"], ["nosuch"]), say("done")] });
	const told: string[] = [];
	const hear = (name: HookName, show: (event: never) => string): void =>
		host.extension(
			(pi) => void pi.on(name, (event: unknown) => void told.push(`${name} ${show(event as never)}`.trim())),
		);
	host.extension((pi) => pi.registerTool(textTool("work")));
	hear("agent_start", () => "");
	hear("agent_end", ({ messages }: { messages: unknown[] }) => `${messages.length}`);
	hear(
		"turn_start",
		(event: { turnIndex: number; timestamp: number }) => `${event.turnIndex} ${typeof event.timestamp}`,
	);
	hear("turn_end", ({ turnIndex }: { turnIndex: number }) => `${turnIndex}`);
	hear("message_start", ({ message }: { message: { role: string } }) => message.role);
	hear("message_end", ({ message }: { message: { role: string } }) => message.role);
	hear("tool_call", ({ toolName }: { toolName: string }) => toolName);
	hear("tool_execution_start", ({ toolName }: { toolName: string }) => toolName);
	hear("tool_execution_end", (event: { toolName: string; isError: boolean }) => `${event.toolName} ${event.isError}`);

	await host.prompt("go");

	expect(told).toEqual([
		"agent_start",
		"turn_start 0 number",
		"message_start system",
		"message_end system",
		"message_start user",
		"message_end user",
		"message_start assistant",
		"message_end assistant",
		"tool_execution_start work",
		"tool_call work",
		"tool_execution_start nosuch",
		"tool_execution_end nosuch true",
		"tool_execution_end work false",
		"message_start toolResult",
		"message_end toolResult",
		"message_start toolResult",
		"message_end toolResult",
		"turn_end 0",
		"turn_start 1 number",
		"message_start assistant",
		"message_end assistant",
		"turn_end 1",
		"agent_end 6",
	]);
});

test("only answers are told as they grow, and as the same message (E21)", async () => {
	const host = await startTestHost({ model: [say("some words")] });
	const told: unknown[] = [];
	host.extension((pi) => {
		pi.on("message_update", ({ message, assistantMessageEvent }) => {
			told.push([message.role, assistantMessageEvent.type]);
		});
	});

	await host.prompt("go");

	expect([new Set(told.map((pair) => (pair as string[])[0])), told.at(0), told.at(-1)]).toEqual([
		new Set(["assistant"]),
		["assistant", "text_start"],
		["assistant", "text_end"],
	]);
});

test("a replaced message is what is stored and sent; one of another role is refused (E22, TRAP58)", async () => {
	const host = await startTestHost({ model: [say("raw"), say("second")] });
	host.extension((pi) => {
		pi.on("message_end", ({ message }) => {
			if (message.role === "user")
				return { message: { ...message, content: [{ type: "text" as const, text: "changed" }] } };
			if (message.role === "assistant" && textOf(message.content) === "raw")
				return { message: { ...message, role: "user" } as never };
			return undefined;
		});
	}, "editor.ts");

	await host.prompt("typed");
	await host.prompt("typed again");

	expect([host.transcript(), host.requests.map(linesOf), host.faults.map(({ error }) => error)]).toEqual([
		["user: changed", "assistant: raw", "user: changed", "assistant: second"],
		[["user: changed"], ["user: changed", "assistant: raw", "user: changed"]],
		[expect.stringContaining("same role")],
	]);
});

test("a call whose arguments a handler patched runs with them and stays so (E22, TRAP59)", async () => {
	const host = await startTestHost({ model: [callTools(["work", { n: 1 }]), say("done")] });
	const ran: unknown[] = [];
	host.extension((pi) => {
		pi.registerTool(textTool("work", { properties: { n: { type: "number" } }, run: ({ n }) => (ran.push(n), "ok") }));
		pi.on("message_end", ({ message }) => {
			if (message.role !== "assistant") return undefined;
			const content = message.content.map((block) =>
				block.type === "toolCall" ? { ...block, arguments: { n: 2 } } : block,
			);
			return { message: { ...message, content } };
		});
	});

	await host.prompt("go");

	const sent = host.requests[1]?.messages.find(({ role }) => role === "assistant")?.content as { arguments: unknown }[];
	expect([ran, sent[0]?.arguments]).toEqual([[2], { n: 2 }]);
});

test("partial results are told until the call has answered (E24)", async () => {
	const host = await startTestHost({ model: [callTools(["work"]), say("done")] });
	const told: unknown[] = [];
	host.extension((pi) => {
		pi.registerTool(
			textTool("work", {
				run: (_params, { onUpdate }) => {
					for (const text of ["a", "ab"]) onUpdate?.({ content: [{ type: "text", text }], details: {} });
					setImmediate(() => onUpdate?.({ content: [{ type: "text", text: "late" }], details: {} }));
					return "abc";
				},
			}),
		);
		pi.on("tool_execution_update", ({ toolName, partialResult }) => {
			told.push([toolName, textOf((partialResult as { content: { type: string; text: string }[] }).content)]);
		});
	});

	await host.prompt("go");

	expect(told).toEqual([
		["work", "a"],
		["work", "ab"],
	]);
});

test("calls end in the order in which they finish, those that never ran without a duration (E25, E35)", async () => {
	const host = await startTestHost({ model: [callTools(["slow"], ["fast"], ["blocked"]), say("done")] });
	const ended: unknown[] = [];
	let finish = (): void => {};
	host.extension((pi) => {
		const waiting = new Promise<void>((resolve) => (finish = resolve));
		pi.registerTool(textTool("slow", { run: async () => (await waiting, "slow") }));
		pi.registerTool(textTool("fast"));
		pi.registerTool(textTool("blocked"));
		pi.on("tool_call", ({ toolName }) => (toolName === "blocked" ? { block: true } : undefined));
		pi.on("tool_execution_end", ({ toolName, isError, durationMs }) => {
			ended.push([toolName, isError, typeof durationMs]);
			if (toolName === "fast") finish();
		});
	});

	await host.prompt("go");

	expect([ended, host.transcript().slice(1, 4)]).toEqual([
		[
			["blocked", true, "undefined"],
			["fast", false, "number"],
			["slow", false, "number"],
		],
		["slow: slow", "fast: fast", "blocked: Tool execution was blocked (error)"],
	]);
});

test("each handler of a result sees what the one before it made (E36)", async () => {
	const host = await startTestHost({ model: [callTools(["work"]), say("done")] });
	const seen: unknown[] = [];
	host.extension((pi) => {
		pi.registerTool(textTool("work"));
		pi.on("tool_result", () => ({ details: { by: "first" } }));
		pi.on("tool_result", () => Promise.reject(new Error("broken")));
		pi.on("tool_result", ({ details, content, isError }) => {
			seen.push([details, textOf(content), isError]);
			return { content: [{ type: "text" as const, text: "patched" }], isError: true };
		});
	});

	await host.prompt("go");

	expect([seen, host.transcript()[1], host.faults.map(({ error }) => error)]).toEqual([
		[[{ by: "first" }, "work", false]],
		"work: patched (error)",
		["broken"],
	]);
});

test("a dispatch asks the handlers there were when it began (L11)", async () => {
	const host = await startTestHost({ model: [say("1"), say("2")] });
	const told: string[] = [];
	host.extension((pi) => {
		let leave = (): void => {};
		let added = false;
		pi.on("turn_start", () => {
			told.push("first");
			leave();
			if (!added) pi.on("turn_start", () => void told.push("added"));
			added = true;
		});
		leave = pi.on("turn_start", () => void told.push("left"));
	});

	await host.prompt("a");
	await host.prompt("b");

	expect(told).toEqual(["first", "left", "first", "added"]);
});
