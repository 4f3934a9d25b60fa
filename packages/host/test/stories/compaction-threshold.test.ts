import { expect, test } from "vitest";
import { callTool, say, startTestHost } from "../harness.ts";
import { answer, compactionEvents, compactions, KEEP_100, summarized, text, tooLong } from "../harness/compaction.ts";
import { textTool } from "../harness/text-tool.ts";
import { linesOf } from "../harness/transcript.ts";

const SMALL = { contextWindow: 20_000, maxTokens: 5000 };
const NEARLY_FULL = { input: 19_500, output: 100 };

test("between turns the context is compacted before the next messages are taken (M01, M02)", async () => {
	const host = await startTestHost({
		settings: KEEP_100,
		limits: SMALL,
		model: [say(text(200)), { ...callTool("bash", { command: "true" }), usage: NEARLY_FULL }, say("sum"), say("done")],
	});
	const order: string[] = [];
	host.extension((pi) => {
		pi.on("tool_call", () => pi.sendMessage({ customType: "steered", content: "steered", display: true }));
		pi.on("session_compact", ({ reason }) => void order.push(`compacted: ${reason}`));
		pi.on("message_start", ({ message }) => void order.push(message.role));
		pi.on("turn_start", () => void order.push("turn_start"));
		pi.on("turn_end", () => void order.push("turn_end"));
	});
	await host.prompt(text(150, "u"));
	order.length = 0;
	await host.prompt("two");

	expect([order, linesOf(host.requests[3]!).map((line) => line.slice(0, 16)), compactions(host).length]).toEqual([
		[
			"turn_start",
			"user",
			"assistant",
			"toolResult",
			"turn_end",
			"compacted: threshold",
			"turn_start",
			"custom",
			"assistant",
			"turn_end",
		],
		["user: The conver", "assistant: xxxxx", "user: two", "assistant: ", "toolResult: (no ", "user: steered"],
		1,
	]);
});

test("a batch that ends the run is not compacted for (M02)", async () => {
	const host = await startTestHost({
		settings: { compaction: { ...KEEP_100.compaction, reserveTokens: 5000 } },
		limits: SMALL,
		model: [say(text(200)), { ...callTool("last"), usage: { input: 14_000, output: 100 } }],
	});
	const during: string[] = [];
	host.extension((pi) => {
		pi.registerTool(
			textTool("last", { run: () => ({ content: [{ type: "text", text: "end" }], details: {}, terminate: true }) }),
		);
		pi.on("session_before_compact", () => void during.push("compaction"));
		pi.on("agent_end", () => void during.push("end of the run"));
	});
	await host.prompt(text(150, "u"));
	await host.prompt("two");

	expect(during).toEqual(["end of the run", "end of the run"]);
});

test("after a run and before a prompt the size of the next request decides (M01)", async () => {
	const host = await startTestHost({
		settings: KEEP_100,
		limits: SMALL,
		model: [answer(text(200), 15_000), say("sum"), say("after")],
	});
	const order: string[] = [];
	host.extension((pi) => {
		pi.on("session_compact", (_event, ctx) => void order.push(`compacted, idle ${ctx.isIdle()}`));
		pi.on("before_agent_start", () => void order.push("prepare"));
	});
	await host.prompt(text(150, "u"));
	// 15,000 fit; with this prompt they would not.
	await host.prompt(text(5000, "p"));

	expect([order, summarized(host.requests[1])]).toEqual([
		["prepare", "compacted, idle false", "prepare"],
		`[User]: ${text(150, "u")}`,
	]);
});

test("a model that is chosen for the next prompt brings its own limit and override (M13)", async () => {
	const settings = {
		compaction: {
			keepRecentTokens: 100,
			reserveTokens: 1000,
			modelOverrides: { "scripted/small": { reserveTokens: 9000 } },
		},
	};
	const host = await startTestHost({
		settings,
		limits: SMALL,
		model: [answer(text(200), 12_000), say("sum"), say("after")],
	});
	const seen: unknown[] = [];
	host.extension(
		(pi) => void pi.on("session_before_compact", ({ preparation }) => void seen.push(preparation.settings)),
	);
	await host.prompt(text(150, "u"));
	const agent = await host.start();
	const before = compactions(host).length;
	await agent.setModel({ ...agent.model!, id: "small" });
	await host.prompt("two");

	expect([before, compactions(host).length, seen]).toEqual([
		0,
		1,
		[{ enabled: true, reserveTokens: 9000, keepRecentTokens: 100 }],
	]);
});

test.each<[unknown, string]>([
	[{ reserveTokens: -1 }, 'compaction.modelOverrides["scripted/model"].reserveTokens is -1'],
	[{ keepRecentTokens: 1.5 }, 'compaction.modelOverrides["scripted/model"].keepRecentTokens is 1.5'],
	[5, 'compaction.modelOverrides["scripted/model"] is 5'],
])("the override %j of the model in use refuses the prompt before a request is made (M13)", async (override, text) => {
	const host = await startTestHost({
		settings: {
			compaction: { modelOverrides: { "scripted/model": override, "scripted/other": { reserveTokens: -1 } } },
		},
		model: [say("never")],
	});

	await expect(host.prompt("hi")).rejects.toThrow(text);
	expect(host.requests).toEqual([]);
});

test("automatic compaction can be turned off, the manual one stays (M01)", async () => {
	const host = await startTestHost({
		settings: { compaction: { ...KEEP_100.compaction, enabled: false } },
		limits: SMALL,
		model: [{ ...say(text(300)), usage: NEARLY_FULL }, tooLong, say("sum")],
	});
	await host.prompt(text(120, "u"));
	await host.prompt("two");
	const before = compactionEvents(host.events).filter((line) => line.startsWith("comp"));
	await (await host.start()).compact();

	expect([before, host.entries("context_edit"), compactions(host).length]).toEqual([[], [], 1]);
});

test("a compaction that leaves too much is not repeated until there is more to compact, and says why once", async () => {
	const host = await startTestHost({
		// Less than prompt and tools alone.
		settings: { compaction: { keepRecentTokens: 100, reserveTokens: 19_990 } },
		limits: SMALL,
		model: [
			say(text(200)),
			say("first"),
			callTool("bash", { command: "true" }),
			callTool("bash", { command: "true" }),
			{ ...callTool("bash", { command: "true" }), text: text(200, "y") },
			say("second"),
			say("its prefix"),
			say("done"),
		],
	});
	await host.prompt(text(150, "u"));
	await host.prompt("two");

	const lines = compactionEvents(host.events).filter((line) => line.startsWith("comp"));
	expect([lines, host.transcript().at(-1)]).toEqual([
		[
			"compacting: threshold",
			"compacted: threshold stored",
			expect.stringMatching(
				/^compacted: threshold failed: Automatic compaction failed: the context is over its limit of 10 tokens again \(about \d+\) with less than 100 new ones/,
			),
			"compacting: threshold",
			"compacted: threshold stored",
		],
		"assistant: done",
	]);
});

test("a summary that cannot be written is tried again with the next prompt, not with every turn", async () => {
	const host = await startTestHost({
		settings: KEEP_100,
		limits: SMALL,
		model: [
			say(text(200)),
			{ ...callTool("bash", { command: "true" }), usage: NEARLY_FULL },
			{ error: { message: "no", status: 400 } },
			{ ...callTool("bash", { command: "true" }), usage: NEARLY_FULL },
			{ ...say("done"), usage: NEARLY_FULL },
			say("sum"),
			say("after"),
		],
	});
	await host.prompt(text(150, "u"));
	await host.prompt("two");
	const failed = compactionEvents(host.events).filter((line) => line.startsWith("compacted"));
	await host.prompt("three");

	expect([failed, compactions(host).length, host.transcript().at(-1)]).toEqual([
		["compacted: threshold failed: Automatic compaction failed: no summary was written: no"],
		1,
		"assistant: after",
	]);
});

test("an abort ends an automatic compaction; the run ends with it and nothing is stored", async () => {
	const host = await startTestHost({
		settings: KEEP_100,
		limits: SMALL,
		model: [
			say(text(200)),
			{ ...callTool("bash", { command: "true" }), usage: NEARLY_FULL },
			{ text: "sum", delayMs: 60_000 },
			say("never"),
		],
	});
	const settled: boolean[] = [];
	host.extension((pi) => void pi.on("agent_settled", ({ aborted }) => void settled.push(aborted)));
	await host.prompt(text(150, "u"));
	const agent = await host.start();
	agent.subscribe((event) => {
		if (event.type === "compaction_start") setImmediate(() => agent.abort());
	});
	await host.prompt("two");

	expect([compactions(host), settled, compactionEvents(host.events).includes("compacted: threshold aborted")]).toEqual([
		[],
		[false, true],
		true,
	]);
});

test("a history larger than the window is summarised piece by piece", async () => {
	const host = await startTestHost({
		settings: { compaction: { keepRecentTokens: 100, reserveTokens: 1000, enabled: false } },
		// A quarter is for the answer and 4,000 tokens around: 3,500 tokens of three characters are left.
		limits: { contextWindow: 10_000, maxTokens: 1000 },
		model: [say(text(2000, "a")), say(text(2000, "b")), say("c"), say("part one"), say("both parts")],
	});
	await host.prompt("one");
	await host.prompt("two");
	await host.prompt(text(120, "u"));
	await (await host.start()).compact();

	const second = linesOf(host.requests[4]!).join("\n");
	expect([
		host.requests.slice(3).map((request) => summarized(request)?.slice(0, 25)),
		/<previous-summary>\n([^]*?)\n<\/previous-summary>/.exec(second)?.[1],
		compactions(host).map(({ summary }) => summary),
	]).toEqual([["[User]: one\n\n[Assistant]:", "[Assistant]: bbbbbbbbbbbb"], "part one", ["both parts"]]);
});
