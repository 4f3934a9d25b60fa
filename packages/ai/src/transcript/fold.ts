import type { Message } from "../contract/message.ts";
import type { Model } from "../contract/model.ts";
import type { TranscriptContext } from "./normalize-context.ts";
import { getCurrentSystemMessage, isSystemMessage } from "./system-state.ts";

/**
 * The transcript as the model can take it (V16): models that accept system messages in mid-conversation get the
 * patches where they stand, all others one leading message with the current state.
 */
export function foldForModel(model: Model, messages: readonly Message[]): Message[] {
	return model.compat?.["supportsMidConvoSystemMessages"] === true ? [...messages] : foldSystemMessages(messages);
}

/** For custom providers: one leading system message with the current prompt and tools, no later ones. */
export function collapseSystemMessages(context: TranscriptContext): TranscriptContext {
	return { messages: foldSystemMessages(context.messages) };
}

function foldSystemMessages(messages: readonly Message[]): Message[] {
	const current = getCurrentSystemMessage(messages);
	const others = messages.filter((message) => !isSystemMessage(message));
	return current === undefined ? others : [current, ...others];
}
