import type { ToolCall, ToolResultMessage } from "@tau/ai";
import type { SessionEntry } from "../session/entry.ts";
import { assistantBlocks } from "../session/assistant-blocks.ts";

/** Which result belongs to which call of a branch. */
export interface PairedCalls {
	resultOf(call: ToolCall): ToolResultMessage | undefined;
	/** Whether the result is shown with its call. */
	isPaired(result: ToolResultMessage): boolean;
}

/** A result belongs to the latest call of its id that has none; ids come again after a change of the provider. */
export function pairCalls(branch: readonly SessionEntry[]): PairedCalls {
	const results = new Map<ToolCall, ToolResultMessage>();
	const paired = new Set<ToolResultMessage>();
	const waiting = new Map<string, ToolCall[]>();
	for (const entry of branch) {
		if (entry.type !== "message" || entry.message == null) continue;
		const { message } = entry;
		if (message.role === "assistant") {
			const calls = assistantBlocks(message).filter((block) => block.type === "toolCall");
			for (const { id } of calls) waiting.set(id, []);
			for (const call of calls) waiting.get(call.id)?.push(call);
		} else if (message.role === "toolResult") {
			const call = waiting.get(message.toolCallId)?.shift();
			if (call === undefined) continue;
			results.set(call, message);
			paired.add(message);
		}
	}
	return { resultOf: (call) => results.get(call), isPaired: (result) => paired.has(result) };
}
