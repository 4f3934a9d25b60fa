import type { AgentMessage } from "@tau/agent";
import { emptyUsage, type AssistantMessage } from "@tau/ai";
import { expect, test } from "vitest";
import { roomForConversation, splitConversation, summarizeMessages } from "./summarize.ts";

const signal = new AbortController().signal;
const user = (content: string): AgentMessage => ({ role: "user", content, timestamp: 0 });
const answer = (text: string, more: Partial<AssistantMessage> = {}): AssistantMessage => ({
	role: "assistant",
	content: [{ type: "text", text }],
	api: "",
	provider: "",
	model: "",
	usage: { ...emptyUsage(), input: 10, output: 1, totalTokens: 11 },
	stopReason: "stop",
	timestamp: 0,
	...more,
});

function asking(answers: AssistantMessage[]): { asked: string[]; ask: (text: string) => Promise<AssistantMessage> } {
	const asked: string[] = [];
	return {
		asked,
		ask: async (text) => {
			asked.push(text);
			return answers[asked.length - 1]!;
		},
	};
}

test("what does not fit is summarised in pieces, each carrying on the summary before", async () => {
	const { asked, ask } = asking([answer(" one "), answer("two"), answer("three")]);
	const outcome = await summarizeMessages(
		[user("a".repeat(50)), user("b".repeat(50)), user("c".repeat(50))],
		{ kind: "history", previousSummary: "zero", summarizer: { ask, mostCharacters: 100 } },
		signal,
	);
	const previous = asked.map((text) => /<previous-summary>\n(.*)\n/.exec(text)?.[1]);

	expect([outcome, previous]).toEqual([
		{ type: "written", text: "three", usage: { ...emptyUsage(), input: 30, output: 3, totalTokens: 33 } },
		["zero", "one", "two"],
	]);
});

test.each<[string, AssistantMessage[], object]>([
	["an error", [answer("", { stopReason: "error", errorMessage: "no" })], { type: "failed", error: "no" }],
	["an abort", [answer("half", { stopReason: "aborted" })], { type: "aborted" }],
	[
		"a cut-off answer in the second piece",
		[answer("one"), answer("tw", { stopReason: "length" })],
		{ type: "failed", error: "the answer was cut off at the output limit, so the summary is incomplete" },
	],
	["blanks", [answer(" \n")], { type: "failed", error: "the model answered without a summary" }],
])("%s leaves no half summary", async (_what, answers, outcome) => {
	const { ask } = asking(answers);
	const messages = [user("a".repeat(50)), user("b".repeat(50))];
	const task = { kind: "history", summarizer: { ask, mostCharacters: 60 } } as const;

	expect(await summarizeMessages(messages, task, signal)).toEqual(outcome);
});

test("pieces end between messages; a message that is too long alone loses its middle", () => {
	const long = "x".repeat(60) + "y".repeat(60);
	expect(splitConversation([user("one"), user("two"), user(long), user("three")], 40)).toEqual([
		"[User]: one\n\n[User]: two",
		`[User]: ${"x".repeat(12)}\n\n[... 88 characters left out ...]\n\n${"y".repeat(20)}`,
		"[User]: three",
	]);
});

test.each([
	[0, Infinity],
	[Number.NaN, Infinity],
	[1000, 2000],
	[100_000, 213_000],
])("a window of %d tokens leaves room for %d characters", (contextWindow, characters) => {
	expect(roomForConversation(contextWindow)).toBe(characters);
});
