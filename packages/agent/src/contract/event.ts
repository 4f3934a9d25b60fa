import type { AssistantMessageEvent, ToolResultMessage } from "@tau/ai";
import type { AgentMessage } from "./message.ts";
import type { AgentToolResult } from "./tool.ts";

/** What happens in a run, in order. `agent_end` is the last event of a run (E15, E19-E25). */
export type AgentEvent =
	| { type: "agent_start" }
	| { type: "agent_end"; messages: AgentMessage[] }
	| { type: "turn_start" }
	| { type: "turn_end"; message: AgentMessage; toolResults: ToolResultMessage[] }
	| { type: "message_start"; message: AgentMessage }
	| { type: "message_update"; message: AgentMessage; assistantMessageEvent: AssistantMessageEvent }
	| { type: "message_end"; message: AgentMessage }
	| ToolExecutionEvent;

/** Progress of one call; `parentToolCallId` is set when another tool made it (TC3). */
export type ToolExecutionEvent =
	| ({ type: "tool_execution_start" } & ToolExecutionIdentity)
	| ({ type: "tool_execution_update"; partialResult: AgentToolResult } & ToolExecutionIdentity)
	| ({
			type: "tool_execution_end";
			result: AgentToolResult;
			isError: boolean;
			durationMs?: number;
	  } & Omit<ToolExecutionIdentity, "args">);

interface ToolExecutionIdentity {
	toolCallId: string;
	toolName: string;
	/** The arguments as the model wrote them (TL23). */
	args: unknown;
	parentToolCallId?: string;
}
