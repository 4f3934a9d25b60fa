import type { ToolCall } from "../contract/content.ts";
import type { AssistantMessage, Message, ToolResultMessage } from "../contract/message.ts";
import { CallIds } from "./call-ids.ts";

/** One tool call on its way to its result. */
interface Slot {
	readonly call: ToolCall;
	result: ToolResultMessage | undefined;
}

/**
 * Gives every tool call exactly one result, right behind its message and in the order of the calls: results found
 * elsewhere are moved, missing ones are made up as errors, orphans and duplicates are dropped, and ids that occur
 * twice or that some provider would refuse are replaced in call and result alike.
 */
export function pairToolResults(messages: readonly Message[]): Message[] {
	const ids = new CallIds();
	/** Calls that still wait for a result, by the id the transcript uses. */
	const waiting = new Map<string, Slot[]>();
	const paired: (Message | Slot)[] = [];
	for (const message of messages) {
		if (message.role === "toolResult") fill(waiting, message);
		else if (message.role === "assistant" && hasCalls(message)) paired.push(...openSlots(message, ids, waiting));
		else paired.push(message);
	}
	return paired.map((item) => ("role" in item ? item : (item.result ?? missingResult(item.call))));
}

function hasCalls({ content }: AssistantMessage): boolean {
	return content.some((block) => block.type === "toolCall");
}

function openSlots(message: AssistantMessage, ids: CallIds, waiting: Map<string, Slot[]>): (Message | Slot)[] {
	const slots: Slot[] = [];
	const seen = new Set<string>();
	let isSame = true;
	const content = message.content.map((block) => {
		if (block.type !== "toolCall") return block;
		// A result belongs to the latest call of its id; within one message, to the first without one.
		if (!seen.has(block.id)) waiting.set(block.id, []);
		seen.add(block.id);
		const id = ids.claim(block.id);
		const call = id === block.id ? block : { ...block, id };
		if (call !== block) isSame = false;
		const slot: Slot = { call, result: undefined };
		waiting.get(block.id)?.push(slot);
		slots.push(slot);
		return call;
	});
	return [isSame ? message : { ...message, content }, ...slots];
}

function fill(waiting: Map<string, Slot[]>, result: ToolResultMessage): void {
	const slot = waiting.get(result.toolCallId)?.shift();
	if (slot === undefined) return;
	const { id: toolCallId, name: toolName } = slot.call;
	const isSame = result.toolCallId === toolCallId && result.toolName === toolName;
	slot.result = isSame ? result : { ...result, toolCallId, toolName };
}

function missingResult(call: ToolCall): ToolResultMessage {
	return {
		role: "toolResult",
		toolCallId: call.id,
		toolName: call.name,
		content: [{ type: "text", text: "No result: the tool call was interrupted." }],
		isError: true,
		timestamp: 0,
	};
}
