import { expect, test } from "vitest";
import { callTool, say, startTestHost } from "../harness.ts";
import { answer, compactions, KEEP_100, startCompacting, summarized, text } from "../harness/compaction.ts";
import { linesOf } from "../harness/transcript.ts";

test("a summary takes the place of the older part, the recent part stays word for word (M03, M05)", async () => {
	const host = await startCompacting({
		model: [say(text(300)), say("two"), say("## Goal\nall of it"), say("after")],
	});
	await host.prompt("one");
	await host.prompt(text(120, "u"));
	await host.prompt("/compact keep the names");
	await host.prompt("three");

	const entry = host.entries("compaction")[0];
	expect([linesOf(host.requests[3]!), summarized(host.requests[2]), host.stored("outcome")]).toEqual([
		[
			"user: The conversation history before this point was compacted into the following summary:\n\n<summary>\n## Goal\nall of it\n</summary>",
			`user: ${text(120, "u")}`,
			"assistant: two",
			"user: three",
		],
		`[User]: one\n\n[Assistant]: ${text(300)}`,
		[["## Goal\nall of it", true]],
	]);
	expect(host.requests[3]!.tools.map(({ name }) => name)).toEqual(["read", "bash", "edit", "write"]);
	expect(Object.keys(entry as object)).toEqual([
		"type",
		"id",
		"parentId",
		"timestamp",
		"summary",
		"firstKeptEntryId",
		"tokensBefore",
		"details",
		"usage",
		"fromHook",
		"systemMessage",
	]);
	expect(linesOf(host.requests[2]!).join("\n")).toContain("keep the names");
});

test("the session as it was before the compaction is still all there", async () => {
	const host = await startCompacting({ model: [say(text(300)), say("two"), say("sum")] });
	await host.prompt("one");
	await host.prompt(text(120, "u"));
	const before = host.session.getEntries();
	await host.prompt("/compact");

	expect(host.session.getEntries().slice(0, before.length)).toEqual(before);
});

test("the last summary of an extension wins and no request is made (TRAP98, E08, E09)", async () => {
	const host = await startCompacting({ model: [say(text(300)), say("after")] });
	const seen: unknown[] = [];
	host.extension((pi) => {
		for (const summary of ["one", "two"])
			pi.on(
				"session_before_compact",
				({ preparation, branchEntries, reason, willRetry, customInstructions, signal }) => {
					const { messagesToSummarize, turnPrefixMessages, isSplitTurn, settings } = preparation;
					seen.push([messagesToSummarize.length, turnPrefixMessages.length, isSplitTurn, settings]);
					seen.push([branchEntries.length, reason, willRetry, customInstructions, signal.aborted]);
					const { firstKeptEntryId, tokensBefore } = preparation;
					return { compaction: { summary, firstKeptEntryId, tokensBefore, details: { by: summary } } };
				},
			);
		pi.on("session_compact", ({ compactionEntry, fromExtension, reason, willRetry }) =>
			pi.appendEntry("done", [compactionEntry.details, fromExtension, reason, willRetry]),
		);
	});
	await host.prompt("one");
	await host.prompt("/compact the plan");
	await host.prompt("two");

	expect([compactions(host), host.stored("done"), host.requests.length, seen.slice(0, 2)]).toEqual([
		[{ summary: "two", keeps: "assistant", byExtension: true }],
		[[{ by: "two" }, true, "manual", false]],
		2,
		[
			[0, 1, true, { enabled: true, ...KEEP_100.compaction }],
			[5, "manual", false, "the plan", false],
		],
	]);
});

test("a request for a summary is retried like any other, and the provider hooks see it (AD5)", async () => {
	const host = await startCompacting({
		model: [say(text(300)), { error: { message: "Overloaded", status: 529 } }, say("sum")],
	});
	const hooks: string[] = [];
	host.extension((pi) => {
		pi.on("before_provider_headers", () => void hooks.push("headers"));
		pi.on("before_provider_request", () => void hooks.push("request"));
		pi.on("after_provider_response", ({ status }) => void hooks.push(String(status)));
	});
	await host.prompt(text(120, "u"));
	hooks.length = 0;
	await host.prompt("/compact");

	const retries = host.events.filter(({ type }) => type.startsWith("summarization_retry"));
	expect([hooks, retries, host.waits, compactions(host).length]).toEqual([
		["headers", "request", "529", "headers", "request", "200"],
		[
			{ type: "summarization_retry_scheduled", attempt: 1, maxAttempts: 3, delayMs: 2000, errorMessage: "Overloaded" },
			{ type: "summarization_retry_attempt_start", source: "compaction", reason: "manual" },
			{ type: "summarization_retry_finished" },
		],
		[2000],
		1,
	]);
});

test("a span that is cut in the middle gets a summary of its own (M04)", async () => {
	const host = await startCompacting({
		model: [
			say(text(150)),
			{ ...callTool("bash", { command: "true" }), text: text(120, "a") },
			{ ...callTool("bash", { command: "true" }), text: text(120, "b") },
			say("end"),
			say("history"),
			say("prefix"),
		],
	});
	await host.prompt("one");
	await host.prompt("two");
	await host.prompt("/compact");

	expect([compactions(host), summarized(host.requests[4]), summarized(host.requests[5])]).toEqual([
		[
			{
				summary: "history\n\n---\n\n**Turn Context (split turn):**\n\nprefix",
				keeps: "assistant",
				byExtension: false,
			},
		],
		`[User]: one\n\n[Assistant]: ${text(150)}`,
		`[User]: two\n\n[Assistant]: ${text(120, "a")}\n\n[Assistant tool calls]: bash(command="true")\n\n[Tool result]: (no output)`,
	]);
});

test("another compaction starts where the last one kept, and carries its summary and files on (M06)", async () => {
	const host = await startCompacting({
		files: { "a.txt": "a" },
		model: [
			{ ...callTool("read", { path: "a.txt" }), text: text(200) },
			say("ok"),
			say("two"),
			say("first summary"),
			{ ...callTool("write", { path: "b.txt", content: "b" }), text: text(200, "y") },
			say("three"),
			say("four"),
			say("second summary"),
			say("five"),
		],
	});
	await host.prompt("one");
	await host.prompt(`two ${text(120, "u")}`);
	await host.prompt("/compact");
	await host.prompt("three");
	await host.prompt(`four ${text(120, "v")}`);
	await host.prompt("/compact");
	await host.prompt("five");

	const request = linesOf(host.requests[7]!).join("\n");
	expect([
		compactions(host),
		summarized(host.requests[7])?.startsWith("[User]: two "),
		/<previous-summary>\n([^]*?)\n<\/previous-summary>/.exec(request)?.[1],
		linesOf(host.requests[8]!).map((line) => line.slice(0, 12)),
	]).toEqual([
		[
			{ summary: "first summary\n\n<read-files>\na.txt\n</read-files>", keeps: "user", byExtension: false },
			{
				summary: "second summary\n\n<read-files>\na.txt\n</read-files>\n\n<modified-files>\nb.txt\n</modified-files>",
				keeps: "user",
				byExtension: false,
			},
		],
		true,
		"first summary",
		["user: The co", "user: four v", "assistant: f", "user: five"],
	]);
});

test("right after a compaction nobody knows how full the context is (TRAP97)", async () => {
	const host = await startCompacting({ model: [answer(text(300), 5000), say("sum"), answer("after", 700)] });
	host.extension((pi) => {
		for (const event of ["session_compact", "agent_before_settle"] as const)
			pi.on(event as "session_compact", (_event, ctx) =>
				pi.appendEntry("usage", [event, ctx.getContextUsage()?.tokens ?? null]),
			);
	});
	await host.prompt(text(120, "u"));
	await host.prompt("/compact");
	await host.prompt("two");

	expect(host.stored("usage")).toEqual([
		["agent_before_settle", 5000],
		["session_compact", null],
		["agent_before_settle", 700],
	]);
});

test("a boundary draft that keeps nothing leaves the summary alone (TRAP24, M14)", async () => {
	const host = await startTestHost({ model: [say("a"), say("b")] });
	host.extension((pi) => {
		let done = false;
		pi.on("agent_before_settle", () => {
			if (done) return undefined;
			done = true;
			return { entries: [{ type: "compaction" as const, summary: "all of it", firstKeptEntryId: null }] };
		});
	});
	await host.prompt("one");
	await host.prompt("two");

	const [entry] = host.entries("compaction") as { id: string; firstKeptEntryId: string }[];
	const announced = host.events.filter((event) => event.type === "entry_appended").map(({ entry }) => entry.type);
	expect([linesOf(host.requests[1]!), entry?.firstKeptEntryId === entry?.id, announced]).toEqual([
		[
			"user: The conversation history before this point was compacted into the following summary:\n\n<summary>\nall of it\n</summary>",
			"user: two",
		],
		true,
		["compaction"],
	]);
});
