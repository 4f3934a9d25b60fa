import type { AgentMessage } from "@tau/agent";
import type { AssistantMessageEvent, ImageContent, Message, TextContent, ToolResultMessage, Usage } from "@tau/ai";
import type { ContextEditEntry, SessionEntry } from "../../session/entry.ts";
import type { CustomMessage } from "../../session/message.ts";
import type { PromptOptions } from "../prompt-options.ts";

interface BeforeAgentStartBase {
	type: "before_agent_start";
	/** The prompt as earlier handlers left it. */
	readonly systemPrompt: string;
	/** Edited in place; later handlers see it. */
	systemPromptOptions: PromptOptions;
}

/** A run is about to start (E14). Waterfall: messages gather, `systemPrompt` is carried on. */
export type BeforeAgentStartEvent =
	| (BeforeAgentStartBase & {
			messageType: "user";
			/** After expansion of skills and templates. */
			prompt: string;
			images?: ImageContent[];
	  })
	| (BeforeAgentStartBase & { messageType: "custom"; message: CustomMessage });

export interface BeforeAgentStartResult {
	/** Stored and sent after the user's message, in handler order. */
	message?: Pick<CustomMessage, "customType" | "content" | "display" | "details">;
	/** Replaces the whole prompt for this run; never stored (B22). */
	systemPrompt?: string;
}

export interface AgentStartEvent {
	type: "agent_start";
}

/** A run ended; retries and queued work may follow (E15). Observe. */
export interface AgentEndEvent {
	type: "agent_end";
	messages: AgentMessage[];
}

/** Nothing more will happen by itself (E17). Observe; work asked for here starts after all handlers. */
export interface AgentSettledEvent {
	type: "agent_settled";
	aborted: boolean;
}

export interface TurnStartEvent {
	type: "turn_start";
	turnIndex: number;
	timestamp: number;
}

/** Entries a boundary handler may propose (AD6). */
export type BoundaryDraft =
	| { type: "custom"; customType: string; data?: unknown }
	| {
			type: "custom_message";
			customType: string;
			content: string | (TextContent | ImageContent)[];
			display: boolean;
			details?: unknown;
	  }
	| { type: "context_edit"; targetId: string; replacement: ContextEditEntry["replacement"] }
	| { type: "compaction"; summary: string; firstKeptEntryId: string | null; details?: unknown; usage?: Usage };

/** What the next request would see if the proposals so far were committed. */
export interface BoundaryPreview {
	contextEntries: { sourceEntry: SessionEntry; messages: AgentMessage[] }[];
	contextMessages: AgentMessage[];
	llmMessages: Message[];
	pendingMessages: AgentMessage[];
	canContinue: boolean;
}

export interface BoundaryState {
	entries: BoundaryDraft[];
	continue: boolean;
	context: BoundaryPreview;
	outcome: "completed" | "aborted" | "error";
}

/** Replaces a field of the proposal; absent fields stay (E20). */
export interface BoundaryResult {
	entries?: BoundaryDraft[];
	continue?: boolean;
}

/** After the messages of a turn are stored (E20). Boundary. */
export interface TurnEndEvent extends BoundaryState {
	type: "turn_end";
	turnIndex: number;
	message: AgentMessage;
	toolResults: ToolResultMessage[];
	messageEntryId: string;
	toolResultEntryIds: string[];
}

/** Before a run settles; not for aborted runs (E16). Boundary. */
export interface AgentBeforeSettleEvent extends BoundaryState {
	type: "agent_before_settle";
}

export interface MessageStartEvent {
	type: "message_start";
	message: AgentMessage;
}

/** Only for assistant messages; do no slow work here (E21). Observe. */
export interface MessageUpdateEvent {
	type: "message_update";
	message: AgentMessage;
	assistantMessageEvent: AssistantMessageEvent;
}

/** The replacement must keep the role; it is what is stored, sent and executed (E22). Waterfall. */
export interface MessageEndEvent {
	type: "message_end";
	message: AgentMessage;
}

export interface MessageEndResult {
	message?: AgentMessage;
}

/** A private copy of the conversation without system messages (E26). Waterfall; edits in place count. */
export interface ContextEvent {
	type: "context";
	messages: AgentMessage[];
}

/** The full transcript; the answer is sent as it is (E27). Waterfall. */
export interface ContextWithSystemEvent {
	type: "context_with_system";
	messages: AgentMessage[];
}

export interface ContextResult {
	messages?: AgentMessage[];
}
