import type { AgentMessage } from "@tau/agent";
import type { ImageContent, UserMessage } from "@tau/ai";
import type { CustomMessageDraft } from "../../extension-api/context.ts";
import type { BeforeAgentStartEvent } from "../../extension-api/events/turn-events.ts";
import type { PromptOptions } from "../../extension-api/prompt-options.ts";
import type { Dispatcher } from "../../extensions/hooks/dispatch.ts";
import { estimateTokens } from "../../session/compaction/tokens.ts";
import type { CustomMessage } from "../../session/message.ts";
import type { PromptState } from "../prompt-state.ts";
import type { ToolSet } from "../tool-set.ts";

/** What a run begins with: a prompt of the user, or a message of an extension (E14). */
export type RunStarter =
	| { type: "user"; text: string; images?: ImageContent[] }
	| { type: "custom"; message: CustomMessage };

export interface PrepareRunParts {
	readonly dispatcher: Dispatcher;
	readonly prompt: PromptState;
	readonly tools: ToolSet;
	/** Messages that waited for this prompt (TRAP54: before those of handlers). */
	takeForPrompt(): AgentMessage[];
	transcript(): AgentMessage[];
	now(): number;
}

/** About how many tokens the starter adds to the context. */
export function sizeOfStarter(starter: RunStarter): number {
	return estimateTokens(starter.type === "user" ? toUserMessage(starter, 0) : starter.message);
}

/** Asks `before_agent_start` and returns what the run appends first, in order: prompt patch, starter, further messages. */
export async function prepareRun(parts: PrepareRunParts, starter: RunStarter): Promise<AgentMessage[]> {
	const { dispatcher, prompt, tools } = parts;
	const first: AgentMessage = starter.type === "user" ? toUserMessage(starter, parts.now()) : starter.message;
	const held = parts.takeForPrompt();
	const options = prompt.beginRun();
	const offered = [...options.selectedTools];
	const asked: CustomMessage[] = [];
	const answered = await dispatcher.waterfall("before_agent_start", startEvent(starter, prompt, options), {
		// What one handler forces is what `ctx.getSystemPrompt()` shows to the next (C17).
		onChange: ({ systemPrompt }) => prompt.force(systemPrompt),
	});
	for (const { answer } of answered?.answers ?? [])
		if (answer.message) asked.push(toCustomMessage(answer.message, parts.now()));
	// Only an edited selection is one: the offered list may be older than the active tools (TRAP52, TRAP53).
	if (!sameNames(offered, options.selectedTools)) tools.setActive(options.selectedTools);
	const patch = prompt.patch(parts.transcript(), parts.now());
	return [...(patch ? [patch] : []), first, ...held, ...asked];
}

function startEvent(starter: RunStarter, prompt: PromptState, options: PromptOptions): BeforeAgentStartEvent {
	const subject =
		starter.type === "user"
			? { messageType: "user" as const, prompt: starter.text, ...(starter.images && { images: starter.images }) }
			: { messageType: "custom" as const, message: starter.message };
	return {
		type: "before_agent_start",
		...subject,
		systemPromptOptions: options,
		// Rendered when it is read, so that it shows what earlier handlers did to the options.
		get systemPrompt() {
			return prompt.text();
		},
	};
}

function toUserMessage({ text, images }: Extract<RunStarter, { type: "user" }>, timestamp: number): UserMessage {
	return { role: "user", content: [{ type: "text", text }, ...(images ?? [])], timestamp };
}

/** The transcript's form of a message that an extension sends. */
export function toCustomMessage(draft: CustomMessageDraft, timestamp: number): CustomMessage {
	const { customType, content, display, details } = draft;
	return { role: "custom", customType, content, display, ...(details !== undefined && { details }), timestamp };
}

function sameNames(left: readonly string[], right: readonly string[]): boolean {
	return left.length === right.length && left.every((name, index) => name === right[index]);
}
