import type { Message, SystemMessage } from "../contract/message.ts";
import type { Context } from "../contract/provider.ts";
import type { Tool } from "../contract/tool.ts";
import { getSystemMessageText, isSystemMessage } from "./system-state.ts";

/** A context whose prompt and tools travel in the system messages of the transcript. */
export interface TranscriptContext {
	messages: Message[];
}

/**
 * Moves `systemPrompt` and `tools` into the leading system message, in front of what a leading system message of the
 * transcript says itself.
 */
export function normalizeContext(context: Context): TranscriptContext {
	const short = shortForm(context);
	if (short === undefined) return { messages: [...context.messages] };
	const [first, ...rest] = context.messages;
	if (first === undefined || !isSystemMessage(first)) return { messages: [short, ...context.messages] };
	return { messages: [mergeLeading(short, first), ...rest] };
}

/** What providers may know of a tool: its declaration, without anything executable. */
export function toToolDeclaration(tool: Tool): Tool {
	const { name, description, parameters, constrainedSampling } = tool;
	return { name, description, parameters, ...(constrainedSampling === undefined ? {} : { constrainedSampling }) };
}

function shortForm({ systemPrompt, tools, messages }: Context): SystemMessage | undefined {
	const hasTools = tools !== undefined && tools.length > 0;
	if ((systemPrompt === undefined || systemPrompt === "") && !hasTools) return undefined;
	return {
		role: "system",
		content: systemPrompt ?? "",
		...(hasTools ? { toolsAdded: tools.map(toToolDeclaration) } : {}),
		timestamp: messages[0]?.timestamp ?? 0,
	};
}

function mergeLeading(short: SystemMessage, leading: SystemMessage): SystemMessage {
	const own = getSystemMessageText({ ...leading, sections: {} });
	const content = [getSystemMessageText(short), own].filter((text) => text !== "").join("\n\n");
	const toolsAdded = [...(short.toolsAdded ?? []), ...(leading.toolsAdded ?? [])];
	return { ...leading, content, ...(toolsAdded.length > 0 ? { toolsAdded } : {}) };
}
