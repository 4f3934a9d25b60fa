import type { AgentToolResult } from "@tau/agent";
import type { ImageContent, JsonValue, TextContent, Usage } from "@tau/ai";
import type { BuiltinToolDetails, BuiltinToolInputs, BuiltinToolName } from "../builtin-tool-types.ts";

/** Preflight of a call, in source order (E23). Observe. */
export interface ToolExecutionStartEvent {
	type: "tool_execution_start";
	toolCallId: string;
	toolName: string;
	/** As the model wrote them (TL23). */
	args: unknown;
	/** Set when another tool made this call. */
	parentToolCallId?: string;
}

export interface ToolExecutionUpdateEvent extends Omit<ToolExecutionStartEvent, "type"> {
	type: "tool_execution_update";
	partialResult: AgentToolResult;
}

/** Every call ends here, also unknown, invalid, blocked and aborted ones (E25). Observe. */
export interface ToolExecutionEndEvent {
	type: "tool_execution_end";
	toolCallId: string;
	toolName: string;
	result: AgentToolResult;
	isError: boolean;
	/** Absent when the tool did not run. */
	durationMs?: number;
	parentToolCallId?: string;
}

interface ToolCallIdentity {
	toolCallId: string;
	parentToolCallId?: string;
}

/**
 * Before a call with valid arguments runs (E35). Veto and mutate: `block` stops the chain, changes of `input` are
 * executed without another validation; a throw blocks the call.
 */
export type ToolCallEvent = BuiltinToolCallEvent | CustomToolCallEvent;

export type BuiltinToolCallEvent<K extends BuiltinToolName = BuiltinToolName> = {
	[N in K]: ToolCallIdentity & { type: "tool_call"; toolName: N; input: BuiltinToolInputs[N] };
}[K];

export interface CustomToolCallEvent extends ToolCallIdentity {
	type: "tool_call";
	toolName: string;
	input: Record<string, unknown>;
}

export interface ToolCallEventResult {
	block?: boolean;
	/** Text of the error result. */
	reason?: string;
	terminate?: boolean;
}

interface ToolResultBase extends ToolCallIdentity {
	type: "tool_result";
	input: Record<string, unknown>;
	content: (TextContent | ImageContent)[];
	structuredContent?: JsonValue;
	isError: boolean;
	usage?: Usage;
}

/** After a call ran, in completion order (E36). Patch: given fields replace, `content` alone drops structured content. */
export type ToolResultEvent = BuiltinToolResultEvent | CustomToolResultEvent;

export type BuiltinToolResultEvent<K extends BuiltinToolName = BuiltinToolName> = {
	[N in K]: ToolResultBase & { toolName: N; details: BuiltinToolDetails[N] };
}[K];

export interface CustomToolResultEvent extends ToolResultBase {
	toolName: string;
	details: unknown;
}

export interface ToolResultEventResult {
	content?: (TextContent | ImageContent)[];
	details?: unknown;
	structuredContent?: JsonValue;
	isError?: boolean;
	usage?: Usage;
}
