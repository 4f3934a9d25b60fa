import { expect, test } from "vitest";
import { startRpc } from "./rpc-harness.ts";

const say = (text: string) => ({ text });

/** Two models of a provider with a key; the second one thinks. */
const MODELS = JSON.stringify({
	providers: {
		fake: {
			baseUrl: "http://127.0.0.1:9/v1",
			api: "openai-completions",
			apiKey: "k",
			models: [{ id: "plain" }, { id: "thinker", reasoning: true }],
		},
	},
});
const FAKE = { files: { ".pi/agent/models.json": MODELS }, words: ["--model", "fake/plain"] };

test("get_state tells the session, the model and the queues", async () => {
	const rpc = await startRpc({ words: ["--no-session"] });
	await rpc.call("steer", { message: "later" });
	const { data } = await rpc.call("get_state");
	expect({ ...data, model: data.model?.provider, sessionId: typeof data.sessionId }).toEqual({
		model: "scripted",
		thinkingLevel: "off",
		isStreaming: false,
		isCompacting: false,
		steeringMode: "one-at-a-time",
		followUpMode: "one-at-a-time",
		sessionId: "string",
		autoCompactionEnabled: true,
		messageCount: 0,
		pendingMessageCount: 1,
	});
});

test("set_steering_mode, set_follow_up_mode and set_auto_compaction show in get_state", async () => {
	const rpc = await startRpc();
	await rpc.call("set_steering_mode", { mode: "all" });
	await rpc.call("set_follow_up_mode", { mode: "all" });
	await rpc.call("set_auto_compaction", { enabled: false });
	const { data } = await rpc.call("get_state");
	expect([data.steeringMode, data.followUpMode, data.autoCompactionEnabled]).toEqual(["all", "all", false]);
});

test("set_session_name puts the name on one line and refuses an empty one", async () => {
	const rpc = await startRpc();
	const refused = await rpc.call("set_session_name", { name: " \n" });
	await rpc.call("set_session_name", { name: "my\nwork" });
	expect([refused.error, (await rpc.call("get_state")).data.sessionName]).toEqual([
		"Session name cannot be empty",
		"my work",
	]);
});

test("set_model takes a model by its two names and names the one that is not there", async () => {
	const rpc = await startRpc(FAKE);
	const { data } = await rpc.call("set_model", { provider: "fake", modelId: "thinker" });
	const missing = await rpc.call("set_model", { provider: "x", modelId: "y" });
	const { model } = (await rpc.call("get_state")).data;
	expect([data.id, data.reasoning, missing.error, model?.id]).toEqual([
		"thinker",
		true,
		"Model not found: x/y",
		"thinker",
	]);
});

test("cycle_model goes round the models that have credentials", async () => {
	const rpc = await startRpc(FAKE);
	const first = await rpc.call("cycle_model");
	const second = await rpc.call("cycle_model");
	expect([first.data?.model.id, first.data?.isScoped, second.data?.model.id]).toEqual(["thinker", false, "plain"]);
});

test("cycle_model stays within the models of --models", async () => {
	const rpc = await startRpc({ ...FAKE, words: ["--model", "fake/plain", "--models", "fake/plain,fake/thinker:high"] });
	const { data } = await rpc.call("cycle_model");
	expect([data?.model.id, data?.thinkingLevel, data?.isScoped]).toEqual(["thinker", "high", true]);
});

test("cycle_model answers null when there is one model", async () => {
	const rpc = await startRpc({ ...FAKE, words: ["--model", "fake/plain", "--models", "fake/plain"] });
	expect((await rpc.call("cycle_model")).data).toBe(null);
});

test("get_available_models lists what has credentials", async () => {
	const rpc = await startRpc(FAKE);
	const { models } = (await rpc.call("get_available_models")).data;
	expect(models.map(({ provider, id }) => `${provider}/${id}`)).toEqual(["fake/plain", "fake/thinker"]);
});

test("thinking levels are those of the model: listed, set and cycled through", async () => {
	const rpc = await startRpc({ ...FAKE, words: ["--model", "fake/thinker"] });
	const levels = (await rpc.call("get_available_thinking_levels")).data.levels;
	await rpc.call("set_thinking_level", { level: "high" });
	const set = (await rpc.call("get_state")).data.thinkingLevel;
	const cycled = (await rpc.call("cycle_thinking_level")).data;
	expect([levels, set, cycled]).toEqual([["off", "minimal", "low", "medium", "high"], "high", { level: "off" }]);
});

test("a model that does not think has one level, and cycling answers null", async () => {
	const rpc = await startRpc(FAKE);
	const levels = (await rpc.call("get_available_thinking_levels")).data.levels;
	expect([levels, (await rpc.call("cycle_thinking_level")).data]).toEqual([["off"], null]);
});

test("the transcript can be read as messages, entries, a tree, the last answer and totals", async () => {
	const rpc = await startRpc({ turns: [say("one"), say("two")] });
	for (const message of ["first", "second"]) {
		rpc.records.length = 0;
		await rpc.call("prompt", { message });
		await rpc.seen({ type: "agent_settled" });
	}
	const { messages } = (await rpc.call("get_messages")).data;
	const { entries, leafId } = (await rpc.call("get_entries")).data;
	const { tree } = (await rpc.call("get_tree")).data;
	const { messages: points } = (await rpc.call("get_fork_messages")).data;
	const after = (await rpc.call("get_entries", { since: points[1]?.entryId })).data;
	const stats = (await rpc.call("get_session_stats")).data;
	expect({
		roles: messages.map(({ role }) => role),
		leaf: entries.at(-1)?.id === leafId,
		roots: tree.map((node) => node.entry.id === entries[0]?.id),
		points: points.map(({ text }) => text),
		after: after.entries.map((entry) => entry.type === "message" && entry.message.role),
		last: (await rpc.call("get_last_assistant_text")).data,
		stats: [stats.userMessages, stats.assistantMessages, stats.toolCalls, stats.toolResults],
		hasUsage: stats.tokens.total > 0 && (stats.contextUsage?.contextWindow ?? 0) > 0,
	}).toEqual({
		roles: ["system", "user", "assistant", "user", "assistant"],
		leaf: true,
		roots: [true],
		points: ["first", "second"],
		after: ["assistant"],
		last: { text: "two" },
		stats: [2, 2, 0, 0],
		hasUsage: true,
	});
});

test("an empty session has no last answer, and get_entries refuses an id that is not there", async () => {
	const rpc = await startRpc();
	const last = (await rpc.call("get_last_assistant_text")).data;
	expect([last, (await rpc.call("get_entries", { since: "nope" })).error]).toEqual([
		{ text: null },
		"Entry not found: nope",
	]);
});

test("get_commands lists extension commands, then templates, then skills", async () => {
	const rpc = await startRpc({
		extension:
			'export default (pi) => pi.registerCommand("greet", { description: "Says hello", handler: async () => {} });',
		files: {
			".pi/agent/prompts/fix.md": "---\ndescription: Fix tests\n---\nfix",
			".pi/agent/skills/pdf/SKILL.md": "---\nname: pdf\ndescription: Reads PDF\n---\nread",
		},
	});
	const { commands } = (await rpc.call("get_commands")).data;
	expect(commands.map(({ name, source, description }) => [name, source, description])).toEqual([
		["greet", "extension", "Says hello"],
		["fix", "prompt", "Fix tests"],
		["skill:pdf", "skill", "Reads PDF"],
	]);
});
