import type { AssistantMessage, ImageContent, Message, TextContent, ToolCall } from "@tau/ai";

/** Results of tools are the largest part of most contexts and the least of a summary (M12). */
const MOST_RESULT_CHARACTERS = 2_000;

/**
 * A conversation as text, so that the model that summarises it does not go on with it (M12). Thinking and system
 * messages are left out.
 */
export function serializeConversation(messages: readonly Message[]): string {
	return messages.flatMap(paragraphsOf).join("\n\n");
}

function paragraphsOf(message: Message): string[] {
	switch (message.role) {
		case "user":
			return labelled("User", textOf(message.content));
		case "assistant":
			return assistantParagraphs(message);
		case "toolResult":
			return labelled("Tool result", shorten(textOf(message.content)));
		default:
			return [];
	}
}

function assistantParagraphs({ content }: AssistantMessage): string[] {
	const text = textOf(content.filter((block) => block.type === "text"));
	const calls = content.filter((block): block is ToolCall => block.type === "toolCall");
	return [...labelled("Assistant", text), ...labelled("Assistant tool calls", calls.map(formatCall).join("; "))];
}

function formatCall({ name, arguments: args }: ToolCall): string {
	const pairs = Object.entries(args).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
	return `${name}(${pairs.join(", ")})`;
}

function textOf(content: string | readonly (TextContent | ImageContent)[]): string {
	if (typeof content === "string") return content;
	return content.map((block) => (block.type === "text" ? block.text : "[image]")).join("\n");
}

function labelled(label: string, text: string): string[] {
	return text === "" ? [] : [`[${label}]: ${text}`];
}

function shorten(text: string): string {
	if (text.length <= MOST_RESULT_CHARACTERS) return text;
	const dropped = text.length - MOST_RESULT_CHARACTERS;
	return `${text.slice(0, MOST_RESULT_CHARACTERS)}\n\n[... ${dropped} more characters truncated]`;
}
