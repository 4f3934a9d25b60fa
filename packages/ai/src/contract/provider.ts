import type { AssistantMessage, Message } from "./message.ts";
import type { Model, ThinkingLevel } from "./model.ts";
import type { AssistantMessageEvent, StreamEvent } from "./stream-event.ts";
import type { Tool } from "./tool.ts";

/** A response while it streams: iterate the events, or await the final message. */
export interface AssistantMessageStream extends AsyncIterable<AssistantMessageEvent> {
	/** The final message; failures are messages with `stopReason` `error` or `aborted`, never a rejection. */
	result(): Promise<AssistantMessage>;
}

/** Headers of a request; `null` deletes one that would be sent otherwise. */
export type ProviderHeaders = Record<string, string | null>;

export interface ProviderResponse {
	status: number;
	headers: Record<string, string>;
}

/** A request as callers state it; `systemPrompt` and `tools` are short for a leading system message. */
export interface Context {
	systemPrompt?: string;
	messages: Message[];
	tools?: Tool[];
}

/** Options of one request. Hooks are awaited in the order headers, payload, response, stream events (E39). */
export interface StreamOptions {
	signal?: AbortSignal;
	apiKey?: string;
	/** Merged over the model's own headers. */
	headers?: ProviderHeaders;
	/** Values that win over the process environment. */
	env?: Record<string, string>;
	fetch?: typeof globalThis.fetch;
	reasoning?: ThinkingLevel;
	thinkingBudgets?: Partial<Record<ThinkingLevel, number>>;
	temperature?: number;
	maxTokens?: number;
	samplingParams?: Record<string, unknown>;
	toolChoice?: "auto" | "none";
	cacheRetention?: "none" | "short" | "long";
	sessionId?: string;
	metadata?: Record<string, unknown>;
	/** Milliseconds without a meaningful event after which the request fails; 0 turns the budget off. */
	timeoutMs?: number;
	/** Milliseconds to the first meaningful event; default `timeoutMs`. */
	firstEventTimeoutMs?: number;
	/** Retries inside one logical request; default 0, the agent retries with its own policy (M10). */
	maxRetries?: number;
	maxRetryDelayMs?: number;
	/** May change the headers in place (E28). Called once per logical request. */
	onHeaders?: (headers: ProviderHeaders, model: Model) => void | Promise<void>;
	/** May return another payload (E29). */
	onPayload?: (payload: unknown, model: Model) => unknown;
	/** Status and headers of every HTTP response, before the body is read (E30, B38). */
	onResponse?: (response: ProviderResponse, model: Model) => void | Promise<void>;
	/** The earliest parsed value of each wire event, read-only (E31). */
	onProviderStreamEvent?: (data: unknown, model: Model) => void | Promise<void>;
}

/** One request, normalised: prompt and tools travel in the system messages of `messages`. */
export interface ProviderRequest {
	model: Model;
	messages: Message[];
	options: StreamOptions;
}

/** A wire protocol: turns a request into neutral events. Failures reject with a {@link ProviderFailure}. */
export interface ProviderApi {
	readonly api: string;
	run(request: ProviderRequest, signal: AbortSignal): AsyncIterable<StreamEvent>;
}

/** The classes of failure that policy above may act on; decided once, where status and type are known. */
export type ProviderFailureKind =
	| "aborted"
	| "auth"
	| "overflow"
	| "rate_limit"
	| "overloaded"
	| "server"
	| "timeout"
	| "network"
	| "invalid_request"
	| "protocol";

/** Facts about a failed request; carried by `ProviderError` and, for policy, beside the final message. */
export interface ProviderFailure {
	kind: ProviderFailureKind;
	/** One line: provider, what happened, the next step. */
	message: string;
	retryable: boolean;
	status?: number;
	/** Milliseconds the server asks to wait. */
	retryAfterMs?: number;
}
