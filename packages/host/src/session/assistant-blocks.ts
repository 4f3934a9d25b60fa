import type { AssistantContent, AssistantMessage } from "@tau/ai";

/** The blocks of an answer. Session files are written by many programs: plain text is one block, holes do not count. */
export function assistantBlocks({ content }: AssistantMessage): readonly AssistantContent[] {
	if (typeof content === "string") return [{ type: "text", text: content }];
	return Array.isArray(content) ? content.filter((block) => typeof block === "object" && block !== null) : [];
}
