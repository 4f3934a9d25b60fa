import { emptyUsage, type AssistantMessage, type Model, type ProviderFailureKind } from "@tau/ai";
import { expect, test } from "vitest";
import { overflowSign } from "./overflow.ts";

const model = { provider: "p", id: "m", contextWindow: 1000, maxTokens: 100 } as Model;

interface Case {
	stopReason?: AssistantMessage["stopReason"];
	output?: number;
	total?: number;
	kind?: ProviderFailureKind;
	content?: AssistantMessage["content"];
	model?: string;
}

function sign({ stopReason = "stop", output = 0, total = 0, kind, content = [], model: id = "m" }: Case) {
	const message: AssistantMessage = {
		role: "assistant",
		content,
		api: "a",
		provider: "p",
		model: id,
		usage: { ...emptyUsage(), output, totalTokens: total },
		stopReason,
		timestamp: 0,
	};
	const failure = kind && { kind, message: "", retryable: false };
	return overflowSign({ message, failure, entryId: "1", successes: 0 }, model);
}

const call = { type: "toolCall" as const, id: "1", name: "t", arguments: {} };
const text = (length: number) => ({ type: "text" as const, text: "x".repeat(length) });

test.each<[string, Case, ReturnType<typeof sign>]>([
	["a refused request", { stopReason: "error", kind: "overflow" }, "refused"],
	["another failure", { stopReason: "error", kind: "server" }, undefined],
	["a failure without a class", { stopReason: "error" }, undefined],
	["a refusal by another model", { stopReason: "error", kind: "overflow", model: "other" }, undefined],
	["an answer cut off early", { stopReason: "length", output: 99 }, "cut"],
	["an answer at the model's limit", { stopReason: "length", output: 100 }, undefined],
	["one that was not counted and is short", { stopReason: "length", content: [text(40)] }, "cut"],
	["one that was not counted and is long", { stopReason: "length", content: [text(400)] }, undefined],
	["a cut-off answer with calls", { stopReason: "length", output: 5, content: [call] }, undefined],
	["an answer that filled more than the window", { total: 1001 }, "full"],
	["one that filled it exactly", { total: 1000 }, undefined],
	["an aborted one", { stopReason: "aborted", total: 2000 }, undefined],
])("%s (M08)", (_what, given, expected) => {
	expect(sign(given)).toBe(expected);
});
