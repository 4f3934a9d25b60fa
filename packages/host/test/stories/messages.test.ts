import { expect, test } from "vitest";
import type { ExtensionAPI } from "../../src/extension-api/extension-api.ts";
import { callTool, say, startTestHost, type TestHost } from "../harness.ts";
import { textTool } from "../harness/text-tool.ts";
import { linesOf } from "../harness/transcript.ts";

const note = (content: string, more: object = {}) => ({ customType: "note", content, display: true, ...more });

const requestLines = (host: TestHost): string[][] => host.requests.map(linesOf);

test("a message sent while nothing runs is stored and precedes the next prompt (API03)", async () => {
	const host = await startTestHost({ model: [say("ok")] });
	host.extension((pi) => void pi.on("session_start", () => pi.sendMessage(note("psst", { details: { n: 1 } }))));

	await host.start();
	const stored = host.entries("custom_message");
	await host.prompt("hi");

	expect([stored, requestLines(host)]).toEqual([
		[expect.objectContaining({ customType: "note", content: "psst", display: true, details: { n: 1 } })],
		[["user: psst", "user: hi"]],
	]);
});

test("a message with triggerTurn starts a run, and handlers learn that it is custom (API03)", async () => {
	const host = await startTestHost({ model: [say("on it")] });
	const started: unknown[] = [];
	host.extension((pi) => {
		pi.registerCommand("go", { handler: () => pi.sendMessage(note("go"), { triggerTurn: true }) });
		pi.on("before_agent_start", (event) => void started.push(event.messageType));
	});

	await host.prompt("/go");

	expect([started, host.transcript()]).toEqual([["custom"], ["custom: go", "assistant: on it"]]);
});

test("while a run goes on, each way of delivery has its place (API03)", async () => {
	const host = await startTestHost({ model: [callTool("send"), say("1"), say("2"), say("3"), say("4"), say("5")] });
	host.extension((pi) =>
		pi.registerTool(
			textTool("send", {
				run: () => {
					pi.sendMessage(note("later"), { deliverAs: "nextTurn" });
					pi.sendMessage(note("follow"), { deliverAs: "followUp" });
					pi.sendMessage(note("default"));
					pi.sendMessage(note("steer"), { deliverAs: "steer" });
					pi.sendMessage(note("trigger"), { triggerTurn: true });
					pi.sendMessage(note("quiet"), { triggerTurn: false });
					return "sent";
				},
			}),
		),
	);

	await host.prompt("one");
	await host.prompt("two");

	expect(host.transcript()).toEqual([
		"user: one",
		"send: sent",
		"custom: quiet",
		"custom: default",
		"assistant: 1",
		"custom: steer",
		"assistant: 2",
		"custom: trigger",
		"assistant: 3",
		"custom: follow",
		"assistant: 4",
		"user: two",
		"custom: later",
		"assistant: 5",
	]);
});

test("a message for the next turn starts nothing, whatever triggerTurn says (API03)", async () => {
	const host = await startTestHost({ model: [say("ok")] });
	host.extension((pi) => {
		pi.on("session_start", () => pi.sendMessage(note("held"), { deliverAs: "nextTurn", triggerTurn: true }));
	});

	const agent = await host.start();
	await agent.waitForIdle();
	const before = host.transcript();
	await host.prompt("hi");

	expect([before, host.transcript()]).toEqual([[], ["user: hi", "custom: held", "assistant: ok"]]);
});

test("a user message of an extension goes through the input handlers and starts a run (API04)", async () => {
	const host = await startTestHost({ model: [say("ok")] });
	const inputs: unknown[] = [];
	host.extension((pi) => {
		pi.registerCommand("ask", { handler: () => pi.sendUserMessage("question") });
		pi.on("input", ({ text, source }) => {
			inputs.push([text, source]);
			return { action: "transform" as const, text: `${text}!` };
		});
	});

	await host.prompt("/ask");

	expect([inputs, host.transcript()]).toEqual([[["question", "extension"]], ["user: question!", "assistant: ok"]]);
});

test("while a run goes on, a user message needs deliverAs; without it a fault is reported and nothing thrown (API04)", async () => {
	const host = await startTestHost({ model: [callTool("send"), say("1"), say("2"), say("3")] });
	const returned: unknown[] = [];
	host.extension((pi) =>
		pi.registerTool(
			textTool("send", {
				run: () => {
					returned.push(pi.sendUserMessage("plain"));
					returned.push(pi.sendUserMessage("follow", { deliverAs: "followUp" }));
					returned.push(pi.sendUserMessage("steer", { deliverAs: "steer" }));
					return "sent";
				},
			}),
		),
	);

	await host.prompt("one");

	expect([returned, host.transcript(), host.faults.map(({ extensionPath, error }) => [extensionPath, error])]).toEqual([
		[undefined, undefined, undefined],
		["user: one", "send: sent", "user: steer", "assistant: 1", "user: follow", "assistant: 2"],
		[
			[
				"<runtime>",
				"The agent is busy: say how to deliver the message, as steer (before its next request) or followUp (when it is done)",
			],
		],
	]);
});

test.each([
	["by default neither dispatched nor expanded", undefined, [], ["user: /c x", "user: /tpl y"]],
	["dispatched and expanded when asked for", true, ["x"], ["user: expanded /tpl y"]],
])("slash text that an extension sends is %s (API04)", async (_what, expandPromptTemplates, ran, transcript) => {
	const host = await startTestHost({
		model: [say(""), say("")],
		expand: (text) => (text.startsWith("/tpl") ? `expanded ${text}` : text),
	});
	const send = async (pi: ExtensionAPI, text: string): Promise<void> => {
		pi.sendUserMessage(text, { ...(expandPromptTemplates && { expandPromptTemplates }) });
	};
	host.extension((pi) => {
		pi.registerCommand("c", { handler: (args) => pi.appendEntry("ran", args) });
		pi.registerCommand("first", { handler: () => send(pi, "/c x") });
		pi.registerCommand("second", { handler: () => send(pi, "/tpl y") });
	});

	await host.prompt("/first");
	await host.prompt("/second");

	expect([host.stored("ran"), host.transcript()]).toEqual([ran, transcript]);
});

test("a user message may be a list of texts and images (API04)", async () => {
	const host = await startTestHost({ model: [say("nice")] });
	const image = {
		type: "image" as const,
		data: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
		mimeType: "image/png",
	};
	host.extension((pi) =>
		pi.registerCommand("show", { handler: () => pi.sendUserMessage([{ type: "text", text: "look" }, image]) }),
	);

	await host.prompt("/show");

	expect(host.requests[0]?.messages.at(-1)?.content).toEqual([{ type: "text", text: "look" }, image]);
});

test("an entry of an extension is stored at the leaf, told to listeners and never sent (API05)", async () => {
	const host = await startTestHost({ model: [callTool("keep"), say("done")] });
	host.extension((pi) =>
		pi.registerTool(
			textTool("keep", {
				run: () => {
					pi.appendEntry("state", { n: 1 });
					pi.appendEntry("bare");
					return "kept";
				},
			}),
		),
	);

	await host.prompt("go");

	const order = host.session
		.getBranch()
		.map((entry) => (entry.type === "message" ? entry.message.role : entry.type))
		.slice(-6);
	const told = host.events.flatMap((event) => (event.type === "entry_appended" ? [event.entry] : []));
	expect([order, host.stored("state"), told, requestLines(host)[1]]).toEqual([
		["user", "assistant", "custom", "custom", "toolResult", "assistant"],
		[{ n: 1 }],
		host.entries("custom"),
		["user: go", "assistant: ", "toolResult: kept"],
	]);
});

test("a session name is one trimmed line, and an empty one clears it (API06)", async () => {
	const host = await startTestHost({ model: [] });
	const names: unknown[] = [];
	host.extension((pi) => {
		pi.on("session_start", () => {
			for (const name of ["  a\nb ", "", "c"]) {
				pi.setSessionName(name);
				names.push(pi.getSessionName());
			}
		});
	});

	await host.start();

	expect([names, host.session.getSessionName()]).toEqual([["a b", undefined, "c"], "c"]);
});

test("a label is set, changed and cleared, and an unknown entry throws (API06)", async () => {
	const host = await startTestHost({ model: [say("ok")] });
	const seen: unknown[] = [];
	host.extension((pi) => {
		pi.on("agent_end", (_event, { sessionManager }) => {
			const id = sessionManager.getLeafId() ?? "";
			for (const label of ["one", "two", undefined]) {
				pi.setLabel(id, label);
				seen.push(sessionManager.getLabel(id));
			}
			pi.setLabel("nobody", "x");
		});
	});

	await host.prompt("hi");

	expect([seen, host.entries("label").length, host.faults.map(({ event, error }) => [event, error])]).toEqual([
		["one", "two", undefined],
		3,
		[["agent_end", "Entry nobody not found"]],
	]);
});
