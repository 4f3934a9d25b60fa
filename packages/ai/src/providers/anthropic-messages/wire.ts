/** The parts of the Messages request that this adapter writes. */
export interface CacheControl {
	type: "ephemeral";
	ttl?: "1h";
}

export interface TextBlock {
	type: "text";
	text: string;
	cache_control?: CacheControl;
}

export interface ImageBlock {
	type: "image";
	source: { type: "base64"; media_type: string; data: string };
	cache_control?: CacheControl;
}

export interface ToolUseBlock {
	type: "tool_use";
	id: string;
	name: string;
	input: object;
}

export interface ToolResultBlock {
	type: "tool_result";
	tool_use_id: string;
	content: (TextBlock | ImageBlock)[];
	is_error: boolean;
	cache_control?: CacheControl;
}

export type ThinkingBlock =
	| { type: "thinking"; thinking: string; signature: string }
	| { type: "redacted_thinking"; data: string };

export type UserBlock = TextBlock | ImageBlock | ToolResultBlock;
export type AssistantBlock = TextBlock | ThinkingBlock | ToolUseBlock;

export type WireMessage =
	| { role: "user"; content: UserBlock[] }
	| { role: "assistant"; content: AssistantBlock[] }
	| { role: "system"; content: TextBlock[] };

export interface WireTool {
	name: string;
	description: string;
	input_schema: object;
	eager_input_streaming?: true;
	strict?: true;
	cache_control?: CacheControl;
}

export interface MessagesPayload {
	model: string;
	max_tokens: number;
	messages: WireMessage[];
	stream: true;
	system?: TextBlock[];
	tools?: WireTool[];
	[field: string]: unknown;
}
