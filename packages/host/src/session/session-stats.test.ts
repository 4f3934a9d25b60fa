import type { Usage } from "@tau/ai";
import { expect, test } from "vitest";
import { answer, call, message, resultOf, sessionOf } from "../../test/export/sample-session.ts";
import { user } from "../../test/session/entries.ts";
import { sessionStats } from "./session-stats.ts";

const usage = (scale: number): Usage => ({
	input: scale,
	output: scale * 2,
	cacheRead: scale * 3,
	cacheWrite: scale * 4,
	totalTokens: scale * 10,
	cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: scale / 1000 },
});

test("totals count all branches, tools, summaries and usage outside the conversation (S20)", () => {
	const session = sessionOf(message(user("q1")));
	const root = session.getLeafId() ?? "";
	session.append(message({ ...answer(call("c1", "read"), call("c2", "read")), usage: usage(1) }));
	session.append(message(resultOf("c1", { usage: usage(10) })));
	session.branch(root);
	session.append(message({ ...answer({ type: "text", text: "other branch" }), usage: usage(100) }));
	session.append(
		message({
			role: "bashExecution",
			command: "ls",
			output: "",
			exitCode: 0,
			cancelled: false,
			truncated: false,
			timestamp: 1,
		}),
	);
	session.append({ type: "custom_message", customType: "c", content: "x", display: true });
	session.append({ type: "usage", kind: "k", provider: "p", model: "m", usage: usage(1_000) });
	session.append({ type: "compaction", summary: "s", firstKeptEntryId: null, tokensBefore: 5, usage: usage(10_000) });
	session.append({ type: "branch_summary", summary: "s", fromId: "root", usage: usage(100_000) });
	session.append(message({ ...answer(), stopReason: "error", usage: usage(1_000_000) }));

	expect(sessionStats(session)).toEqual({
		sessionFile: undefined,
		sessionId: "session-1",
		userMessages: 1,
		assistantMessages: 3,
		toolCalls: 2,
		toolResults: 1,
		totalMessages: 6,
		tokens: { input: 1_111_111, output: 2_222_222, cacheRead: 3_333_333, cacheWrite: 4_444_444, total: 11_111_110 },
		cost: expect.closeTo(1_111.111, 6),
	});
});
