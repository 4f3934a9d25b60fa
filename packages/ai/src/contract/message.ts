import type { AssistantContent, ImageContent, TextContent } from "./content.ts";
import type { JsonObject, JsonValue } from "./json.ts";
import type { ThinkingLevel } from "./model.ts";
import type { Tool, ToolReference } from "./tool.ts";
import type { Usage } from "./usage.ts";

/**
 * Instructions and tool declarations at one point of the transcript (S07). The first one is the prompt; later ones
 * add instructions, replace sections by name (`null` removes one) and change the tool set. Replaying all of them in
 * order gives the current prompt and tools.
 */
export interface SystemMessage {
	role: "system";
	content: string | TextContent[];
	sections?: Record<string, string | null>;
	toolsAdded?: Tool[];
	toolsRemoved?: ToolReference[];
	/** Milliseconds since the epoch, as in every message. */
	timestamp: number;
}

export interface UserMessage {
	role: "user";
	content: string | (TextContent | ImageContent)[];
	timestamp: number;
}

/**
 * How a response ended. `pending` only while it streams, never on disk. `deferred` names a response to be fetched
 * later.
 */
export type StopReason = "pending" | "stop" | "length" | "toolUse" | "error" | "aborted" | "deferred";

export interface AssistantMessage {
	role: "assistant";
	content: AssistantContent[];
	api: string;
	provider: string;
	model: string;
	/** The concrete model the provider says it used. */
	responseModel?: string;
	responseId?: string;
	/** The provider's own name of the effort used. */
	providerThinkingLevel?: string;
	/** The level that was asked for. */
	thinkingLevel?: ThinkingLevel;
	diagnostics?: AssistantDiagnostic[];
	usage: Usage;
	stopReason: StopReason;
	deferred?: DeferredHandle;
	/** One line that names provider and next step, when `stopReason` is `error` or `aborted`. */
	errorMessage?: string;
	/** The provider's label, when it says more than `stopReason`. */
	rawStopReason?: string;
	endTurn?: boolean;
	timestamp: number;
	/** Milliseconds from `timestamp` to the end of the response, by a monotonic clock. */
	durationMs?: number;
}

/** Something noteworthy about one response, such as a repaired argument. */
export interface AssistantDiagnostic {
	type: string;
	message: string;
	details?: JsonValue;
}

export interface DeferredHandle {
	provider: string;
	modelId: string;
	api: string;
	id: string;
	expiresAt?: number;
	pollAfterMs?: number;
	data?: JsonValue;
}

/** A call that a tool made to another tool (TC4). */
export interface NestedToolCallRecord {
	id: string;
	name: string;
	arguments?: JsonObject;
	/** Size of the arguments where they were too large to keep. */
	argumentsBytes?: number;
	status: "ok" | "error" | "unfinished";
	durationMs?: number;
	error?: string;
}

export interface NestedToolCalls {
	calls: NestedToolCallRecord[];
	/** False when the record lost anything. */
	complete: boolean;
}

export interface ToolResultMessage<TDetails = unknown> {
	role: "toolResult";
	toolCallId: string;
	toolName: string;
	content: (TextContent | ImageContent)[];
	/** For rendering and state; never sent to the model. */
	details?: TDetails;
	/** Nested model work of the tool; counted in totals, not in the context (TL12). */
	usage?: Usage;
	nestedCalls?: NestedToolCalls;
	isError: boolean;
	timestamp: number;
	durationMs?: number;
}

export type Message = SystemMessage | UserMessage | AssistantMessage | ToolResultMessage;
