import type { AssistantMessage, AssistantMessageStream, Message, ToolResultMessage } from "@tau/ai";
import type { AgentEvent } from "./event.ts";
import type { AgentMessage } from "./message.ts";
import type {
	AgentTool,
	AgentToolResult,
	ToolCallContext,
	ToolCallOutcome,
	ToolExecutionMode,
	ToolGateDecision,
} from "./tool.ts";

/** A turn that has just ended: its response and the results of its calls. */
export interface FinishedTurn {
	readonly message: AssistantMessage;
	readonly toolResults: readonly ToolResultMessage[];
	/** Everything this run has added so far. */
	readonly newMessages: readonly AgentMessage[];
}

/** `continue` ensures one more request, `end` stops the run; nothing leaves the natural order. */
export type TurnDecision = "continue" | "end" | undefined;

/**
 * What a run needs from its surroundings. Everything is awaited, in order; nothing may reject except on a defect of the
 * host: foreign code is fenced above (house rule: one fence).
 */
export interface LoopHost {
	/** The transcript the next request is built from. Read before every request, after everything pending was appended. */
	transcript(): AgentMessage[] | Promise<AgentMessage[]>;
	/** Transforms a private copy of the transcript and drops what no model may see. */
	toRequest(messages: AgentMessage[], signal: AbortSignal): Promise<Message[]>;
	/** Starts one request; failures are encoded in the stream. */
	stream(messages: Message[], signal: AbortSignal): AssistantMessageStream | Promise<AssistantMessageStream>;
	tools(): readonly AgentTool[];
	readonly toolExecution: ToolExecutionMode;
	now(): number;
	/** A monotonic clock in milliseconds. */
	monotonic(): number;
	/** Announces an event; the loop waits until everyone has seen it. */
	emit(event: AgentEvent): void | Promise<void>;
	/** The final form of a message: a replacement of the same role, or the message itself (E22). Also persists it. */
	finishMessage(message: AgentMessage): AgentMessage | Promise<AgentMessage>;
	/** Asked in source order for every call with valid arguments, before anything of the batch runs in parallel mode. */
	gate(call: ToolCallContext, signal: AbortSignal): Promise<ToolGateDecision | undefined>;
	/** Patches a result, in completion order. */
	patchResult(call: ToolCallContext, outcome: ToolCallOutcome, signal: AbortSignal): Promise<ToolCallOutcome>;
	/** Runs the tool behind the fence that knows its owner. */
	execute(tool: AgentTool, call: ToolCallContext, run: ToolRun): Promise<AgentToolResult>;
	/** After the results are appended, before `turn_end` is announced (E20). */
	finishTurn(turn: FinishedTurn, signal: AbortSignal): Promise<TurnDecision>;
	/** Before a following turn starts (M02: compaction stands here). Not called before the first one. */
	prepareNextTurn(turn: FinishedTurn, signal: AbortSignal): Promise<void>;
	/** Immediately before every request, the first included; appends prompt and tool changes and returns them. */
	prepareRequest(signal: AbortSignal): Promise<readonly AgentMessage[]>;
	/** Whether steering or follow-up messages wait. */
	hasQueued(): boolean | Promise<boolean>;
	takeSteering(): AgentMessage[] | Promise<AgentMessage[]>;
	takeFollowUps(): AgentMessage[] | Promise<AgentMessage[]>;
}

/** What a running tool gets besides its arguments. */
export interface ToolRun {
	readonly signal: AbortSignal;
	readonly onUpdate: (partial: AgentToolResult) => void;
}
