import type { ReadonlySession } from "../../src/session/readonly-session.ts";

type Blocks = readonly { type: string; text?: string }[];

/** The conversation as the model will see it, a line each: `role: text`; results of tools by the tool's name. */
export function transcriptOf(session: ReadonlySession): string[] {
	return session.buildSessionContext().messages.flatMap((message) => {
		if (message.role === "system") return [];
		if (message.role === "toolResult")
			return [`${message.toolName}: ${textOf(message.content)}${message.isError ? " (error)" : ""}`];
		if (message.role === "assistant") {
			const text = textOf(message.content);
			return text === "" ? [] : [`assistant: ${text}`];
		}
		return "content" in message ? [`${message.role}: ${textOf(message.content)}`] : [message.role];
	});
}

/** The texts of a message's content. */
export function textOf(content: string | Blocks): string {
	if (typeof content === "string") return content;
	return content.flatMap((block) => (block.text !== undefined ? [block.text] : [])).join("\n");
}

/** What a request says after its system messages, a line each. */
export function linesOf({ messages }: { messages: readonly { role: string; content: unknown }[] }): string[] {
	return messages
		.filter(({ role }) => role !== "system")
		.map(({ role, content }) => `${role}: ${textOf(content as string | Blocks)}`);
}
