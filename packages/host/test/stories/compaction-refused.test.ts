import { expect, test } from "vitest";
import { callTool, say, startTestHost, type TestHostOptions } from "../harness.ts";
import { compactionEvents, KEEP_100, startCompacting, text } from "../harness/compaction.ts";
import { textTool } from "../harness/text-tool.ts";
import { linesOf } from "../harness/transcript.ts";

test.each<[string, TestHostOptions["model"], string[]]>([
	["nothing is compacted in a small session", [say("a")], ["one", "/compact"]],
	["nothing is compacted in an empty session", [], ["/compact"]],
])("%s (M07, E10)", async (_what, model, prompts) => {
	const host = await startCompacting({ model });
	host.extension(
		(pi) =>
			void pi.on("session_compact_failed", ({ type: _type, ...event }, ctx) =>
				pi.appendEntry("failed", { ...event, idle: ctx.isIdle() }),
			),
	);

	for (const prompt of prompts) await host.prompt(prompt);

	expect([host.stored("outcome"), host.stored("failed"), host.entries("compaction")]).toEqual([
		[["Nothing to compact (session too small)", true]],
		[
			{
				reason: "manual",
				errorMessage: "Compaction failed: Nothing to compact (session too small)",
				aborted: false,
				willRetry: false,
				fromExtension: false,
				idle: true,
			},
		],
		[],
	]);
});

test("of two compactions at once the second finds nothing to do (M07)", async () => {
	const host = await startTestHost({ settings: KEEP_100, model: [say(text(300)), say("sum"), say("never")] });
	await host.prompt(text(120, "u"));
	const agent = await host.start();
	const [first, second] = await Promise.allSettled([agent.compact(), agent.compact()]);

	expect([
		first.status,
		second.status === "rejected" && (second.reason as Error).message,
		host.requests.length,
	]).toEqual(["fulfilled", "Already compacted", 2]);
});

test("an extension cancels a compaction; that is no failure with a reason (TRAP98, E08, E10)", async () => {
	const host = await startCompacting({ model: [say(text(300)), say("never")] });
	host.extension((pi) => {
		pi.on("session_before_compact", () => ({ cancel: true }));
		pi.on("session_compact_failed", ({ aborted, errorMessage }) => pi.appendEntry("failed", { aborted, errorMessage }));
	});
	await host.prompt("one");
	await host.prompt("/compact");

	expect([host.stored("outcome"), host.stored("failed"), compactionEvents(host.events).slice(-2)]).toEqual([
		[["Compaction cancelled", true]],
		[{ aborted: true }],
		["compacting: manual", "compacted: manual aborted"],
	]);
});

test.each([
	["the request for it fails", { error: { message: "no", status: 400 } }, "no summary was written: no"],
	[
		"it is cut off",
		{ text: "half", stopReason: "length" as const },
		"no summary was written: the answer was cut off at the output limit, so the summary is incomplete",
	],
	["it is empty", { text: "" }, "no summary was written: the model answered without a summary"],
	[
		"it is longer than what it replaces",
		{ text: text(400) },
		expect.stringMatching(/^the summary is not shorter than what it would replace/),
	],
])("nothing is stored when the summary fails: %s", async (_what, turn, outcome) => {
	const host = await startCompacting({ model: [say(text(200)), turn, say("after")] });
	await host.prompt("one");
	const before = host.session.getLeafId();
	await host.prompt("/compact");
	await host.prompt("two");

	const [stored] = host.entries("custom") as { parentId: string }[];
	expect([host.stored("outcome"), host.entries("compaction"), stored?.parentId, host.transcript()]).toEqual([
		[[outcome, true]],
		[],
		before,
		["user: one", `assistant: ${text(200)}`, "user: two", "assistant: after"],
	]);
});

test("a compaction aborts what runs, does not go on with it, and leaves queued messages for the next prompt (M07, B50)", async () => {
	const host = await startTestHost({
		settings: KEEP_100,
		model: [say(text(300)), callTool("work"), say("sum"), say("answer"), say("and later")],
	});
	const outcomes: unknown[] = [];
	host.extension((pi) => {
		pi.registerTool(
			textTool("work", {
				run: (_params, { ctx }) => {
					ctx.compact({ onComplete: ({ summary }) => outcomes.push(["stored", summary.slice(-3), ctx.isIdle()]) });
					pi.sendMessage({ customType: "later", content: "later", display: true }, { deliverAs: "followUp" });
					return "worked";
				},
			}),
		);
		pi.on("agent_settled", ({ aborted }) => void outcomes.push(["settled", aborted]));
	});
	await host.prompt(text(120, "u"));
	await host.prompt("work");
	const requests = host.requests.length;
	await host.prompt("next");

	expect([outcomes, requests, host.transcript().slice(-4)]).toEqual([
		[
			["settled", false],
			["settled", true],
			["stored", "sum", true],
			["settled", false],
		],
		3,
		["user: next", "assistant: answer", "custom: later", "assistant: and later"],
	]);
});

test("a prompt that comes while the context is compacted runs afterwards, on the smaller context", async () => {
	const host = await startTestHost({ settings: KEEP_100, model: [say(text(300)), say("sum"), say("after")] });
	await host.prompt(text(120, "u"));
	const agent = await host.start();
	const compacting = agent.compact();
	const prompting = agent.prompt("next");
	const { summary } = await compacting;
	await prompting;

	expect([summary.slice(-3), linesOf(host.requests[2]!).map((line) => line.slice(0, 12)), agent.isIdle]).toEqual([
		"sum",
		["user: The co", "assistant: x", "user: next"],
		true,
	]);
});

test("an aborted compaction stores nothing and rejects", async () => {
	const host = await startTestHost({
		settings: KEEP_100,
		model: [say(text(300)), { text: "sum", delayMs: 60_000 }, say("after")],
	});
	await host.prompt(text(120, "u"));
	const agent = await host.start();
	agent.subscribe((event) => {
		if (event.type === "compaction_start") setImmediate(() => agent.abort());
	});
	await expect(agent.compact()).rejects.toThrow(/^Compaction cancelled$/);
	await agent.waitForIdle();
	await host.prompt("next");

	expect([host.entries("compaction"), host.transcript().slice(-2)]).toEqual([[], ["user: next", "assistant: after"]]);
});

test("what a callback of ctx.compact throws is reported and stops nothing (L20)", async () => {
	const host = await startTestHost({ model: [say("a"), say("b")] });
	host.extension((pi) =>
		pi.registerCommand("compact", {
			handler: async (_args, ctx) =>
				ctx.compact({
					onError: () => {
						throw new Error("callback broke");
					},
				}),
		}),
	);
	await host.prompt("/compact");
	await host.prompt("hi");

	expect([host.faults.map(({ extensionPath, error }) => [extensionPath, error]), host.transcript()]).toEqual([
		[["<runtime>", "callback broke"]],
		["user: hi", "assistant: a"],
	]);
});
