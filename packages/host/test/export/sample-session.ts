import type { AgentMessage } from "@tau/agent";
import type { AssistantContent, AssistantMessage, ToolResultMessage } from "@tau/ai";
import { createMemorySession } from "../../src/session/open-session.ts";
import type { Session } from "../../src/session/session.ts";
import type { SessionDraft } from "../../src/session/entry-draft.ts";
import { assistant, counters, header, toolResult, user } from "../session/entries.ts";

export const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAAAAAC4HznGAAAADklEQVR42mNgAAIGCAUAAAwAAVGYoQoAAAAASUVORK5CYII=";

export const EXPORT_TIME: number = Date.UTC(2026, 10, 30, 12, 0, 0);

export const call = (id: string, name: string, args: object = {}): AssistantContent =>
	({ type: "toolCall", id, name, arguments: args }) as AssistantContent;

export function answer(...content: AssistantContent[]): AssistantMessage {
	return { ...assistant(""), content };
}

export function resultOf(id: string, fields: Partial<ToolResultMessage> = {}): ToolResultMessage {
	return { ...toolResult("done"), toolCallId: id, ...fields };
}

export const message = (value: AgentMessage): SessionDraft => ({ type: "message", message: value });

/** A session in memory whose ids and times count. */
export function sessionOf(...drafts: SessionDraft[]): Session {
	const session = createMemorySession("/project", { ...counters(), header: header() });
	for (const draft of drafts) session.append(draft);
	return session;
}

export const QUESTION: SessionDraft = message(user("What is in <a.txt>?"));
