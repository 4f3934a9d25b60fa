import type { SeenRequest } from "./model-server.ts";

/** What users said in a request, a text each. */
export function userTexts({ body }: SeenRequest): string[] {
	return body.messages.flatMap((message) => (message.role === "user" ? [textOf(message.content)] : []));
}

/** The results of tools in a request. */
export function toolResults({ body }: SeenRequest): string[] {
	return body.messages.flatMap((message) => (message.role === "tool" ? [textOf(message.content)] : []));
}

/** The system prompt of a request. */
export function systemPrompt({ body }: SeenRequest): string {
	return body.messages.flatMap((message) => (message.role === "system" ? [textOf(message.content)] : [])).join("\n");
}

/** Names of the declared tools. */
export function toolNames({ body }: SeenRequest): string[] {
	return (body.tools ?? []).map((tool) => tool.function.name);
}

function textOf(content: unknown): string {
	if (typeof content === "string") return content;
	return (content as readonly { text?: string }[]).map(({ text = "(no text)" }) => text).join("");
}
