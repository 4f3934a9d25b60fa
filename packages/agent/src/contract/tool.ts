import type { AssistantMessage, ImageContent, JsonValue, TextContent, Tool, ToolCall, Usage } from "@tau/ai";

/** Whether the calls of one response run one after another or side by side (TL09, TL10). */
export type ToolExecutionMode = "sequential" | "parallel";

/** A final or partial result of a tool (TL02). */
export interface AgentToolResult<TDetails = unknown> {
	/** What the model sees. */
	content: (TextContent | ImageContent)[];
	/** For rendering and state; absent is accepted (AD15). */
	details?: TDetails;
	/** Matches the tool's `outputSchema`; programmatic callers get it instead of the text (TL15). */
	structuredContent?: JsonValue;
	/** Nested model work of the tool itself (TL12). */
	usage?: Usage;
	/** Reports a failure without throwing (TL03). */
	isError?: boolean;
	/** The run stops after this batch if every result of the batch says so (TL11). */
	terminate?: boolean;
}

/** Receives partial results while the tool runs; calls after it settled are dropped (E24). */
export type AgentToolUpdateCallback<TDetails = unknown> = (partial: AgentToolResult<TDetails>) => void;

/** A tool the loop can run. Throwing and returning `isError: true` both report a failure. */
export interface AgentTool<TParameters extends object = object, TDetails = unknown> extends Tool<TParameters> {
	label: string;
	/** Reshapes raw arguments before validation (TL04). */
	prepareArguments?: (raw: unknown) => unknown;
	outputSchema?: object;
	executionMode?: ToolExecutionMode;
	/** The published five-parameter contract without the extension context, which the host binds. */
	execute(
		toolCallId: string,
		params: unknown,
		signal?: AbortSignal,
		onUpdate?: AgentToolUpdateCallback<TDetails>,
	): Promise<AgentToolResult<TDetails>>;
}

/** A call with its validated arguments, as hooks around execution see it. */
export interface ToolCallContext {
	readonly assistantMessage: AssistantMessage;
	readonly toolCall: ToolCall;
	/** Mutable: hooks may change it in place and no validation follows (E35). */
	readonly input: Record<string, unknown>;
}

/** Answer of the gate before a call; `block` refuses it. */
export interface ToolGateDecision {
	block?: boolean;
	/** Text of the error result; default "Tool execution was blocked" (TL08). */
	reason?: string;
	/** The same for a run that was aborted while the gate was asked; default "Operation aborted". */
	abortReason?: string;
	terminate?: boolean;
}

/** What became of a call after all hooks ran. */
export interface ToolCallOutcome {
	toolCall: ToolCall;
	result: AgentToolResult;
	isError: boolean;
	/** Milliseconds of `execute()` by a monotonic clock; absent when it did not run. */
	durationMs?: number;
}
