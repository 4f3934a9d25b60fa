import { expect, test } from "vitest";
import type { ExtensionAPI } from "../../src/extension-api/extension-api.ts";
import { callTool, say, startTestHost, type TestHost } from "../harness.ts";
import { summarized, text } from "../harness/compaction.ts";
import { linesOf } from "../harness/transcript.ts";

/** The id of the n-th message of a role. */
function idOf({ session }: TestHost, role: string, at: number): string {
	const found = session.getEntries().filter((entry) => entry.type === "message" && entry.message.role === role);
	return found[at]!.id;
}

/** Entries of the branch behind the first prompt. */
function branch({ session }: TestHost): string[] {
	return session
		.getBranch()
		.filter(({ type }) => type !== "model_change" && type !== "thinking_level_change")
		.map((entry) => (entry.type === "message" ? entry.message.role : entry.type));
}

function logTree(pi: ExtensionAPI): void {
	pi.on("session_before_tree", ({ preparation, signal }) =>
		pi.appendEntry("asked", {
			...preparation,
			entriesToSummarize: preparation.entriesToSummarize.length,
			aborted: signal.aborted,
		}),
	);
	pi.on("session_tree", ({ type: _type, ...event }, ctx) =>
		pi.appendEntry("moved", { ...event, summaryEntry: event.summaryEntry?.summary, idle: ctx.isIdle() }),
	);
}

test("navigating to an answer makes it the leaf, and the extensions are asked and told (E11, E12, K06)", async () => {
	const host = await startTestHost({ model: [say("a"), say("b"), say("c")] });
	host.extension(logTree);
	await host.prompt("one");
	await host.prompt("two");
	const agent = await host.start();
	const [target, oldLeafId] = [idOf(host, "assistant", 0), host.session.getLeafId()];
	const asked: unknown[] = [];
	agent.subscribe((event) => {
		if (event.type === "entry_appended" && event.entry.type === "custom") asked.push(event.entry.data);
	});
	const moved = await agent.navigateTree(target);
	await host.prompt("three");

	expect([moved, asked, linesOf(host.requests[2]!)]).toEqual([
		{ cancelled: false },
		[
			{
				targetId: target,
				oldLeafId,
				commonAncestorId: target,
				entriesToSummarize: 2,
				userWantsSummary: false,
				aborted: false,
			},
			{ newLeafId: target, oldLeafId, summaryEntry: undefined, idle: true },
		],
		["user: one", "assistant: a", "user: three"],
	]);
});

test("navigating to a prompt stands before it and gives its text; a label becomes the leaf (TRAP91)", async () => {
	const host = await startTestHost({ model: [say("a"), say("b"), say("c")] });
	await host.prompt("one");
	await host.prompt("two");
	const target = idOf(host, "user", 1);
	const moved = await (await host.start()).navigateTree(target, { label: "again" });
	const [leaf, label] = [host.session.getLeafEntry()?.type, host.session.getLabel(target)];
	await host.prompt("three");

	expect([moved, leaf, label, linesOf(host.requests[2]!)]).toEqual([
		{ cancelled: false, editorText: "two" },
		"label",
		"again",
		["user: one", "assistant: a", "user: three"],
	]);
});

test("a summary of what is left stands where the conversation goes on, with its files and its label (M11)", async () => {
	const host = await startTestHost({
		files: { "a.txt": "secret content" },
		model: [
			say("a"),
			callTool("read", { path: "a.txt" }),
			callTool("write", { path: "b.txt", content: "b" }),
			say("b"),
			say("what was tried"),
			say("c"),
		],
	});
	host.extension(logTree);
	await host.prompt("one");
	await host.prompt("two");
	const target = idOf(host, "assistant", 0);
	const { summaryEntry } = await (
		await host.start()
	).navigateTree(target, { summarize: true, label: "side", customInstructions: "the findings" });
	await host.prompt("three");

	const request = linesOf(host.requests[4]!).join("\n");
	expect([
		summaryEntry && { ...summaryEntry, id: "", fromId: "", timestamp: "", usage: summaryEntry.usage !== undefined },
		host.session.getLabel(summaryEntry!.id),
		branch(host),
		summarized(host.requests[4]),
		request.includes("Additional focus: the findings"),
		linesOf(host.requests[5]!).slice(1),
	]).toEqual([
		{
			type: "branch_summary",
			id: "",
			fromId: "",
			parentId: target,
			timestamp: "",
			summary: "what was tried\n\n<read-files>\na.txt\n</read-files>\n\n<modified-files>\nb.txt\n</modified-files>",
			details: { readFiles: ["a.txt"], modifiedFiles: ["b.txt"] },
			usage: true,
			fromHook: false,
		},
		"side",
		["system", "user", "assistant", "branch_summary", "label", "custom", "user", "assistant"],
		'[User]: two\n\n[Assistant tool calls]: read(path="a.txt")\n\n[Assistant tool calls]: write(path="b.txt", content="b")\n\n[Assistant]: b',
		true,
		[
			"assistant: a",
			"user: The following is a summary of a branch that this conversation came back from:\n\n<summary>\nwhat was tried\n\n<read-files>\na.txt\n</read-files>\n\n<modified-files>\nb.txt\n</modified-files></summary>",
			"user: three",
		],
	]);
});

test("instructions may replace the usual ones", async () => {
	const host = await startTestHost({ model: [say("a"), say("b"), say("only the numbers")] });
	await host.prompt("one");
	await host.prompt("two");
	await (
		await host.start()
	).navigateTree(idOf(host, "assistant", 0), {
		summarize: true,
		customInstructions: "List the numbers.",
		replaceInstructions: true,
	});

	expect(linesOf(host.requests[2]!)).toEqual([
		"user: <conversation>\n[User]: two\n\n[Assistant]: b\n</conversation>\n\nList the numbers.",
	]);
});

test("only what fits into the budget is summarised, the newest first; failed attempts are left out (M11)", async () => {
	const host = await startTestHost({
		settings: { branchSummary: { reserveTokens: 9_700 } },
		limits: { contextWindow: 10_000, maxTokens: 1000 },
		model: [
			say("a"),
			say(text(2300, "o")),
			{ error: { message: "Overloaded", status: 529 } },
			say(text(200, "n")),
			say("branch"),
		],
	});
	await host.prompt("one");
	await host.prompt("old");
	await host.prompt("new");
	await (await host.start()).navigateTree(idOf(host, "assistant", 0), { summarize: true });

	// A quarter of the window at least: 2,500 tokens.
	expect(summarized(host.requests.at(-1))).toBe(`[User]: new\n\n[Assistant]: ${text(200, "n")}`);
});

test("an extension's summary is used when one is wanted, its label always (TRAP92)", async () => {
	const run = async (summarize: boolean) => {
		const host = await startTestHost({ model: [say("a"), say("b")] });
		host.extension((pi) => {
			pi.on("session_before_tree", () => ({ summary: { summary: "own", details: { a: 1 } } }));
			pi.on("session_before_tree", () => ({ label: "L" }));
			pi.on("session_tree", ({ fromExtension, summaryEntry }) =>
				pi.appendEntry("moved", [fromExtension ?? null, summaryEntry?.details ?? null]),
			);
		});
		await host.prompt("one");
		await host.prompt("two");
		await (await host.start()).navigateTree(idOf(host, "user", 1), { summarize });
		return [host.stored("moved"), host.requests.length, branch(host).slice(3)];
	};

	expect([await run(true), await run(false)]).toEqual([
		[[[true, { a: 1 }]], 2, ["branch_summary", "label", "custom"]],
		[[[null, null]], 2, ["label", "custom"]],
	]);
});

test.each([
	["an extension refuses", { cancel: true }, say("never"), { cancelled: true }],
	["the summary cannot be written", {}, { error: { message: "no", status: 400 } }, "Branch summarization failed: no"],
])("the branch stays as it was when %s", async (_what, verdict, turn, outcome) => {
	const host = await startTestHost({ model: [say("a"), say("b"), turn] });
	host.extension((pi) => void pi.on("session_before_tree", () => verdict));
	await host.prompt("one");
	await host.prompt("two");
	const before = [host.session.getLeafId(), host.session.getEntries().length];
	const agent = await host.start();
	const result = await agent
		.navigateTree(idOf(host, "user", 0), { summarize: true })
		.catch(({ message }: Error) => message);

	expect([result, [host.session.getLeafId(), host.session.getEntries().length], agent.isIdle]).toEqual([
		outcome,
		before,
		true,
	]);
});

test("an aborted summary changes nothing", async () => {
	const host = await startTestHost({ model: [say("a"), say("b"), { text: "branch", delayMs: 60_000 }] });
	await host.prompt("one");
	await host.prompt("two");
	const agent = await host.start();
	const before = host.session.getLeafId();
	const moving = agent.navigateTree(idOf(host, "user", 0), { summarize: true });
	setImmediate(() => agent.abort());

	expect([await moving, host.session.getLeafId()]).toEqual([{ cancelled: true }, before]);
});

test("navigating to where the session is does nothing, to nowhere is refused", async () => {
	const host = await startTestHost({ model: [say("a")] });
	host.extension(logTree);
	await host.prompt("one");
	const agent = await host.start();
	const stay = await agent.navigateTree(host.session.getLeafId()!, { label: "L" });

	expect([stay, host.stored("asked")]).toEqual([{ cancelled: false }, []]);
	await expect(agent.navigateTree("nope")).rejects.toThrow("Entry nope not found");
});

test("with nothing said on the branch that is left no summary is written", async () => {
	const host = await startTestHost({ model: [say("a"), say("b")] });
	host.extension((pi) => pi.registerCommand("mark", { handler: async () => pi.appendEntry("mark") }));
	await host.prompt("one");
	await host.prompt("two");
	const agent = await host.start();
	const last = host.session.getLeafId()!;
	await agent.navigateTree(idOf(host, "assistant", 0));
	await host.prompt("/mark");
	const moved = await agent.navigateTree(last, { summarize: true });

	expect([moved, host.session.getLeafId(), host.requests.length]).toEqual([{ cancelled: false }, last, 2]);
});

test("a busy session refuses to be navigated, whatever it is busy with (K06)", async () => {
	const host = await startTestHost({
		settings: { compaction: { keepRecentTokens: 100 } },
		model: [say(text(300)), say("b"), say("sum"), say("branch")],
	});
	await host.prompt(text(120, "u"));
	const agent = await host.start();
	const target = idOf(host, "user", 0);
	const refusal = (): Promise<string> =>
		agent.navigateTree(target).then(
			() => "moved",
			({ message }: Error) => message.slice(0, 19),
		);
	const refusals: Promise<string>[] = [];
	agent.subscribe((event) => {
		if (event.type === "turn_start") refusals.push(refusal());
	});
	await agent.prompt("two");
	for (const work of [
		() => agent.compact(),
		() => agent.navigateTree(idOf(host, "assistant", 0), { summarize: true }),
	]) {
		const done = work();
		refusals.push(refusal());
		await done;
	}

	expect(await Promise.all(refusals)).toEqual(Array(3).fill("The session is busy"));
});

test("a command navigates, and the text of the prompt goes to the editor", async () => {
	const host = await startTestHost({ model: [say("a"), say("b")] });
	host.extension((pi) =>
		pi.registerCommand("back", {
			handler: async (_args, ctx) => {
				const first = ctx.sessionManager
					.getEntries()
					.find((entry) => entry.type === "message" && entry.message.role === "user");
				pi.appendEntry("moved", await ctx.navigateTree(first!.id));
			},
		}),
	);
	await host.prompt("one");
	await host.prompt("/back");
	await host.prompt("other");

	expect([host.stored("moved"), linesOf(host.requests[1]!)]).toEqual([[{ cancelled: false }], ["user: other"]]);
});
