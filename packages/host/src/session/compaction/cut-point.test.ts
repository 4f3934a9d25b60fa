import type { AgentMessage } from "@tau/agent";
import { emptyUsage } from "@tau/ai";
import { expect, test } from "vitest";
import type { SessionEntry } from "../entry.ts";
import type { ProjectedEntry } from "../readonly-session.ts";
import { findCutPoint, type CutPoint } from "./cut-point.ts";

/** `u30` is a message of the user with thirty tokens; the letters are those of the table below. */
type Step = string;

const timestamp = 0;
const usage = emptyUsage();

function messageOf(letter: string, text: string): AgentMessage {
	const content = [{ type: "text" as const, text }];
	switch (letter) {
		case "u":
			return { role: "user", content, timestamp };
		case "a":
		case "o":
			return { role: "assistant", content, api: "", provider: "", model: "", usage, stopReason: "stop", timestamp };
		case "t":
			return { role: "toolResult", toolCallId: "1", toolName: "t", content, isError: false, timestamp };
		case "c":
			return { role: "custom", customType: "c", content, display: true, timestamp };
		case "s":
			return { role: "system", content: text, timestamp };
		default:
			return { role: "branchSummary", summary: text, fromId: null, timestamp };
	}
}

/** u user, a assistant, t tool result, c custom, s system, b branch summary, o omitted answer, e edit, r replacement, l label. */
function project(steps: readonly Step[]): ProjectedEntry[] {
	return steps.map((step, at) => {
		const letter = step[0]!;
		const base = { id: String(at), parentId: null, timestamp: "" };
		if (letter === "l") return { sourceEntry: { ...base, type: "label", targetId: "0", label: "l" }, messages: [] };
		if (letter === "e" || letter === "r") {
			const replacement = letter === "e" ? null : { content: "new" };
			const targetId = step.slice(1);
			return { sourceEntry: { ...base, type: "context_edit", targetId, replacement }, messages: [] };
		}
		const message = messageOf(letter, "x".repeat(4 * Number(step.slice(1))));
		const sourceEntry: SessionEntry = { ...base, type: "message", message };
		return { sourceEntry, messages: letter === "o" ? [] : [message] };
	});
}

test.each<[string, Step[], number, CutPoint | undefined]>([
	["everything is recent", ["u10", "a10"], 100, undefined],
	["at the message with which the budget is reached", ["u50", "a50", "u60", "a50"], 100, { keptFrom: 2 }],
	[
		"inside a span at an answer, the span begins with the user",
		["u50", "u5", "a50", "a90"],
		90,
		{ keptFrom: 3, splitFrom: 1 },
	],
	["never at a result: at the next place behind it", ["u50", "a5", "t95", "u9"], 100, { keptFrom: 3 }],
	["before a result when nothing stands behind it", ["u50", "a5", "t200"], 100, { keptFrom: 1, splitFrom: 0 }],
	["at a message of an extension", ["u50", "a50", "c100"], 100, { keptFrom: 2 }],
	["at a branch summary", ["u50", "a50", "b100"], 100, { keptFrom: 2 }],
	["prompts and tools do not count", ["u50", "s500", "a50", "u60"], 100, { keptFrom: 2, splitFrom: 0 }],
	["with the state in front of it", ["u50", "a50", "l", "l", "u100"], 100, { keptFrom: 2 }],
	["omitted answers do not count", ["u60", "a40", "o500", "e2", "a70"], 100, { keptFrom: 1, splitFrom: 0 }],
	["nothing to begin with", ["t50", "t100"], 100, undefined],
	["zero keeps the last message", ["u50", "a50"], 0, { keptFrom: 1, splitFrom: 0 }],
	// The request did not fit: what was asked is summarised too (M08).
	["behind a prompt whose answer was left out", ["u50", "a9", "u200", "o0", "e3"], 100, { keptFrom: 3, splitFrom: 2 }],
	["not behind one that was replaced since", ["u50", "a9", "u200", "o0", "e3", "r2"], 100, { keptFrom: 2 }],
	["not behind one that something follows", ["u50", "a9", "u200", "o0", "e3", "c1"], 100, { keptFrom: 2 }],
	["not behind mere state", ["u50", "a9", "u200", "l"], 100, { keptFrom: 2 }],
])("the cut is %s", (_what, steps, keep, cut) => {
	expect(findCutPoint(project(steps), keep)).toEqual(cut);
});
