import { createAssistantMessageEventStream } from "@tau/ai";
import * as tau from "@tau/host";
import { expect, test } from "vitest";
import { assistant, NO_USAGE, toolResult, user } from "./entries.ts";

// What extensions call by name when they compact on their own; each function once, through the public door (M01-M12).

const MODEL = { provider: "p", id: "m", api: "a", contextWindow: 50_000 } as Parameters<typeof tau.compact>[1];
const USAGE = { ...NO_USAGE, input: 7, output: 3, totalTokens: 10 };
const NEVER = new AbortController().signal;

/** Answers every request with a text that says how many it was. */
function summarizer() {
	const prompts: string[] = [];
	const streamFn: NonNullable<Parameters<typeof tau.compact>[7]> = (_model, { messages }) => {
		prompts.push(JSON.stringify(messages.at(-1)?.content));
		const stream = createAssistantMessageEventStream();
		const message = { ...assistant(`summary ${prompts.length}`), usage: USAGE };
		stream.push({ type: "done", reason: "stop", message });
		return stream;
	};
	return { prompts, streamFn };
}

function readCall(path: string): ReturnType<typeof assistant> {
	const message = assistant("");
	return { ...message, content: [{ type: "toolCall", id: "c1", name: "read", arguments: { path } }] };
}

/** Two exchanges, the first with a tool. */
function entries(): tau.SessionEntry[] {
	const manager = tau.SessionManager.inMemory("/w");
	for (const message of [
		user("a".repeat(400)),
		readCall("/f.ts"),
		toolResult("r".repeat(400)),
		{ ...assistant("b".repeat(400)), usage: USAGE },
		user("c".repeat(400)),
		assistant("d".repeat(400)),
	])
		manager.appendMessage(message);
	return manager.getBranch();
}

test("DEFAULT_COMPACTION_SETTINGS holds the published numbers (M01, M03)", () => {
	expect(tau.DEFAULT_COMPACTION_SETTINGS).toEqual({ enabled: true, reserveTokens: 16_384, keepRecentTokens: 20_000 });
});

test("estimateTokens counts a token for four characters", () => {
	expect([tau.estimateTokens(user("12345678")), tau.estimateTokens(user("123456789"))]).toEqual([2, 3]);
});

test("calculateContextTokens takes the total, or adds up what there is", () => {
	const parts = { ...NO_USAGE, input: 1, output: 2, cacheRead: 3, cacheWrite: 4, totalTokens: 0 };
	expect([tau.calculateContextTokens(USAGE), tau.calculateContextTokens(parts)]).toEqual([10, 10]);
});

test("getLastAssistantUsage is that of the last answer that was counted", () => {
	expect([tau.getLastAssistantUsage(entries()), tau.getLastAssistantUsage([])]).toEqual([USAGE, undefined]);
});

test("shouldCompact compares the context with the window less its reserve (M01)", () => {
	const settings: tau.CompactionSettings = { enabled: true, reserveTokens: 10, keepRecentTokens: 5 };
	expect([90, 91].map((tokens) => tau.shouldCompact(tokens, 100, settings))).toEqual([false, true]);
});

test("findCutPoint never begins with the result of a tool and names the turn it splits (M03, M04)", () => {
	const all = entries();
	const cut = (keep: number): tau.CutPointResult => tau.findCutPoint(all, 0, all.length, keep);
	expect([cut(150), cut(350), cut(390), cut(100_000)]).toEqual([
		{ firstKeptEntryIndex: 4, turnStartIndex: -1, isSplitTurn: false },
		{ firstKeptEntryIndex: 3, turnStartIndex: 0, isSplitTurn: true },
		{ firstKeptEntryIndex: 3, turnStartIndex: 0, isSplitTurn: true },
		{ firstKeptEntryIndex: 0, turnStartIndex: -1, isSplitTurn: false },
	]);
});

test("findTurnStartIndex is where the user spoke last (M04)", () => {
	const all = entries();
	expect([3, 5].map((at) => tau.findTurnStartIndex(all, at, 0)).concat(tau.findTurnStartIndex(all, 3, 1))).toEqual([
		0, 4, -1,
	]);
});

test("generateSummary and generateSummaryWithUsage ask the given stream function, and carry a summary on (M06)", async () => {
	const { prompts, streamFn } = summarizer();
	const messages = [user("question"), assistant("answer")];
	const text = await tau.generateSummary(
		messages,
		MODEL,
		undefined,
		"key",
		undefined,
		NEVER,
		"Only the numbers",
		"what was before",
		undefined,
		streamFn,
	);
	const counted = await tau.generateSummaryWithUsage(
		messages,
		MODEL,
		undefined,
		"key",
		undefined,
		NEVER,
		undefined,
		undefined,
		undefined,
		streamFn,
	);

	const carried = ["question", "Only the numbers", "what was before"].map((part) => prompts[0]?.includes(part));
	expect([text, counted, carried, prompts[1]?.includes("what was before")]).toEqual([
		"summary 1",
		{ text: "summary 2", usage: USAGE },
		[true, true, true],
		false,
	]);
});

test("compact summarises what an extension prepared, with the files behind it (M05)", async () => {
	const { streamFn } = summarizer();
	const fileOps: tau.FileOperations = { read: new Set(["/a", "/b"]), written: new Set(["/b"]), edited: new Set() };
	const preparation = {
		firstKeptEntryId: "kept",
		messagesToSummarize: [user("question"), assistant("answer")],
		turnPrefixMessages: [],
		isSplitTurn: false,
		tokensBefore: 12,
		fileOps,
		settings: tau.DEFAULT_COMPACTION_SETTINGS,
	};
	expect(await tau.compact(preparation, MODEL, "key", undefined, undefined, NEVER, undefined, streamFn)).toEqual({
		summary: "summary 1\n\n<read-files>\n/a\n</read-files>\n\n<modified-files>\n/b\n</modified-files>",
		firstKeptEntryId: "kept",
		tokensBefore: 12,
		usage: USAGE,
		details: { readFiles: ["/a"], modifiedFiles: ["/b"] },
	});
});

test("collectEntriesForBranchSummary, prepareBranchEntries and generateBranchSummary tell of a branch that is left (M11)", async () => {
	const manager = tau.SessionManager.inMemory("/w");
	const root = manager.appendMessage(user("root"));
	manager.appendMessage(readCall("/f.ts"));
	const left = manager.appendMessage(assistant("left"));
	manager.branch(root);
	const target = manager.appendMessage(assistant("target"));
	const { streamFn } = summarizer();
	const collected = tau.collectEntriesForBranchSummary(manager, left, target);
	const { fileOps, messages } = tau.prepareBranchEntries(collected.entries);
	const result = await tau.generateBranchSummary(collected.entries, { model: MODEL, signal: NEVER, streamFn });

	expect([collected.commonAncestorId, collected.entries.length, messages.length, [...fileOps.read], result]).toEqual([
		root,
		2,
		2,
		["/f.ts"],
		{
			summary: "summary 1\n\n<read-files>\n/f.ts\n</read-files>",
			usage: USAGE,
			readFiles: ["/f.ts"],
			modifiedFiles: [],
		},
	]);
});
