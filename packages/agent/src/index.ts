export type { ThinkingLevel } from "@tau/ai";
export type { AgentEvent, ToolExecutionEvent } from "./contract/event.ts";
export type { FinishedTurn, LoopHost, ToolRun, TurnDecision } from "./contract/loop.ts";
export type { AgentMessage, CustomAgentMessages } from "./contract/message.ts";
export type {
	AgentTool,
	AgentToolResult,
	AgentToolUpdateCallback,
	ToolCallContext,
	ToolCallOutcome,
	ToolExecutionMode,
	ToolGateDecision,
} from "./contract/tool.ts";
export { prepareCall, runCall, type PreparedCall, type ToolCallHost, type ToolCallRequest } from "./loop/call-tool.ts";
export { runLoop } from "./loop/run-loop.ts";
export { validateArguments, type ValidatedArguments } from "./loop/validate-arguments.ts";
export { MessageQueue, type QueueMode } from "./message-queue.ts";
