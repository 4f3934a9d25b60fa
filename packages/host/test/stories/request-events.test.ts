import { expect, test } from "vitest";
import type { ExtensionContext } from "../../src/extension-api/context.ts";
import type { AgentMessage } from "@tau/agent";
import type { SystemMessage } from "@tau/ai";
import { callTool, say, startTestHost } from "../harness.ts";
import { startModelServer } from "../harness/model-server.ts";
import { startProject } from "../harness/start-project.ts";
import { textTool } from "../harness/text-tool.ts";
import { linesOf, textOf } from "../harness/transcript.ts";

const system = (content: string): SystemMessage => ({ role: "system", content, timestamp: 0 });

test("prompt and tools come back when context keeps only the last message (E26, TRAP46)", async () => {
	const host = await startTestHost({ model: [say("1"), say("2")] });
	const roles: string[][] = [];
	host.extension((pi) => {
		pi.on("context", ({ messages }) => {
			roles.push(messages.map(({ role }) => role));
			return { messages: messages.slice(-1) };
		});
	});

	await host.prompt("a");
	await host.prompt("b");

	const [first, second] = host.requests;
	expect([roles, linesOf(second ?? { messages: [] }), second?.prompt, second?.tools.map(({ name }) => name)]).toEqual([
		[["user"], ["user", "assistant", "user"]],
		["user: b"],
		first?.prompt,
		first?.tools.map(({ name }) => name),
	]);
});

test("what context changes in place is sent and not stored (TRAP48, E26)", async () => {
	const host = await startTestHost({ model: [say("1")] });
	host.extension((pi) => {
		pi.on("context", ({ messages }) => {
			const last = messages.at(-1);
			if (last?.role === "user") last.content = [{ type: "text", text: "changed" }];
		});
	});

	await host.prompt("typed");

	expect([host.requests.map(linesOf), host.transcript()]).toEqual([
		[["user: changed"]],
		["user: typed", "assistant: 1"],
	]);
});

test("a system message that context adds stands behind the host's (TRAP47)", async () => {
	const host = await startTestHost({ model: [say("1")] });
	const heads: string[][] = [];
	host.extension((pi) => {
		pi.on("context", ({ messages }) => ({ messages: [system("mine"), ...messages] }));
		pi.on("context_with_system", ({ messages }) => {
			heads.push(messages.map((message) => (message.role === "system" ? textOf(message.content) : message.role)));
		});
	});

	await host.prompt("go");

	expect(heads).toEqual([["", "mine", "user"]]);
	expect(host.requests[0]?.prompt).toContain("mine");
});

test("who filters the system messages away is told, and the request goes without them (TRAP49, E27)", async () => {
	const host = await startTestHost({ model: [say("1")] });
	host.extension((pi) => {
		pi.on("context_with_system", ({ messages }) => ({ messages: messages.filter(({ role }) => role !== "system") }));
	}, "filter.ts");

	await host.prompt("go");

	expect([host.requests[0], host.faults.map(({ extensionPath, event }) => [extensionPath, event])]).toEqual([
		expect.objectContaining({ prompt: "", tools: [] }),
		[["filter.ts", "context_with_system"]],
	]);
	expect(host.requests.map(linesOf)).toEqual([["user: go"]]);
});

test("what context_with_system answers is sent as it is (E27)", async () => {
	const host = await startTestHost({ model: [say("1")] });
	const only: AgentMessage[] = [system("all of it"), { role: "user", content: "instead", timestamp: 0 }];
	host.extension((pi) => void pi.on("context_with_system", () => ({ messages: only })));

	await host.prompt("go");

	expect([host.requests[0]?.prompt, host.requests.map(linesOf), host.faults]).toEqual([
		"all of it",
		[["user: instead"]],
		[],
	]);
});

test("a forced prompt is what is sent and shown until agent_end, and is in no file (C17, TRAP50, AD3)", async () => {
	const host = await startTestHost({ model: [callTool("work"), say("1"), say("2")] });
	const shown: [string, boolean][] = [];
	let runs = 0;
	host.extension((pi) => {
		pi.registerTool(textTool("work"));
		pi.on("before_agent_start", () => (++runs === 1 ? { systemPrompt: "forced" } : undefined));
		for (const event of ["turn_start", "agent_end", "agent_settled"] as const)
			pi.on(
				event,
				(_event: unknown, ctx: ExtensionContext) => void shown.push([event, ctx.getSystemPrompt() === "forced"]),
			);
		// The forced prompt is applied after this.
		pi.on(
			"context_with_system",
			({ messages }) => void shown.push(["context", JSON.stringify(messages).includes("forced")]),
		);
	});

	await host.prompt("go");
	await host.prompt("again");

	expect([host.requests.map(({ prompt }) => prompt === "forced"), JSON.stringify(host.session.getEntries())]).toEqual([
		[true, true, false],
		expect.not.stringContaining("forced"),
	]);
	expect(shown.slice(0, 6)).toEqual([
		["turn_start", true],
		["context", false],
		["turn_start", true],
		["context", false],
		["agent_end", true],
		["agent_settled", false],
	]);
});

test("before a run prompts are chained, messages gather and a throw stops nothing (E14, TRAP54, TRAP55)", async () => {
	const host = await startTestHost({ model: [say("1")] });
	const note = (content: string): { customType: string; content: string; display: boolean } => ({
		customType: "note",
		content,
		display: true,
	});
	const seen: unknown[] = [];
	host.extension((pi) => {
		pi.on("session_start", () => pi.sendMessage(note("held"), { deliverAs: "nextTurn" }));
		pi.on("before_agent_start", (event) => {
			seen.push(event.messageType === "user" ? event.prompt : undefined);
			return { message: note("first"), systemPrompt: "one" };
		});
	});
	host.extension((pi) => void pi.on("before_agent_start", () => Promise.reject(new Error("broken"))));
	host.extension((pi) => {
		pi.on("before_agent_start", ({ systemPrompt }) => ({
			message: note("third"),
			systemPrompt: `${systemPrompt} two`,
		}));
	});

	await host.prompt("go");

	expect([seen, host.requests[0]?.prompt, host.transcript(), host.faults.map(({ error }) => error)]).toEqual([
		["go"],
		"one two",
		["user: go", "custom: held", "custom: first", "custom: third", "assistant: 1"],
		["broken"],
	]);
});

test("the options of each run are the base ones with the tools that are active then (TRAP52, TRAP53, AD1)", async () => {
	const host = await startTestHost({ model: [say("1"), say("2"), say("3")] });
	const seen: unknown[] = [];
	let runs = 0;
	host.extension((pi) => {
		pi.on("before_agent_start", ({ systemPromptOptions: options }) => {
			runs += 1;
			seen.push([options.appendSystemPrompt, options.hiddenTools, Object.keys(options.toolGuidelines).length > 0]);
			if (runs === 1) {
				options.selectedTools = ["read"];
				options.appendSystemPrompt = "once";
			}
			if (runs === 2) pi.setActiveTools(["read", "ls"]);
			if (runs === 3) options.forceSystemPrompt = "forced by option";
		});
	});

	for (const text of ["a", "b", "c"]) await host.prompt(text);

	expect([seen, host.requests.map(({ tools }) => tools.map(({ name }) => name)), host.requests[2]?.prompt]).toEqual([
		Array.from({ length: 3 }, () => ["", [], true]),
		[["read"], ["read", "ls"], ["read", "ls"]],
		"forced by option",
	]);
	expect(host.requests.map(({ prompt }) => prompt.includes("once"))).toEqual([true, false, false]);
});

test("the events of a request come in their order, and change what is sent (E28, E29, E30, E31, E39, TRAP56, TRAP57)", async () => {
	const server = await startModelServer("answer");
	const provider = {
		baseUrl: server.url,
		api: "openai-completions",
		apiKey: "secret",
		headers: { "x-gone": "yes", "x-kept": "yes" },
		models: [{ id: "m" }],
	};
	const project = await startProject({
		files: {
			"home/.pi/agent/models.json": JSON.stringify({ providers: { mock: provider } }),
			"hooks.ts": `export default (pi) => {
				const order = [];
				const hear = (name, handler = () => {}) => pi.on(name, (event) => {
					if (order.at(-1) !== name) order.push(name);
					return handler(event);
				});
				hear("context");
				hear("context_with_system");
				hear("before_provider_headers", ({ headers }) => {
					headers["x-new"] = "1";
					headers["x-gone"] = null;
					return { headers: { "x-ignored": "1" } };
				});
				hear("before_provider_request", ({ payload }) => ({ ...payload, temperature: 0.5 }));
				hear("before_provider_request", () => undefined);
				hear("after_provider_response", ({ status, headers }) => order.push(status + " " + headers["content-type"]));
				hear("provider_stream_event", ({ provider, api, model, data }) => {
					order.push([provider, api, model, typeof data].join(" "));
					throw new Error("broken");
				});
				hear("message_start");
				hear("message_end");
				pi.on("agent_settled", () => pi.appendEntry("order", order.splice(0)));
			};`,
		},
		words: ["-e", "%/hooks.ts", "--model", "mock/m"],
	});

	await project.prompt("go");

	const [order] = (await project.stored("order")) as string[][];
	const [call] = server.calls;
	const names = ["x-new", "x-kept", "x-gone", "x-ignored"];
	expect([names.map((name) => call?.headers[name]), call?.body["temperature"], new Set(order)]).toEqual([
		["1", "yes", undefined, undefined],
		0.5,
		new Set([
			"message_start",
			"message_end",
			"context",
			"context_with_system",
			"before_provider_headers",
			"before_provider_request",
			"after_provider_response",
			"200 text/event-stream",
			"provider_stream_event",
			"mock openai-completions m object",
		]),
	]);
	const request = order?.slice(order.indexOf("context"), order.indexOf("mock openai-completions m object"));
	expect(request).toEqual([
		"context",
		"context_with_system",
		"before_provider_headers",
		"before_provider_request",
		"after_provider_response",
		"200 text/event-stream",
		"provider_stream_event",
	]);
	expect([project.faults.every(({ event }) => event === "provider_stream_event"), project.faults.length > 0]).toEqual([
		true,
		true,
	]);
});
