import type { AssistantMessageEvent, Usage } from "@tau/ai";
import type { RuntimeEvent } from "../../runtime/runtime-event.ts";

/** A session event as it goes over the wire: streaming updates carry the change only (O03). */
export type JsonEvent =
	| Exclude<RuntimeEvent, { type: "message_update" }>
	| { type: "message_update"; usage: Usage; assistantMessageEvent: object };

/** The wire form of an event. Snapshots are dropped so that a stream's size stays linear. */
export function toJsonEvent(event: RuntimeEvent): JsonEvent {
	if (event.type !== "message_update") return event;
	const { assistantMessageEvent: update, message } = event;
	const usage = message.role === "assistant" ? message.usage : undefined;
	return { type: "message_update", usage: usage as Usage, assistantMessageEvent: withoutPartial(update) };
}

function withoutPartial(update: AssistantMessageEvent): object {
	if (!("partial" in update)) return update;
	const { partial, ...rest } = update;
	if (update.type !== "toolcall_start") return rest;
	const call = partial.content[update.contentIndex];
	return call?.type === "toolCall" ? { ...rest, id: call.id, toolName: call.name } : rest;
}
