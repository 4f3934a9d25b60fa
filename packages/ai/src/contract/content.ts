import type { JsonObject } from "./json.ts";

/** Text written by the user, the model or a tool. */
export interface TextContent {
	type: "text";
	text: string;
	/** Opaque provider metadata that must be sent back unchanged to the same provider. */
	textSignature?: string;
}

/** The model's reasoning. A redacted block has no visible text and its payload in the signature. */
export interface ThinkingContent {
	type: "thinking";
	thinking: string;
	/** Opaque; only valid for the provider and model that produced it. */
	thinkingSignature?: string;
	redacted?: boolean;
}

/** An image as base64 text. */
export interface ImageContent {
	type: "image";
	data: string;
	/** For example `image/png`. */
	mimeType: string;
}

/** A request of the model to run a tool. */
export interface ToolCall {
	type: "toolCall";
	/** Unique within a request; results name it. */
	id: string;
	name: string;
	arguments: JsonObject;
	thoughtSignature?: string;
	/** OpenAI Responses namespace for calls to dynamically loaded tools. */
	namespace?: string;
	/**
	 * Why the arguments are not a JSON object, with the text the model sent. `arguments` is then `{}`, and the call is
	 * refused with `Invalid arguments for tool "<name>": ` before this text (TL06, PC-58).
	 */
	argumentsError?: string;
}

export type AssistantContent = TextContent | ThinkingContent | ToolCall;
