export * from "./core.ts";
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
export type {
	AfterToolCallContext,
	AfterToolCallResult,
	AgentContext,
	AgentLoopConfig,
	AgentLoopTurnUpdate,
	AgentRequestUpdate,
	AgentToolCall,
	AgentToolCallOutcome,
	AgentTurnContext,
	AgentTurnDecision,
	BeforeToolCallContext,
	BeforeToolCallResult,
	FinishTurn,
	PrepareNextTurnContext,
	PrepareRequest,
	PrepareRequestContext,
	StreamFn,
	ToolCallHooks,
} from "./published/agent-loop-config.ts";
export {
	agentLoop,
	agentLoopContinue,
	type AgentEventSink,
	runAgentLoop,
	runAgentLoopContinue,
} from "./published/agent-loop.ts";
export type { AgentInitialState, AgentState } from "./published/agent-state.ts";
export { Agent, type AgentListener, type AgentOptions } from "./published/agent.ts";
export { type ClientIdentity, DEFAULT_AGENT_IDENTITY } from "./published/client-identity.ts";
export { setDefaultStreamFn } from "./published/default-stream-fn.ts";
export { runToolCall, type RunToolCallOptions } from "./published/run-tool-call.ts";
