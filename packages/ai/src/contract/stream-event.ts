import type { ToolCall } from "./content.ts";
import type { AssistantMessage, StopReason } from "./message.ts";

/**
 * What a protocol reader says to the assembler: neutral, in wire order, tolerant. `key` is whatever the wire uses to
 * tell blocks apart (an index, an id); events with the same kind and key extend the same block.
 */
export type StreamEvent =
	| { type: "response"; id?: string; model?: string }
	| { type: "text"; key: BlockKey; delta: string; signature?: string }
	| { type: "thinking"; key: BlockKey; delta: string; signature?: string; redacted?: boolean }
	| ToolCallFragment
	/** The wire says that this block is complete. Optional: the assembler closes what is open at the end. */
	| { type: "block_end"; key: BlockKey }
	| { type: "usage"; usage: StreamUsage }
	| { type: "stop"; reason: StopReason; raw?: string; errorMessage?: string };

export type BlockKey = string | number;

/**
 * A piece of a tool call. The wire may send id, name and arguments in any order and split anywhere; `index` and `id`
 * each identify the call, whichever is known.
 */
export interface ToolCallFragment {
	type: "tool_call";
	index?: BlockKey;
	id?: string;
	name?: string;
	/** More text of the JSON arguments. */
	arguments?: string;
	thoughtSignature?: string;
}

/** Token counts seen so far; later events replace the fields they name. */
export interface StreamUsage {
	input?: number;
	output?: number;
	cacheRead?: number;
	cacheWrite?: number;
	cacheWrite1h?: number;
	reasoning?: number;
	/** USD, where the provider bills it itself. */
	costTotal?: number;
}

/**
 * One step of a growing response, as extensions, JSON mode and RPC see it. `partial` is the live message, not a copy.
 * A stream that starts with `start` ends with exactly one `done` or `error`; a failure before the response begins is a
 * lone `error` (V09).
 */
export type AssistantMessageEvent =
	| { type: "start"; partial: AssistantMessage }
	| { type: "text_start"; contentIndex: number; partial: AssistantMessage }
	| { type: "text_delta"; contentIndex: number; delta: string; partial: AssistantMessage }
	| { type: "text_end"; contentIndex: number; content: string; partial: AssistantMessage }
	| { type: "thinking_start"; contentIndex: number; partial: AssistantMessage }
	| { type: "thinking_delta"; contentIndex: number; delta: string; partial: AssistantMessage }
	| { type: "thinking_end"; contentIndex: number; content: string; partial: AssistantMessage }
	| { type: "toolcall_start"; contentIndex: number; partial: AssistantMessage }
	| { type: "toolcall_delta"; contentIndex: number; delta: string; partial: AssistantMessage }
	| { type: "toolcall_end"; contentIndex: number; toolCall: ToolCall; partial: AssistantMessage }
	| { type: "done"; reason: "stop" | "length" | "toolUse" | "deferred"; message: AssistantMessage }
	| { type: "error"; reason: "aborted" | "error"; error: AssistantMessage };
