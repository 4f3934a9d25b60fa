import type { AgentMessage } from "@tau/agent";
import type { Message } from "@tau/ai";
import type { Dispatcher } from "../../extensions/hooks/dispatch.ts";
import { convertToLlm } from "../../session/message-views.ts";
import { blockImages } from "./block-images.ts";
import { forcePrompt, restoreHead } from "./restore-head.ts";

export interface RequestBuilderParts {
	readonly dispatcher: Dispatcher;
	/** The prompt a handler of `before_agent_start` forced for this run. */
	forcedPrompt(): string | undefined;
	/** The user wants no image to leave the machine. */
	readonly blockImages: boolean;
}

/** The one place where a transcript becomes a request: hooks first, then the roles a model knows (E26, E27). */
export async function buildRequest(
	parts: RequestBuilderParts,
	transcript: readonly AgentMessage[],
): Promise<Message[]> {
	const { dispatcher } = parts;
	let messages: readonly AgentMessage[] = transcript;
	if (dispatcher.hears("context")) {
		const offered = structuredClone(transcript.filter((message) => message.role !== "system"));
		const answered = await dispatcher.waterfall("context", { type: "context", messages: [...offered] });
		if (answered) messages = restoreHead(transcript, offered, answered.event.messages);
	}
	if (dispatcher.hears("context_with_system")) {
		const full = structuredClone([...messages]);
		const answered = await dispatcher.waterfall("context_with_system", { type: "context_with_system", messages: full });
		if (answered) messages = answered.event.messages;
	}
	const forced = parts.forcedPrompt();
	if (forced !== undefined) messages = forcePrompt(messages, forced);
	const converted = convertToLlm([...messages]);
	return parts.blockImages ? blockImages(converted) : converted;
}
