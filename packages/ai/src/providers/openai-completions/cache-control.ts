import type { CacheControl, ChatMessage, ChatPayload } from "./wire.ts";

/**
 * Marks the ends of the stable parts of a request, for servers that pass Anthropic's cache control on: the system
 * prompt, the last tool and the last message with text.
 */
export function markCacheBreakpoints(payload: ChatPayload, control: CacheControl): void {
	const prompt = payload.messages[0];
	if (prompt?.role === "system" || prompt?.role === "developer") markMessage(prompt, control);
	const tool = payload.tools?.at(-1);
	if (tool !== undefined) tool.cache_control = control;
	for (const message of payload.messages.toReversed()) {
		if (message === prompt || markMessage(message, control)) return;
	}
}

function markMessage(message: ChatMessage, control: CacheControl): boolean {
	if (typeof message.content === "string") {
		if (message.content === "") return false;
		message.content = [{ type: "text", text: message.content, cache_control: control }];
		return true;
	}
	const text = message.content?.findLast((part) => part.type === "text");
	if (text !== undefined) text.cache_control = control;
	return text !== undefined;
}
