import type { AgentMessage } from "@tau/agent";
import { emptyUsage } from "@tau/ai";
import { expect, test } from "vitest";
import {
	createFileOperations,
	formatFileLists,
	noteFileLists,
	noteFileOperations,
	toFileLists,
	withoutFileLists,
} from "./file-operations.ts";

const calling = (...calls: [name: string, args: Record<string, string | number>][]): AgentMessage => ({
	role: "assistant",
	content: calls.map(([name, args], at) => ({ type: "toolCall", id: String(at), name, arguments: args })),
	api: "",
	provider: "",
	model: "",
	usage: emptyUsage(),
	stopReason: "toolUse",
	timestamp: 0,
});

test("files are listed once, sorted, and as modified when they were both read and changed", () => {
	const operations = createFileOperations();
	noteFileLists({ readFiles: ["old.txt", 5], modifiedFiles: ["z.txt"] }, operations);
	noteFileLists("of an extension", operations);
	noteFileOperations(
		calling(
			["read", { path: "b.txt" }],
			["read", { path: "a.txt" }],
			["edit", { path: "b.txt" }],
			["write", { path: "c.txt" }],
			["read", { path: 7 }],
			["bash", { path: "never.txt" }],
		),
		operations,
	);
	noteFileOperations(
		{
			role: "toolResult",
			toolCallId: "1",
			toolName: "codemode",
			content: [],
			nestedCalls: { complete: true, calls: [{ id: "1/1", name: "read", arguments: { path: "n.txt" }, status: "ok" }] },
			isError: false,
			timestamp: 0,
		},
		operations,
	);

	expect(toFileLists(operations)).toEqual({
		readFiles: ["a.txt", "n.txt", "old.txt"],
		modifiedFiles: ["b.txt", "c.txt", "z.txt"],
	});
});

test.each([
	[{ readFiles: [], modifiedFiles: [] }, ""],
	[{ readFiles: ["a"], modifiedFiles: [] }, "\n\n<read-files>\na\n</read-files>"],
	[
		{ readFiles: ["a", "b"], modifiedFiles: ["c"] },
		"\n\n<read-files>\na\nb\n</read-files>\n\n<modified-files>\nc\n</modified-files>",
	],
])("the lists %j stand behind a summary and come off again", (lists, text) => {
	const summary = "## Goal\nSee <read-files> below";
	expect([formatFileLists(lists), withoutFileLists(summary + text)]).toEqual([text, summary]);
});
