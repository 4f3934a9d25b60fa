import { expect, test } from "vitest";
import { callTool, say, startTestHost } from "../harness.ts";
import { answer, compactionEvents, compactions, KEEP_100, text, tooLong } from "../harness/compaction.ts";
import { linesOf } from "../harness/transcript.ts";

const SMALL = { contextWindow: 20_000, maxTokens: 5000 };

test("overflow is recovered from in the published order, once (M08, TRAP75)", async () => {
	const host = await startTestHost({
		settings: KEEP_100,
		model: [say(text(300)), say("two"), tooLong, say("sum"), say("after")],
	});
	host.extension((pi) => {
		pi.on("agent_before_settle", () => pi.appendEntry("settle"));
		pi.on("session_compact", ({ reason, willRetry }) => pi.appendEntry("compact", [reason, willRetry]));
	});
	await host.prompt("one");
	await host.prompt(text(120, "u"));
	host.events.length = 0;
	await host.prompt("three");

	expect([
		compactionEvents(host.events),
		host.stored("compact"),
		host.stored("settle").length,
		linesOf(host.requests[4]!).map((line) => line.slice(0, 12)),
	]).toEqual([
		[
			"turn_start",
			"turn_end",
			"run ends, retry false",
			"omitted",
			"compacting: overflow",
			"compacted: overflow stored, retry",
			"turn_start",
			"turn_end",
			"run ends, retry false",
		],
		[["overflow", true]],
		3,
		["user: The co", "user: uuuuuu", "assistant: t", "user: three"],
	]);
});

test("a second overflow is the end, and the reason is told (M08)", async () => {
	const host = await startTestHost({
		settings: KEEP_100,
		model: [say(text(300)), tooLong, say("sum"), tooLong, say("never")],
	});
	await host.prompt(text(120, "u"));
	host.events.length = 0;
	await host.prompt("two");

	expect([compactionEvents(host.events).slice(-3), host.requests.length, host.entries("context_edit").length]).toEqual([
		[
			"turn_end",
			"run ends, retry false",
			"compacted: overflow failed: The context overflowed and compaction did not help: the model refused the compacted context too. Start a new session, take something out of this one or choose a model with a larger context window",
		],
		4,
		1,
	]);
});

test("after an answer the next overflow is recovered from again", async () => {
	const host = await startTestHost({
		settings: KEEP_100,
		model: [
			say(text(300)),
			tooLong,
			say("first"),
			{ ...callTool("bash", { command: "true" }), text: text(200, "y") },
			tooLong,
			say("second"),
			say("its prefix"),
			say("after"),
		],
	});
	await host.prompt(text(120, "u"));
	await host.prompt("two");

	expect([compactions(host).length, host.transcript().at(-1)]).toEqual([2, "assistant: after"]);
});

test("a prompt that is too large itself is summarised, and the omitted attempt stays out (M08)", async () => {
	const host = await startTestHost({ settings: KEEP_100, model: [tooLong, say("what was asked"), say("done")] });
	await host.prompt(text(300, "p"));

	expect([linesOf(host.requests[2]!), compactions(host)]).toEqual([
		[
			"user: The conversation history before this point was compacted into the following summary:\n\n<summary>\nNo prior history.\n\n---\n\n**Turn Context (split turn):**\n\nwhat was asked\n</summary>",
		],
		[
			{
				summary: "No prior history.\n\n---\n\n**Turn Context (split turn):**\n\nwhat was asked",
				keeps: "assistant",
				byExtension: false,
			},
		],
	]);
});

test.each([
	["there is nothing to compact", {}, []],
	["an extension cancels", { cancel: true }, ["compacting: overflow", "compacted: overflow aborted"]],
])("when %s the attempt is left out and not repeated (M08)", async (_what, verdict, told) => {
	const filled = "cancel" in verdict;
	const host = await startTestHost({
		settings: KEEP_100,
		model: [...(filled ? [say(text(300))] : []), tooLong, say("never")],
	});
	host.extension((pi) => void pi.on("session_before_compact", () => verdict));
	if (filled) await host.prompt(text(120, "u"));
	host.events.length = 0;
	await host.prompt("hi");

	expect([compactionEvents(host.events).slice(3), host.requests.length, host.transcript().at(-1)]).toEqual([
		["omitted", ...told],
		filled ? 2 : 1,
		"user: hi",
	]);
});

test("an answer that was cut off early is asked for again over a smaller context; one at the model's limit is not", async () => {
	const cut = (output: number) => ({ text: "partial", stopReason: "length" as const, usage: { input: 10, output } });
	const hosts = [cut(100), cut(1000)].map(async (turn) => {
		const host = await startTestHost({ settings: KEEP_100, model: [say(text(300)), turn, say("sum"), say("whole")] });
		await host.prompt(text(120, "u"));
		await host.prompt("two");
		return [host.requests.length, host.transcript().at(-1)];
	});

	expect(await Promise.all(hosts)).toEqual([
		[4, "assistant: whole"],
		[2, "assistant: partial"],
	]);
});

test("an answer that filled more than the window is kept, and compacted after (M08)", async () => {
	const host = await startTestHost({
		settings: { compaction: { ...KEEP_100.compaction, reserveTokens: 0 } },
		limits: SMALL,
		model: [say(text(300)), answer("fine", 21_000), say("sum")],
	});
	host.extension(
		(pi) => void pi.on("session_compact", ({ reason, willRetry }) => pi.appendEntry("compact", [reason, willRetry])),
	);
	await host.prompt(text(120, "u"));
	await host.prompt("two");

	expect([host.stored("compact"), host.transcript().at(-1)]).toEqual([[["overflow", false]], "assistant: fine"]);
});

test("messages that wait are told to the model after the recovery", async () => {
	const host = await startTestHost({
		settings: KEEP_100,
		model: [say(text(300)), tooLong, say("sum"), say("after"), say("and later")],
	});
	host.extension((pi) => {
		let sent = false;
		pi.on("session_before_compact", () => {
			if (sent) return;
			sent = true;
			pi.sendUserMessage("meanwhile", { deliverAs: "followUp" });
		});
	});
	await host.prompt(text(120, "u"));
	await host.prompt("two");

	expect(host.transcript().slice(-4)).toEqual([
		"user: two",
		"assistant: after",
		"user: meanwhile",
		"assistant: and later",
	]);
});
