import type { AssistantMessageEvent, Usage } from "@tau/ai";
import type { RuntimeEvent } from "../runtime/runtime-event.ts";

type WithoutPartial<T> = T extends { partial: unknown } ? Omit<T, "partial"> : T;

type JsonAssistantMessageEvent<T = AssistantMessageEvent> = T extends { type: "toolcall_start" }
	? WithoutPartial<T> & { id: string; toolName: string }
	: WithoutPartial<T>;

/** Output of a `bash` command as it comes; `id` is that of the command. */
export interface BashExecutionUpdate {
	type: "bash_execution_update";
	id?: string;
	delta: string;
}

/** An event as a client reads it: streaming updates carry the change only (O03). */
export type JsonAgentSessionEvent =
	| Exclude<RuntimeEvent, { type: "message_update" }>
	| { type: "message_update"; usage: Usage; assistantMessageEvent: JsonAssistantMessageEvent }
	| BashExecutionUpdate;
