import { expect, test } from "vitest";
import { LineSplitter } from "../../src/rpc/json-lines.ts";
import { UiRequests } from "../../src/rpc/ui-requests.ts";
import type { RpcCommandType } from "../../src/rpc/rpc-types.ts";
import { startRpc, type RpcHost } from "./rpc-harness.ts";

test("lines end at LF alone, with or without CR, wherever the bytes are cut (W01)", () => {
	const text = '{"a":"x\u2028y\u2029z"}\r\n{"b":"é"}\n\nrest';
	const whole = ['{"a":"x\u2028y\u2029z"}', '{"b":"é"}', ""];
	const splitter = new LineSplitter();
	const byteByByte = [...Buffer.from(text)].flatMap((byte) => splitter.push(Buffer.from([byte])));
	expect([byteByByte, splitter.rest(), new LineSplitter().push(Buffer.from(text))]).toEqual([whole, "rest", whole]);
});

test.each([
	["{", undefined, "parse", /^Failed to parse command: /],
	["5", undefined, "parse", /^Failed to parse command: /],
	["[]", undefined, "parse", /^Failed to parse command: /],
	["null", undefined, "parse", /^Failed to parse command: /],
	["", undefined, "parse", /^Failed to parse command: /],
	['{"id":"1","type":"nope"}', "1", "nope", /^Unknown command: nope$/],
	['{"id":"1","type":"toString"}', "1", "toString", /^Unknown command: toString$/],
	['{"id":"1"}', "1", "unknown", /type/],
	['{"id":{},"type":"get_state"}', undefined, "get_state", /^id must be a string$/],
	['{"id":"1","type":"prompt"}', "1", "prompt", /^prompt: message must be a string$/],
	['{"id":"1","type":"prompt","message":7}', "1", "prompt", /^prompt: message must be a string$/],
	['{"id":"1","type":"prompt","message":"a","images":[{}]}', "1", "prompt", /^prompt: images must be a list/],
	[
		'{"id":"1","type":"prompt","message":"a","streamingBehavior":"x"}',
		"1",
		"prompt",
		/streamingBehavior must be one of/,
	],
	['{"id":"1","type":"set_steering_mode","mode":"some"}', "1", "set_steering_mode", /mode must be one of/],
	['{"id":"1","type":"set_auto_retry","enabled":"yes"}', "1", "set_auto_retry", /enabled must be true or false/],
	['{"id":"1","type":"set_thinking_level","level":"huge"}', "1", "set_thinking_level", /level must be one of off/],
])("%s is answered with an error and changes nothing", async (line, id, command, error) => {
	const rpc = await startRpc();
	rpc.send(line);
	const { data } = await rpc.call("get_state");
	expect([rpc.records[0], data.messageCount]).toEqual([
		{ ...(id !== undefined && { id }), type: "response", command, success: false, error: expect.stringMatching(error) },
		0,
	]);
});

const COMMANDS: readonly RpcCommandType[] = [
	...(["prompt", "steer", "follow_up", "abort", "clear_queue", "new_session", "get_state", "get_messages"] as const),
	...(["set_model", "cycle_model", "get_available_models", "set_thinking_level", "cycle_thinking_level"] as const),
	...(["get_available_thinking_levels", "set_steering_mode", "set_follow_up_mode", "compact", "bash"] as const),
	...([
		"set_auto_compaction",
		"set_auto_retry",
		"abort_retry",
		"abort_bash",
		"get_session_stats",
		"export_html",
	] as const),
	...(["switch_session", "fork", "clone", "get_fork_messages", "get_entries", "get_tree"] as const),
	...(["get_last_assistant_text", "set_session_name", "get_commands"] as const),
];

test("each of the 33 commands has one answer under its name, and what lacks a field says which (W02)", async () => {
	const rpc = await startRpc();
	// A page would be written without a field; all others refuse or change what a new session has anyway.
	for (const type of COMMANDS) await rpc.call(type, type === "export_html" ? { outputPath: 7 } : {});
	const answers = rpc.records.filter(({ type }) => type === "response");
	const refused = answers.filter(({ success }) => success === false).map(({ error }) => String(error).split(":")[0]);
	expect([COMMANDS.length, answers.map(({ command }) => command), refused]).toEqual([
		33,
		COMMANDS,
		expect.arrayContaining(["prompt", "set_model", "set_thinking_level", "bash", "fork", "switch_session"]),
	]);
});

test("null stands for a field that is left out, and an unknown field is ignored", async () => {
	const rpc = await startRpc();
	rpc.send({ id: "1", type: "get_entries", since: null, extra: true });
	expect((await rpc.seen({ id: "1" }))["success"]).toBe(true);
});

const ASK = `export default (pi) => {
	const told = [];
	pi.on("ui_prompt_start", ({ kind }) => void told.push("start " + kind));
	pi.on("ui_prompt_end", ({ kind }) => void told.push("end " + kind));
	pi.registerCommand("ask", { handler: async (call, { ui, mode, hasUI }) => {
		const [method, ...values] = JSON.parse(call);
		const answer = (await ui[method](...values)) ?? "nothing";
		// Handlers of these events are not waited for.
		await new Promise(setImmediate);
		pi.appendEntry("answer", { answer, told, mode, hasUI });
	} });
	pi.registerCommand("tell", { handler: async (_args, { ui }) => {
		ui.notify("n"); ui.notify("w", "warning"); ui.setStatus("k", "s"); ui.setStatus("k", undefined);
		ui.setWidget("k", ["l"], { placement: "belowEditor" }); ui.setWidget("k", () => ({}));
		ui.setTitle("t"); ui.setEditorText("e"); ui.pasteToEditor("p");
		pi.appendEntry("answer", [ui.getEditorText(), ui.getAllThemes(), ui.getTheme("x"), ui.setTheme("x"), ui.getToolsExpanded()]);
	} });
};`;

async function answerOf(rpc: RpcHost): Promise<unknown> {
	const { entries } = (await rpc.call("get_entries")).data;
	return entries
		.flatMap((entry) => (entry.type === "custom" && entry.customType === "answer" ? [entry.data] : []))
		.at(-1);
}

test.each([
	["select", ["T", ["a", "b"]], { title: "T", options: ["a", "b"] }, { value: "b" }, "b"],
	["confirm", ["T", "M"], { title: "T", message: "M" }, { confirmed: true }, true],
	["confirm", ["T", "M", { timeout: 9000 }], { title: "T", message: "M", timeout: 9000 }, { cancelled: true }, false],
	["input", ["T", "P"], { title: "T", placeholder: "P" }, { value: "typed" }, "typed"],
	["input", ["T"], { title: "T" }, { cancelled: true }, "nothing"],
	["editor", ["T", "1\n2"], { title: "T", prefill: "1\n2" }, { value: "3" }, "3"],
])("%s%j asks the client and takes its answer (W06, E18)", async (method, values, shown, response, answer) => {
	const rpc = await startRpc({ extension: ASK });
	rpc.send({ id: "p", type: "prompt", message: `/ask ${JSON.stringify([method, ...values])}` });
	const request = await rpc.seen({ type: "extension_ui_request" });
	rpc.send({ type: "extension_ui_response", id: "unknown", value: "lost" });
	rpc.send({ type: "extension_ui_response", id: request["id"], ...response });
	await rpc.seen({ type: "response", id: "p" });
	expect([request, await answerOf(rpc)]).toEqual([
		{ type: "extension_ui_request", id: expect.any(String), method, ...shown },
		{ answer, told: [`start ${method}`, `end ${method}`], mode: "rpc", hasUI: true },
	]);
});

test("what needs no answer is told, and what needs a terminal does nothing", async () => {
	const rpc = await startRpc({ extension: ASK });
	await rpc.call("prompt", { message: "/tell" });
	const told = rpc.records.filter(({ type }) => type === "extension_ui_request").map(({ type, id, ...rest }) => rest);
	expect([told, await answerOf(rpc)]).toEqual([
		[
			{ method: "notify", message: "n", notifyType: "info" },
			{ method: "notify", message: "w", notifyType: "warning" },
			{ method: "setStatus", statusKey: "k", statusText: "s" },
			{ method: "setStatus", statusKey: "k" },
			{ method: "setWidget", widgetKey: "k", widgetLines: ["l"], widgetPlacement: "belowEditor" },
			{ method: "setTitle", title: "t" },
			{ method: "set_editor_text", text: "e" },
			{ method: "set_editor_text", text: "p" },
		],
		["", [], null, { success: false, error: "Theme switching not supported in RPC mode" }, false],
	]);
});

test("a component of an extension is nothing in RPC, and yet a span (TRAP105)", async () => {
	const rpc = await startRpc({ extension: ASK });
	await rpc.call("prompt", { message: '/ask ["custom"]' });
	expect([await answerOf(rpc), rpc.records.filter(({ type }) => type === "extension_ui_request")]).toEqual([
		{ answer: "nothing", told: ["start custom", "end custom"], mode: "rpc", hasUI: true },
		[],
	]);
});

test("a dialog dismisses itself after its time, when its signal aborts and when nobody can answer (TRAP106)", async () => {
	const sent: string[] = [];
	const due: (() => void)[] = [];
	const clock = { after: (_ms: number, run: () => void) => (due.push(run), () => {}) };
	const requests = new UiRequests({ send: ({ method }) => sent.push(method), clock });
	const caller = new AbortController();
	const timed = requests.ask({ method: "input", title: "a", timeout: 5 }, { timeout: 5 });
	const aborted = requests.ask({ method: "input", title: "b" }, { signal: caller.signal });
	const open = requests.ask({ method: "input", title: "c" });
	due[0]?.();
	caller.abort();
	requests.close();
	const late = requests.ask({ method: "input", title: "d" });
	const tooLate = requests.ask({ method: "input", title: "e" }, { signal: caller.signal });
	expect([await Promise.all([timed, aborted, open, late, tooLate]), sent.length]).toEqual([
		[undefined, undefined, undefined, undefined, undefined],
		3,
	]);
});

test("a dialog of session_start is answered before any command begins", async () => {
	const rpc = await startRpc({
		extension: `export default (pi) => pi.on("session_start", async (_event, { ui }) => {
			pi.appendEntry("answer", await ui.input("Who?"));
		});`,
	});
	rpc.send({ id: "1", type: "get_state" });
	const { id } = await rpc.seen({ type: "extension_ui_request" });
	const isEarly = rpc.records.some(({ type }) => type === "response");
	rpc.send({ type: "extension_ui_response", id, value: "me" });
	await rpc.seen({ type: "response", id: "1" });
	expect([isEarly, await answerOf(rpc)]).toEqual([false, "me"]);
});

test("ctx.shutdown in a command ends the mode when the command is answered (C14)", async () => {
	const rpc = await startRpc({
		extension: `export default (pi) => pi.registerCommand("bye", { handler: async (_args, ctx) => {
			ctx.shutdown(); await null; pi.appendEntry("answer", "went on");
		} });`,
	});
	const { data } = await rpc.call("prompt", { message: "/bye" });
	expect([data, await rpc.ended]).toEqual([{ disposition: "handled" }, 0]);
});

test("ctx.shutdown in a run ends the mode when the run has settled (C14)", async () => {
	const rpc = await startRpc({
		turns: [{ text: "one" }],
		extension: 'export default (pi) => pi.on("agent_start", (_event, ctx) => ctx.shutdown());',
	});
	await rpc.call("prompt", { message: "hi" });
	const code = await rpc.ended;
	expect([code, rpc.records.some(({ type, aborted }) => type === "agent_settled" && aborted === false)]).toEqual([
		0,
		true,
	]);
});

test("at the end of stdin pending commands are answered, dialogs are dismissed and the run is aborted", async () => {
	const rpc = await startRpc({
		turns: [{ text: "a b c d e f g h i j k l", chunkSize: 1, delayMs: 50 }],
		extension: ASK,
	});
	await rpc.call("prompt", { message: "go" });
	rpc.send({ id: "d", type: "prompt", message: '/ask ["input","T"]' });
	rpc.send({ id: "b", type: "bash", command: "sleep 0.1; echo done" });
	await rpc.seen({ type: "extension_ui_request" });
	rpc.close();
	const code = await rpc.ended;
	const settled = await rpc.seen({ type: "agent_settled" });
	const bash = await rpc.seen({ id: "b", type: "response" });
	const dialog = await rpc.seen({ id: "d", type: "response" });
	expect([code, settled["aborted"], (bash["data"] as { output: string }).output, dialog["success"]]).toEqual([
		0,
		true,
		"done\n",
		true,
	]);
});
