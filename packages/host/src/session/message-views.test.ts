import type { AgentMessage } from "@tau/agent";
import { expect, test } from "vitest";
import { assistant, system, toolResult, user } from "../../test/session/entries.ts";
import type { BashExecutionMessage } from "./message.ts";
import { bashExecutionToText, convertToLlm } from "./message-views.ts";

function ran(fields: Partial<BashExecutionMessage>): BashExecutionMessage {
	const base = {
		role: "bashExecution" as const,
		command: "make",
		output: "out",
		exitCode: 0,
		cancelled: false,
		truncated: false,
	};
	return { ...base, timestamp: 4, ...fields };
}

test("messages of the four roles of a model pass as they are", () => {
	const messages = [system({ content: "s" }), user("u"), assistant("a"), toolResult("r")];
	expect(convertToLlm(messages)).toEqual(messages);
});

test("messages of the host become user text (S08)", () => {
	const image = { type: "image" as const, data: "AA==", mimeType: "image/png" };
	const messages: AgentMessage[] = [
		{ role: "custom", customType: "c", content: "hint", display: false, details: { secret: 1 }, timestamp: 1 },
		{ role: "custom", customType: "c", content: [image], display: true, timestamp: 2 },
		{ role: "branchSummary", summary: "left", fromId: "a", timestamp: 3 },
		{ role: "compactionSummary", summary: "short", tokensBefore: 5, timestamp: 4 },
		ran({}),
	];
	const text = (value: string, timestamp: number): object => ({
		role: "user",
		content: [{ type: "text", text: value }],
		timestamp,
	});
	expect(convertToLlm(messages)).toEqual([
		text("hint", 1),
		{ role: "user", content: [image], timestamp: 2 },
		text(
			"The following is a summary of a branch that this conversation came back from:\n\n<summary>\nleft</summary>",
			3,
		),
		text(
			"The conversation history before this point was compacted into the following summary:\n\n<summary>\nshort\n</summary>",
			4,
		),
		text("Ran `make`\n```\nout\n```", 4),
	]);
});

test("a command that the user kept to himself, and a role that nobody knows, are left out", () => {
	const unknown = { role: "later", content: "x", timestamp: 1 } as unknown as AgentMessage;
	expect(convertToLlm([ran({ excludeFromContext: true }), unknown, user("u")])).toEqual([user("u")]);
});

test("a command's text says how it ended and where the rest of its output is", () => {
	const texts = [
		ran({ output: "" }),
		ran({ exitCode: 2 }),
		ran({ output: "", exitCode: 3 }),
		ran({ exitCode: undefined }),
		ran({ cancelled: true, exitCode: 130, truncated: true, fullOutputPath: "/full" }),
		ran({ exitCode: 4, truncated: true, fullOutputPath: "/full" }),
		ran({ truncated: true }),
	].map(bashExecutionToText);
	expect(texts).toEqual([
		"Ran `make`\n(no output)",
		"Ran `make`\n```\nout\n```\n\nCommand exited with code 2",
		"Ran `make`\n(no output)\n\nCommand exited with code 3",
		"Ran `make`\n```\nout\n```",
		"Ran `make`\n```\nout\n```\n\n(command cancelled)\n\n[Output truncated. Full output: /full]",
		"Ran `make`\n```\nout\n```\n\nCommand exited with code 4\n\n[Output truncated. Full output: /full]",
		"Ran `make`\n```\nout\n```",
	]);
});
