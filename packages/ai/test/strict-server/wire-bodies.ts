import type { Message } from "../../src/contract/message.ts";
import type { Model } from "../../src/contract/model.ts";
import type { Context, ProviderRequest, StreamOptions } from "../../src/contract/provider.ts";
import { messagesRequest } from "../../src/providers/anthropic-messages/request.ts";
import { generatePayload } from "../../src/providers/google-generative-ai/request.ts";
import { chatPayload } from "../../src/providers/openai-completions/request.ts";
import { responsesPayload } from "../../src/providers/openai-responses/request.ts";
import { prepareMessages } from "../../src/stream.ts";

const COMMON = {
	reasoning: true,
	input: ["text" as const, "image" as const],
	cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
	contextWindow: 200_000,
	maxTokens: 32_000,
};

export const MESSAGES_MODEL: Model = {
	...COMMON,
	id: "claude-sonnet-4-5",
	name: "Claude",
	api: "anthropic-messages",
	provider: "anthropic",
	baseUrl: "https://api.anthropic.com",
};

export const CHAT_MODEL: Model = {
	...COMMON,
	id: "gpt-5",
	name: "GPT",
	api: "openai-completions",
	provider: "openai",
	baseUrl: "https://api.openai.com/v1",
};

export const RESPONSES_MODEL: Model = { ...CHAT_MODEL, api: "openai-responses" };

export const GENERATE_MODEL: Model = {
	...COMMON,
	id: "gemini-2.5-flash",
	name: "Gemini",
	api: "google-generative-ai",
	provider: "google",
	baseUrl: "https://generativelanguage.googleapis.com/v1beta",
};

const PAYLOADS: Readonly<Record<string, (request: ProviderRequest) => unknown>> = {
	"anthropic-messages": (request) => messagesRequest(request).payload,
	"openai-completions": chatPayload,
	"openai-responses": responsesPayload,
	"google-generative-ai": generatePayload,
};

/** The body that a request of this transcript has, by the protocol of the model. */
export function bodyOf(model: Model, context: Context, options: StreamOptions = {}): string {
	const messages: Message[] = prepareMessages(model, context);
	return JSON.stringify(PAYLOADS[model.api]?.({ model, messages, options }));
}
