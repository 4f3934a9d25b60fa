import type { AgentMessage } from "@tau/agent";
import { getCurrentSystemMessage, type Message, type SystemMessage } from "@tau/ai";

/**
 * Puts the prompt and the tools back in front of what `context` handlers returned (E26). A list whose messages are the
 * ones that were handed out keeps system messages where they stood, so that a cached prefix survives (AD3); any other
 * list gets one leading message with the replayed state. System messages that handlers added stay behind it.
 */
export function restoreHead(
	transcript: readonly AgentMessage[],
	offered: readonly AgentMessage[],
	returned: readonly AgentMessage[],
): AgentMessage[] {
	if (returned.length === offered.length && returned.every((message, index) => message === offered[index])) {
		let next = 0;
		return transcript.map((message) => (message.role === "system" ? message : (returned[next++] ?? message)));
	}
	const head = currentHead(transcript);
	return head ? [head, ...returned] : [...returned];
}

/** The system messages of a transcript replayed into one. */
export function currentHead(transcript: readonly AgentMessage[]): SystemMessage | undefined {
	return getCurrentSystemMessage(transcript.filter((message): message is Message => message.role === "system"));
}

/** The same transcript with exactly `prompt` as its prompt, for one run; tools stay as they are (B22). */
export function forcePrompt(messages: readonly AgentMessage[], prompt: string): AgentMessage[] {
	const head = currentHead(messages);
	const rest = messages.filter((message) => message.role !== "system");
	const { sections: _sections, ...state } = head ?? { role: "system" as const, timestamp: 0 };
	return [{ ...state, content: prompt }, ...rest];
}
