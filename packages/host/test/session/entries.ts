import type { AssistantMessage, SystemMessage, ToolResultMessage, Usage, UserMessage } from "@tau/ai";
import * as fc from "fast-check";
import type { SessionEntry, SessionHeader } from "../../src/session/entry.ts";
import type { SessionDraft } from "../../src/session/entry-draft.ts";

export const FIRST_TIME: number = Date.UTC(2026, 0, 2, 3, 4, 5, 6);

export const NO_USAGE: Usage = {
	input: 0,
	output: 0,
	cacheRead: 0,
	cacheWrite: 0,
	totalTokens: 0,
	cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
};

export function header(fields: Partial<SessionHeader> = {}): SessionHeader {
	return {
		type: "session",
		version: 3,
		id: "session-1",
		timestamp: new Date(FIRST_TIME).toISOString(),
		cwd: "/project",
		...fields,
	};
}

export function user(text: string, timestamp = 1): UserMessage {
	return { role: "user", content: text, timestamp };
}

export function assistant(text: string, timestamp = 2): AssistantMessage {
	const content = [{ type: "text" as const, text }];
	const model = { api: "scripted", provider: "tester", model: "test-1" };
	return { role: "assistant", content, ...model, usage: NO_USAGE, stopReason: "stop", timestamp };
}

export function toolResult(text: string): ToolResultMessage {
	const content = [{ type: "text" as const, text }];
	return { role: "toolResult", toolCallId: "call", toolName: "bash", content, isError: false, timestamp: 3 };
}

export function system(fields: Partial<SystemMessage>): SystemMessage {
	return { role: "system", content: "", timestamp: 0, ...fields };
}

/** Ids and times that count, so that two runs make the same entries. */
export function counters(): { now: () => number; createEntryId: () => string } {
	let time = FIRST_TIME;
	let id = 0;
	return { now: () => (time += 1000), createEntryId: () => (id += 1).toString(16).padStart(8, "0") };
}

/** An entry with everything but its content made from its number. */
export function entry(number: number, parent: number | string | null, draft: SessionDraft): SessionEntry {
	const parentId = typeof parent === "number" ? idOf(parent) : parent;
	const timestamp = new Date(FIRST_TIME + number * 1000).toISOString();
	const { type, ...fields } = draft;
	return { type, id: idOf(number), parentId, timestamp, ...fields } as SessionEntry;
}

export function idOf(number: number): string {
	return number.toString(16).padStart(8, "0");
}

const text: fc.Arbitrary<string> = fc.string({ unit: "grapheme", maxLength: 12 });

const draft: fc.Arbitrary<SessionDraft> = fc.oneof(
	{ weight: 4, arbitrary: text.map((content) => ({ type: "message" as const, message: user(content) })) },
	{ weight: 4, arbitrary: text.map((content) => ({ type: "message" as const, message: assistant(content) })) },
	text.map((content) => ({ type: "message" as const, message: toolResult(content) })),
	text.map((content) => ({ type: "message" as const, message: system({ content }) })),
	fc.constantFrom("low" as const, "high" as const).map((thinkingLevel) => ({
		type: "thinking_level_change" as const,
		thinkingLevel,
	})),
	text.map((modelId) => ({ type: "model_change" as const, provider: "p", modelId })),
	text.map((data) => ({ type: "custom" as const, customType: "c", data })),
	text.map((content) => ({ type: "custom_message" as const, customType: "c", content, display: true })),
	text.map((summary) => ({ type: "branch_summary" as const, fromId: "root", summary })),
);

/** A tree in file order: parents stand before their children, except where one is missing or comes later. */
export const sessionEntries: fc.Arbitrary<SessionEntry[]> = fc
	.array(fc.record({ parent: fc.nat(), kind: fc.nat(9), draft, target: fc.nat() }), { maxLength: 40 })
	.map((steps) => steps.map((step, number) => placeStep(step, number)));

function placeStep(
	step: { parent: number; kind: number; draft: SessionDraft; target: number },
	number: number,
): SessionEntry {
	const earlier = number === 0 ? null : step.parent % number;
	const target = idOf(step.target % (number + 1));
	switch (step.kind) {
		case 0:
			return entry(number, null, step.draft);
		case 1:
			return entry(number, "missing", step.draft);
		case 2:
			return entry(number, earlier, compaction(target));
		case 3:
			return entry(number, earlier, { type: "context_edit", targetId: target, replacement: null });
		case 4:
			return entry(number, earlier, { type: "context_edit", targetId: target, replacement: { content: "edited" } });
		case 5:
			return entry(number, earlier, { type: "label", targetId: target, label: step.target % 3 === 0 ? "" : "mark" });
		case 6:
			return entry(number, number === 0 ? null : number - 1, step.draft);
		default:
			return entry(number, earlier, step.draft);
	}
}

function compaction(firstKeptEntryId: string): SessionDraft {
	return { type: "compaction", summary: "summary", firstKeptEntryId, tokensBefore: 10 };
}

export function toLines(lines: Iterable<object>): string {
	return Array.from(lines, (line) => `${JSON.stringify(line)}\n`).join("");
}
