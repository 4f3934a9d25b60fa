import type {
	AssistantMessage,
	AssistantMessageStream,
	Message,
	Model,
	StreamOptions,
	ThinkingLevel,
	ToolCall,
	ToolResultMessage,
	TranscriptContext,
} from "@tau/ai";
import type { AgentMessage } from "../contract/message.ts";
import type { AgentTool, AgentToolResult, ToolCallOutcome, ToolExecutionMode } from "../contract/tool.ts";
import type { ClientIdentity } from "./client-identity.ts";

/**
 * Asks a model. Prompt and tools travel in the system messages of the transcript. Failures are encoded in the stream;
 * what is thrown all the same ends the run.
 */
export type StreamFn = (
	model: Model,
	context: TranscriptContext,
	options?: StreamOptions,
) => AssistantMessageStream | Promise<AssistantMessageStream>;

export type AgentToolCall = ToolCall;
export type AgentToolCallOutcome = ToolCallOutcome;

/** The transcript a run starts with, and the tools it may call. The run works on a copy. */
export interface AgentContext {
	messages: AgentMessage[];
	tools?: AgentTool[] | undefined;
}

/** Answer of `beforeToolCall`; `block` refuses the call with `reason` as the error result. */
export interface BeforeToolCallResult {
	block?: boolean;
	reason?: string;
	/** Counts for the rule that a batch whose results all say so ends the run. */
	terminate?: boolean;
}

/** Fields that replace those of the result. New `content` without `structuredContent` drops the old one. */
export type AfterToolCallResult = Partial<AgentToolResult>;

export interface BeforeToolCallContext {
	assistantMessage: AssistantMessage;
	toolCall: AgentToolCall;
	/** Validated; may be changed in place. */
	args: unknown;
	context: AgentContext;
}

export interface AfterToolCallContext extends BeforeToolCallContext {
	result: AgentToolResult;
	isError: boolean;
}

/** A turn that has ended, as the callbacks after it see it. */
export interface AgentTurnContext {
	message: AssistantMessage;
	toolResults: ToolResultMessage[];
	context: AgentContext;
	/** What the run has added so far, its prompts included. */
	newMessages: AgentMessage[];
}

export type PrepareNextTurnContext = AgentTurnContext;

/** `continue` ensures one more request, `end` stops the run and leaves the queues as they are. */
export type AgentTurnDecision = { action: "continue" } | { action: "end" };

export type FinishTurn = (
	turn: AgentTurnContext,
	signal?: AbortSignal,
) => AgentTurnDecision | void | Promise<AgentTurnDecision | undefined> | Promise<void>;

/** What the requests after it use instead. */
export interface AgentRequestUpdate {
	context?: AgentContext;
	model?: Model;
	thinkingLevel?: ThinkingLevel;
}

export interface AgentLoopTurnUpdate extends AgentRequestUpdate {
	/** Appended and announced in front of what is queued. */
	messages?: AgentMessage[];
}

export interface PrepareRequestContext {
	context: AgentContext;
	model: Model;
	thinkingLevel: ThinkingLevel;
}

export type PrepareRequest = (
	request: PrepareRequestContext,
	signal?: AbortSignal,
) => AgentRequestUpdate | void | Promise<AgentRequestUpdate | undefined> | Promise<void>;

type OrUndefined<T> = { [Name in keyof T]?: T[Name] | undefined };

/** The hooks around one call. What they throw becomes the call's error result. */
export interface ToolCallHooks {
	beforeToolCall?:
		| ((context: BeforeToolCallContext, signal?: AbortSignal) => Promise<BeforeToolCallResult | undefined>)
		| undefined;
	afterToolCall?:
		| ((context: AfterToolCallContext, signal?: AbortSignal) => Promise<AfterToolCallResult | undefined>)
		| undefined;
}

/** What a run asks its caller for. Everything here is handed to the stream function as options too. */
export interface AgentLoopConfig extends OrUndefined<StreamOptions>, ToolCallHooks {
	model: Model;
	convertToLlm: (messages: AgentMessage[]) => Message[] | Promise<Message[]>;
	/** Asked before `convertToLlm`, with a copy of the transcript. */
	transformContext?: ((messages: AgentMessage[], signal?: AbortSignal) => Promise<AgentMessage[]>) | undefined;
	/** Asked before every request; without an answer `apiKey` counts. */
	getApiKey?: ((provider: string) => Promise<string | undefined> | string | undefined) | undefined;
	finishTurn?: FinishTurn | undefined;
	/** Asked immediately before every request, the first included. */
	prepareRequest?: PrepareRequest | undefined;
	/** Asked when the run goes on after a turn. */
	prepareNextTurn?:
		| ((context: PrepareNextTurnContext) => AgentLoopTurnUpdate | undefined | Promise<AgentLoopTurnUpdate | undefined>)
		| undefined;
	getSteeringMessages?: (() => Promise<AgentMessage[]>) | undefined;
	getFollowUpMessages?: (() => Promise<AgentMessage[]>) | undefined;
	/** Default `parallel`. */
	toolExecution?: ToolExecutionMode | undefined;
	transport?: string | undefined;
	identity?: ClientIdentity | undefined;
}
