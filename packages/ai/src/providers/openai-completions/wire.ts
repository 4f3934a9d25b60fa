/** The parts of the Chat Completions request that this adapter writes. */
export type ChatPart =
	| { type: "text"; text: string; cache_control?: CacheControl }
	| { type: "image_url"; image_url: { url: string } };

export interface CacheControl {
	type: "ephemeral";
	ttl?: "1h";
}

export type ChatToolCall =
	| { id: string; type: "function"; function: { name: string; arguments: string } }
	| { id: string; type: "custom"; custom: { name: string; input: string } };

export interface ChatSystemMessage {
	role: "system" | "developer";
	content: string | ChatPart[];
}

export interface ChatUserMessage {
	role: "user";
	content: string | ChatPart[];
}

export interface ChatAssistantMessage {
	role: "assistant";
	content: string | ChatPart[] | null;
	tool_calls?: ChatToolCall[];
	/** Reasoning goes back in the field it came in. */
	[reasoningField: `reasoning${string}`]: string;
}

export interface ChatToolMessage {
	role: "tool";
	tool_call_id: string;
	content: string | ChatPart[];
	name?: string;
}

export type ChatMessage = ChatSystemMessage | ChatUserMessage | ChatAssistantMessage | ChatToolMessage;

export type ChatTool =
	| {
			type: "function";
			function: { name: string; description: string; parameters: object; strict?: boolean };
			cache_control?: CacheControl;
	  }
	| {
			type: "custom";
			custom: {
				name: string;
				description: string;
				format: { type: "grammar"; grammar: { syntax: "lark" | "regex"; definition: string } };
			};
			cache_control?: CacheControl;
	  };

export interface ChatPayload {
	model: string;
	messages: ChatMessage[];
	stream: true;
	tools?: ChatTool[];
	[field: string]: unknown;
}
