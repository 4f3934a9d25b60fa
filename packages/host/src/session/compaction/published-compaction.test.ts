import type { AgentMessage } from "@tau/agent";
import { createAssistantMessageEventStream, emptyUsage, type AssistantMessage, type Model } from "@tau/ai";
import { expect, test } from "vitest";
import { createMemorySession } from "../open-session.ts";
import { prepareCompaction } from "./prepare-compaction.ts";
import {
	calculateContextTokens,
	compact,
	findCutPoint,
	findTurnStartIndex,
	generateBranchSummary,
	generateSummary,
	getLastAssistantUsage,
	shouldCompact,
} from "./published-compaction.ts";

const model = { provider: "p", id: "m", api: "a", contextWindow: 10_000 } as Model;
const usage = { ...emptyUsage(), input: 3, totalTokens: 3 };
const answer = (text: string, more: Partial<AssistantMessage> = {}): AssistantMessage => ({
	role: "assistant",
	content: [{ type: "text", text }],
	api: "a",
	provider: "p",
	model: "m",
	usage,
	stopReason: "stop",
	timestamp: 0,
	...more,
});
const user = (text: string): AgentMessage => ({ role: "user", content: text, timestamp: 0 });

function streaming(reply: AssistantMessage) {
	const asked: { prompt: unknown; options: object }[] = [];
	const streamFn: NonNullable<Parameters<typeof compact>[7]> = (_model, { messages }, options) => {
		asked.push({ prompt: messages.map(({ role }) => role).join(), options });
		const stream = createAssistantMessageEventStream();
		if (reply.stopReason === "error") stream.push({ type: "error", reason: "error", error: reply });
		else stream.push({ type: "done", reason: "stop", message: reply });
		return stream;
	};
	return { asked, streamFn };
}

function branch() {
	const session = createMemorySession("/w");
	for (const message of [user("x".repeat(400)), answer("y".repeat(400)), user("z".repeat(400))])
		session.append({ type: "message", message });
	return session;
}

test("the measures are those of the host", () => {
	const entries = branch().getBranch();
	const settings = { enabled: true, reserveTokens: 10, keepRecentTokens: 100 };
	expect([
		calculateContextTokens(usage),
		getLastAssistantUsage(entries),
		shouldCompact(91, 100, settings),
		shouldCompact(90, 100, settings),
		shouldCompact(91, 100, { ...settings, enabled: false }),
		findCutPoint(entries, 0, 3, 100),
		findCutPoint(entries, 0, 2, 100),
		findCutPoint(entries, 0, 3, 1000),
		findTurnStartIndex(entries, 1, 0),
		findTurnStartIndex(entries, 1, 1),
	]).toEqual([
		3,
		usage,
		true,
		false,
		false,
		{ firstKeptEntryIndex: 2, turnStartIndex: -1, isSplitTurn: false },
		{ firstKeptEntryIndex: 1, turnStartIndex: 0, isSplitTurn: true },
		{ firstKeptEntryIndex: 0, turnStartIndex: -1, isSplitTurn: false },
		0,
		-1,
	]);
});

test("an extension compacts with a model, a key and a stream function of its own", async () => {
	const { asked, streamFn } = streaming(answer("sum"));
	const settings = { enabled: true, reserveTokens: 10, keepRecentTokens: 100 };
	const preparation = prepareCompaction(branch().buildSessionProjection(), 5, settings)!;
	const result = await compact(preparation, model, "key", { "x-a": "b" }, undefined, undefined, undefined, streamFn);

	expect([result, asked]).toEqual([
		{
			summary: "sum",
			firstKeptEntryId: preparation.firstKeptEntryId,
			tokensBefore: 5,
			usage,
			details: { readFiles: [], modifiedFiles: [] },
		},
		[
			{
				prompt: "system,user",
				options: expect.objectContaining({ apiKey: "key", headers: { "x-a": "b" }, cacheRetention: "none" }),
			},
		],
	]);
});

test("what cannot be summarised rejects, or says so", async () => {
	const failing = streaming(answer("", { stopReason: "error", errorMessage: "no" }));
	const { signal } = new AbortController();

	await expect(
		generateSummary(
			[user("a")],
			model,
			undefined,
			undefined,
			undefined,
			signal,
			undefined,
			undefined,
			undefined,
			failing.streamFn,
		),
	).rejects.toThrow("Summarization failed: no");
	expect(await generateBranchSummary(branch().getBranch(), { model, signal, streamFn: failing.streamFn })).toEqual({
		error: "no",
	});
});
