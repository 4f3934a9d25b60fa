import type { ImageContent, Message, TextContent } from "@tau/ai";

const NOTE = "[Image left out: images are blocked by the setting images.blockImages.]";

/** The same messages without images, wherever they came from: files, tools, extensions or programs. */
export function blockImages(messages: readonly Message[]): Message[] {
	return messages.map((message) => {
		const { role } = message;
		if ((role !== "user" && role !== "toolResult") || typeof message.content === "string") return message;
		if (!message.content.some(({ type }) => type === "image")) return message;
		return { ...message, content: message.content.map(withoutImage) };
	});
}

function withoutImage(block: TextContent | ImageContent): TextContent {
	return block.type === "image" ? { type: "text", text: NOTE } : block;
}
