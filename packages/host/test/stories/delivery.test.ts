import { expect, test } from "vitest";
import type { ExtensionAPI } from "../../src/extension-api/extension-api.ts";
import { callTool, callTools, say, startTestHost } from "../harness.ts";
import { textTool } from "../harness/text-tool.ts";
import { linesOf } from "../harness/transcript.ts";

test("a user message without a way of delivery is refused during a turn, and nothing is thrown (TRAP64)", async () => {
	const host = await startTestHost({ model: [callTool("send"), say("done")] });
	host.extension((pi) => {
		pi.registerTool(textTool("send", { run: () => (pi.sendUserMessage("plain"), "sent") }));
	});

	await host.prompt("go");

	expect([host.transcript(), host.faults.map(({ extensionPath }) => extensionPath)]).toEqual([
		["user: go", "send: sent", "assistant: done"],
		["<runtime>"],
	]);
});

test("at the end of a run a plain message is refused and a follow-up is a run of its own (TRAP65)", async () => {
	const host = await startTestHost({ model: [say("1"), say("2")] });
	let runs = 0;
	host.extension((pi) => {
		pi.on("agent_end", () => {
			if (++runs > 1) return;
			pi.sendUserMessage("plain");
			pi.sendUserMessage("follow", { deliverAs: "followUp" });
		});
	});

	await host.prompt("go");

	expect([runs, host.transcript(), host.faults.length]).toEqual([
		2,
		["user: go", "assistant: 1", "user: follow", "assistant: 2"],
		1,
	]);
});

test("work asked for when everything has settled waits for all who are told (TRAP66, E17)", async () => {
	const host = await startTestHost({ model: [say("1"), say("2")] });
	const order: string[] = [];
	host.extension((pi) => {
		let asked = false;
		pi.on("agent_settled", (_event, ctx) => {
			order.push(`first settled, idle ${ctx.isIdle()}`);
			if (!asked) pi.sendUserMessage("more");
			asked = true;
		});
		pi.on("agent_start", () => void order.push("start"));
	});
	host.extension((pi) => void pi.on("agent_settled", async () => void order.push("second settled")));

	await host.prompt("go");

	const round = ["start", "first settled, idle true", "second settled"];
	expect([order, host.transcript()]).toEqual([
		[...round, ...round],
		["user: go", "assistant: 1", "user: more", "assistant: 2"],
	]);
});

test("a message with a trigger makes the session busy before the call returns (TRAP67)", async () => {
	const host = await startTestHost({ model: [say("1")] });
	const idle: boolean[] = [];
	host.extension((pi) => {
		pi.registerCommand("go", {
			handler: async (_args, ctx) => {
				pi.sendMessage({ customType: "note", content: "go", display: true }, { triggerTurn: true });
				idle.push(ctx.isIdle());
				await ctx.waitForIdle();
				idle.push(ctx.isIdle());
			},
		});
	});

	await host.prompt("/go");

	expect([idle, host.transcript()]).toEqual([
		[false, true],
		["custom: go", "assistant: 1"],
	]);
});

test("a message that was just sent has not been queued yet (TRAP68, C13)", async () => {
	const host = await startTestHost({ model: [callTool("send"), say("1"), say("2")] });
	const pending: boolean[] = [];
	host.extension((pi) => {
		pi.registerTool(
			textTool("send", {
				run: async (_params, { ctx }) => {
					pi.sendUserMessage("later", { deliverAs: "followUp" });
					pending.push(ctx.hasPendingMessages());
					await new Promise(setImmediate);
					pending.push(ctx.hasPendingMessages());
					return "sent";
				},
			}),
		);
		pi.on("agent_settled", (_event, ctx) => void pending.push(ctx.hasPendingMessages()));
	});

	await host.prompt("go");

	expect(pending).toEqual([false, true, false]);
});

test("after an abort nothing that waits is run until the next prompt (TRAP73, C12)", async () => {
	const host = await startTestHost({ model: [callTools(["stop"], ["other"]), say("1"), say("2")] });
	const told: unknown[] = [];
	host.extension((pi) => {
		pi.registerTool(textTool("stop"));
		pi.registerTool(textTool("other"));
		let stopped = false;
		pi.on("tool_call", async (_event, ctx) => {
			if (stopped) return;
			stopped = true;
			pi.sendMessage({ customType: "note", content: "steer", display: true });
			pi.sendMessage({ customType: "note", content: "follow", display: true }, { deliverAs: "followUp" });
			ctx.abort();
		});
		pi.on("tool_execution_end", ({ toolName, isError }) => void told.push([toolName, isError]));
		pi.on("agent_before_settle", () => void told.push("before settle"));
		pi.on("agent_settled", ({ aborted }, ctx) => void told.push([aborted, ctx.hasPendingMessages()]));
	});

	await host.prompt("go");
	const requests = host.requests.length;
	await host.prompt("again");

	expect([requests, told.slice(0, 3)]).toEqual([
		1,
		[
			["stop", true],
			["other", true],
			[true, true],
		],
	]);
	expect(linesOf(host.requests[1] ?? { messages: [] }).slice(-2)).toEqual(["user: again", "user: steer"]);
	expect(host.transcript().slice(-2)).toEqual(["custom: follow", "assistant: 2"]);
});

const quietly = (pi: ExtensionAPI, content: string): void =>
	pi.sendMessage({ customType: "note", content, display: true }, { triggerTurn: false });

test("what is sent quietly is stored behind the drafts of the next boundary, and in front of the next request (TRAP60, API03)", async () => {
	const host = await startTestHost({ model: [callTool("work"), say("done")] });
	const pending: unknown[] = [];
	host.extension((pi) => {
		pi.registerTool(textTool("work", { run: () => (quietly(pi, "by the tool"), "work") }));
		pi.on("turn_end", ({ turnIndex }) => {
			if (turnIndex > 0) return undefined;
			quietly(pi, "by the end of the turn");
			const draft = { type: "custom_message" as const, customType: "note", content: "draft", display: true };
			return { entries: [draft] };
		});
		pi.on("agent_end", () => quietly(pi, "by the end of the run"));
		pi.on("agent_before_settle", () => quietly(pi, "before settling"));
	});
	host.extension((pi) => {
		pi.on("turn_end", ({ context }) => void pending.push(context.pendingMessages.length));
		pi.on("agent_before_settle", ({ context }) => void pending.push(context.pendingMessages.length));
	});

	await host.prompt("go");

	const turn = ["user: go", "work: work", "custom: draft", "custom: by the tool", "custom: by the end of the turn"];
	expect([host.transcript(), host.requests[1]?.messages.at(-1), pending]).toEqual([
		[...turn, "assistant: done", "custom: by the end of the run", "custom: before settling"],
		expect.objectContaining({ role: "user", content: [{ type: "text", text: "by the end of the turn" }] }),
		[2, 0, 2],
	]);
});

test("what is sent quietly when a run was aborted, or before it stored anything, is not held back (API03)", async () => {
	const host = await startTestHost({ model: [say("done")] });
	host.extension((pi) => {
		pi.on("before_agent_start", () => quietly(pi, "before the start"));
		pi.on("agent_end", (_event, ctx) => {
			quietly(pi, "too late");
			ctx.abort();
		});
	});

	await host.prompt("go");

	expect(host.transcript()).toEqual(["custom: before the start", "user: go", "assistant: done", "custom: too late"]);
});

test("a message that steers from the end of a turn or of a message is in the next request (API04, M02)", async () => {
	const host = await startTestHost({ model: [callTool("work"), say("done"), say("never")] });
	host.extension((pi) => {
		pi.registerTool(textTool("work"));
		let asked = 0;
		pi.on("message_end", ({ message }) => {
			if (message.role === "user" && ++asked === 1) pi.sendUserMessage("by a message", { deliverAs: "steer" });
		});
		pi.on("turn_end", ({ turnIndex }) => {
			if (turnIndex === 0) pi.sendUserMessage("by a turn", { deliverAs: "steer" });
		});
		pi.on("input", async (event) => ({ action: "transform" as const, text: `${event.text}!` }));
	});

	await host.prompt("go");

	expect(host.requests.map(linesOf)).toEqual([
		["user: go!", "user: by a message!"],
		["user: go!", "user: by a message!", "assistant: ", "toolResult: work", "user: by a turn!"],
	]);
});

test("a message that is sent while a run starts joins that run (AD2)", async () => {
	const host = await startTestHost({ model: [say("1"), say("never")] });
	host.extension((pi) => {
		pi.on("before_agent_start", () => {
			pi.sendMessage({ customType: "note", content: "joins", display: true });
		});
	});

	await host.prompt("go");

	expect([host.transcript(), host.requests.length]).toEqual([["user: go", "custom: joins", "assistant: 1"], 1]);
});

test("input handlers transform in turn, the first that handles ends it, and a throw stops nothing (E38, TRAP79, TRAP80)", async () => {
	const host = await startTestHost({ model: [say("1")] });
	const asked: unknown[] = [];
	host.extension((pi) => {
		pi.on("input", ({ text, source }) => {
			asked.push([text, source]);
			return { action: "transform" as const, text: `${text}!` };
		});
		pi.on("input", () => Promise.reject(new Error("broken")));
		pi.on("input", ({ text }) => (text === "mine!" ? { action: "handled" as const } : { action: "continue" as const }));
		pi.on("input", ({ text }) => void asked.push(text));
	});

	await host.prompt("mine");
	await host.prompt("yours");

	expect([asked, host.transcript(), host.faults.map(({ error }) => error)]).toEqual([
		[["mine", "interactive"], ["yours", "interactive"], "yours!"],
		["user: yours!", "assistant: 1"],
		["broken", "broken"],
	]);
});

test("a transform into a command is text, into a template it is expanded; commands are never heard (E38, TRAP76, TRAP78)", async () => {
	const host = await startTestHost({
		model: [say("1"), say("2")],
		expand: (text) => (text.startsWith("/both") || text.startsWith("/tpl") ? `expanded ${text}` : text),
	});
	const heard: string[] = [];
	host.extension((pi) => {
		pi.registerCommand("both", { handler: (args) => pi.appendEntry("ran", args) });
		pi.on("input", ({ text }) => {
			heard.push(text);
			return { action: "transform" as const, text: text === "command" ? "/both x" : "/tpl y" };
		});
	});

	await host.prompt("/both direct");
	await host.prompt("command");
	await host.prompt("template");

	expect([heard, host.stored("ran"), host.requests.map(linesOf).map((lines) => lines.at(-1))]).toEqual([
		["command", "template"],
		["direct"],
		["user: expanded /both x", "user: expanded /tpl y"],
	]);
});
