import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startRpc, type RpcHost } from "./rpc-harness.ts";

/** Answers after long enough for the commands of a test, unless it is aborted. */
const SLOW = { text: "a b c d e f g h", chunkSize: 2, delayMs: 30 };
/** A PNG of one pixel. */
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const say = (text: string) => ({ text });

const userTexts = (rpc: RpcHost, request: number): unknown[] =>
	(rpc.requests[request]?.messages ?? [])
		.filter(({ role }) => role === "user")
		.map(({ content }) => (content as { text: string }[])[0]?.text);

/** Starts a run that goes on until it is aborted or over. */
async function startRun(rpc: RpcHost): Promise<void> {
	await rpc.call("prompt", { message: "go" });
	await rpc.seen({ type: "message_update" });
}

test("prompt is answered before its run begins, and agent_settled ends it", async () => {
	const rpc = await startRpc({ turns: [say("hello")] });
	await rpc.call("prompt", { message: "hi" });
	await rpc.seen({ type: "agent_settled" });
	const order = rpc.records.map(({ type }) => type).filter((type) => /^(response|agent_)/.test(type));
	expect([order, rpc.records[0]?.["data"]]).toEqual([
		["response", "agent_start", "agent_end", "agent_settled"],
		{ disposition: "started" },
	]);
});

test("images of a prompt reach the model", async () => {
	const rpc = await startRpc({ turns: [say("seen")] });
	const images = [{ type: "image", data: PIXEL, mimeType: "image/png" }];
	await rpc.call("prompt", { message: "look", images });
	await rpc.seen({ type: "agent_settled" });
	const user = rpc.requests[0]?.messages.find(({ role }) => role === "user");
	expect(user?.content).toEqual([{ type: "text", text: "look" }, ...images]);
});

test("while a run goes on a prompt needs a way to be delivered (W03, TRAP71)", async () => {
	const rpc = await startRpc({
		turns: [SLOW, say("more")],
		extension: 'export default (pi) => pi.on("input", ({ text }) => pi.appendEntry("heard", text));',
	});
	await startRun(rpc);
	const refused = await rpc.call("prompt", { message: "now" });
	const queued = await rpc.call("prompt", { message: "then", streamingBehavior: "followUp" });
	const state = (await rpc.call("get_state")).data;
	await rpc.seen({ type: "agent_settled" });
	const { entries } = (await rpc.call("get_entries")).data;
	expect(entries.flatMap((entry) => (entry.type === "custom" ? [entry.data] : []))).toEqual(["go", "now", "then"]);
	expect([refused.success, queued.data, state.isStreaming, state.pendingMessageCount, userTexts(rpc, 1)]).toEqual([
		false,
		{ disposition: "queued" },
		true,
		1,
		["go", "then"],
	]);
});

test("an extension command is answered when it is done, and fails as an extension_error", async () => {
	const rpc = await startRpc({
		extension: `export default (pi) => {
			pi.registerCommand("note", { handler: async (args) => { await null; pi.appendEntry("note", args); } });
			pi.registerCommand("boom", { handler: () => { throw new Error("boom"); } });
		};`,
	});
	const noted = await rpc.call("prompt", { message: "/note this" });
	const { entries } = (await rpc.call("get_entries")).data;
	const boom = await rpc.call("prompt", { message: "/boom" });
	const fault = await rpc.seen({ type: "extension_error" });
	expect([noted.data, entries.at(-1), boom.data, fault["extensionPath"], fault["error"]]).toEqual([
		{ disposition: "handled" },
		expect.objectContaining({ data: "this" }),
		{ disposition: "handled" },
		"command:boom",
		"boom",
	]);
});

test("an input handler that handles the text decides the disposition of prompt, steer and follow_up", async () => {
	const rpc = await startRpc({ extension: 'export default (pi) => pi.on("input", () => ({ action: "handled" }));' });
	const answers = [];
	for (const type of ["prompt", "steer", "follow_up"] as const)
		answers.push((await rpc.call(type, { message: "x" })).data);
	expect(answers).toEqual(Array.from({ length: 3 }, () => ({ disposition: "handled" })));
});

test("a steer while idle follows the next prompt, and an extension command cannot be queued (W04, TRAP72)", async () => {
	const rpc = await startRpc({
		turns: [say("ok")],
		extension: 'export default (pi) => pi.registerCommand("cmd", { handler: async () => {} });',
	});
	const steered = await rpc.call("steer", { message: "aside" });
	const command = await rpc.call("follow_up", { message: "/cmd x" });
	await rpc.call("prompt", { message: "main" });
	await rpc.seen({ type: "agent_settled" });
	expect([steered.data, command.error, userTexts(rpc, 0)]).toEqual([
		{ disposition: "queued" },
		expect.stringContaining('"/cmd" cannot be queued'),
		["main", "aside"],
	]);
});

test("an extension command runs at once while a run goes on, and cannot be steered (TRAP72)", async () => {
	const rpc = await startRpc({
		turns: [SLOW],
		extension: `export default (pi) =>
			pi.registerCommand("cmd", { handler: (args, ctx) => pi.appendEntry("ran", [args, ctx.isIdle()]) });`,
	});
	await startRun(rpc);
	const ran = await rpc.call("prompt", { message: "/cmd x" });
	const steered = await rpc.call("steer", { message: "/cmd y" });
	const { entries } = (await rpc.call("get_entries")).data;
	await rpc.call("abort");
	expect([
		ran.data,
		steered.success,
		entries.flatMap((entry) => (entry.type === "custom" ? [entry.data] : [])),
		rpc.requests.length,
	]).toEqual([{ disposition: "handled" }, false, [["x", false]], 1]);
});

test("commands of the terminal are no commands of RPC: their text goes to extensions and the model (O12)", async () => {
	const rpc = await startRpc({
		turns: [say("no such thing"), say("never")],
		extension:
			'export default (pi) => pi.on("input", ({ text }) => (text === "/quit" ? { action: "handled" } : undefined));',
	});
	const sent = await rpc.call("prompt", { message: "/model x" });
	await rpc.seen({ type: "agent_settled" });
	const handled = await rpc.call("prompt", { message: "/quit" });
	const { commands } = (await rpc.call("get_commands")).data;
	expect([sent.data, handled.data, commands, userTexts(rpc, 0)]).toEqual([
		{ disposition: "started" },
		{ disposition: "handled" },
		[],
		["/model x"],
	]);
});

test("clear_queue gives the texts back and nothing is delivered any more", async () => {
	const rpc = await startRpc({ turns: [SLOW] });
	await startRun(rpc);
	await rpc.call("steer", { message: "s" });
	await rpc.call("follow_up", { message: "f" });
	const cleared = await rpc.call("clear_queue");
	await rpc.seen({ type: "agent_settled" });
	expect([cleared.data, rpc.requests.length]).toEqual([{ steering: ["s"], followUp: ["f"] }, 1]);
});

test("abort answers when the session is idle", async () => {
	const rpc = await startRpc({ turns: [SLOW] });
	await startRun(rpc);
	const aborted = await rpc.call("abort");
	const types = rpc.records.map(({ type }) => type);
	expect([aborted.success, types.indexOf("agent_settled") < types.lastIndexOf("response")]).toEqual([true, true]);
	expect(await rpc.seen({ type: "agent_settled" })).toEqual({ type: "agent_settled", aborted: true });
});

test("new_session while a run goes on aborts it and drops the queue; what is sent behind it is for the new one (W05)", async () => {
	const rpc = await startRpc({ turns: [SLOW, say("fresh")] });
	const before = (await rpc.call("get_state")).data.sessionId;
	await startRun(rpc);
	await rpc.call("follow_up", { message: "dropped" });
	rpc.send({ type: "new_session", parentSession: "/parent.jsonl" });
	await rpc.call("prompt", { message: "new" });
	await rpc.seen({ type: "agent_settled", aborted: false });
	const after = (await rpc.call("get_state")).data;
	expect([after.sessionId === before, after.pendingMessageCount, userTexts(rpc, 1)]).toEqual([false, 0, ["new"]]);
});

test("an extension can refuse new_session, switch_session, fork and clone", async () => {
	const rpc = await startRpc({
		turns: [say("ok")],
		extension: `export default (pi) => {
			pi.on("session_before_switch", () => ({ cancel: true }));
			pi.on("session_before_fork", () => ({ cancel: true }));
		};`,
	});
	await rpc.call("prompt", { message: "hi" });
	await rpc.seen({ type: "agent_settled" });
	const { messages } = (await rpc.call("get_fork_messages")).data;
	const answers = [
		await rpc.call("new_session"),
		await rpc.call("switch_session", { sessionPath: "other.jsonl" }),
		await rpc.call("fork", { entryId: messages[0]?.entryId }),
		await rpc.call("clone"),
	];
	expect(answers.map(({ data }) => data)).toEqual(Array.from({ length: 4 }, () => ({ cancelled: true })));
});

test("fork begins before a message, clone copies the branch, switch_session goes back", async () => {
	const rpc = await startRpc({ turns: [say("one")] });
	await rpc.call("prompt", { message: "first" });
	await rpc.seen({ type: "agent_settled" });
	const original = (await rpc.call("get_state")).data;
	const cloned = await rpc.call("clone");
	const { messages } = (await rpc.call("get_fork_messages")).data;
	const forked = await rpc.call("fork", { entryId: messages[0]?.entryId });
	const empty = (await rpc.call("get_fork_messages")).data.messages;
	const invalid = await rpc.call("fork", { entryId: "nope" });
	const switched = await rpc.call("switch_session", { sessionPath: original.sessionFile });
	const back = (await rpc.call("get_state")).data;
	expect([cloned.data, forked.data, empty, invalid.error, switched.data, back.sessionId]).toEqual([
		{ cancelled: false },
		{ text: "first", cancelled: false },
		[],
		"Invalid entry ID for forking",
		{ cancelled: false },
		original.sessionId,
	]);
});

test("clone refuses a session without messages", async () => {
	const rpc = await startRpc();
	expect((await rpc.call("clone")).error).toContain("nothing to clone");
});

test("bash streams its output under the id of the command and reaches the model with the next prompt, unless it is excluded (BT13, TRAP83)", async () => {
	const rpc = await startRpc({ turns: [say("ok")] });
	rpc.send({ id: "b", type: "bash", command: "echo hi; exit 3" });
	const response = await rpc.seen({ type: "response", id: "b" });
	const update = await rpc.seen({ type: "bash_execution_update" });
	await rpc.call("bash", { command: "echo secret", excludeFromContext: true });
	await rpc.call("prompt", { message: "so?" });
	await rpc.seen({ type: "agent_settled" });
	expect([update, response["data"], userTexts(rpc, 0)]).toEqual([
		{ type: "bash_execution_update", id: "b", delta: "hi\n" },
		{ output: "hi\n", exitCode: 3, cancelled: false, truncated: false },
		["Ran `echo hi; exit 3`\n```\nhi\n\n```\n\nCommand exited with code 3", "so?"],
	]);
});

test("abort_bash ends the command and keeps what it wrote", async () => {
	const rpc = await startRpc();
	rpc.send({ id: "b", type: "bash", command: "echo begun; sleep 60" });
	await rpc.seen({ type: "bash_execution_update" });
	await rpc.call("abort_bash");
	const { data } = await rpc.seen({ type: "response", id: "b" });
	expect(data).toEqual({ output: "begun\n", cancelled: true, truncated: false });
});

test("user_bash may answer a command or refuse it by failing (E37, TRAP82)", async () => {
	const rpc = await startRpc({
		extension: `export default (pi) => pi.on("user_bash", ({ command }) => {
			if (command === "refuse") throw new Error("no");
			return { result: { output: "made up", exitCode: 0, cancelled: false, truncated: false } };
		});`,
	});
	const answered = await rpc.call("bash", { command: "anything" });
	const refused = await rpc.call("bash", { command: "refuse" });
	const { messages } = (await rpc.call("get_messages")).data;
	expect([
		answered.data.output,
		refused.success,
		messages.map((message) => message.role === "bashExecution" && message.command),
	]).toEqual(["made up", false, ["anything"]]);
});

test("compact says when there is nothing to compact, and its events come first", async () => {
	const rpc = await startRpc();
	const { error } = await rpc.call("compact", { customInstructions: "short" });
	const types = rpc.records.map(({ type }) => type);
	expect([error, types]).toEqual([
		expect.stringContaining("Nothing to compact"),
		["compaction_start", "compaction_end", "response"],
	]);
});

const OVERLOADED = { error: { message: "overloaded", kind: "overloaded" as const } };

test("set_auto_retry off lets a failed run end at once", async () => {
	const rpc = await startRpc({ turns: [OVERLOADED] });
	await rpc.call("set_auto_retry", { enabled: false });
	await rpc.call("prompt", { message: "hi" });
	await rpc.seen({ type: "agent_settled" });
	expect([rpc.requests.length, rpc.records.some(({ type }) => type === "auto_retry_start")]).toEqual([1, false]);
});

test("abort_retry ends the wait and the run", async () => {
	const rpc = await startRpc({ turns: [OVERLOADED, say("late")] });
	await rpc.call("prompt", { message: "hi" });
	await rpc.seen({ type: "auto_retry_start" });
	await rpc.call("abort_retry");
	const end = await rpc.seen({ type: "auto_retry_end" });
	const settled = await rpc.seen({ type: "agent_settled" });
	expect([end["success"], settled["aborted"], rpc.requests.length]).toEqual([false, false, 1]);
});

test("a prompt without a model is refused before it is accepted", async () => {
	const rpc = await startRpc({ words: ["--model", "nobody/nothing"] });
	const { success, error } = await rpc.call("prompt", { message: "hi" });
	expect([success, error]).toEqual([false, expect.stringMatching(/model/i)]);
});

test("export_html writes the page and tells where", async () => {
	const rpc = await startRpc({ turns: [say("the answer")] });
	await rpc.call("prompt", { message: "hi" });
	await rpc.seen({ type: "agent_settled" });
	const outputPath = join(rpc.root, "page.html");
	const { data } = await rpc.call("export_html", { outputPath });
	expect([data, existsSync(outputPath), readFileSync(outputPath, "utf8").startsWith("<!")]).toEqual([
		{ path: outputPath },
		true,
		true,
	]);
});
