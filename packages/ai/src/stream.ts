import { clampThinkingLevel, providerThinkingLevel } from "./catalog/thinking-level.ts";
import type { AssistantMessage, Message } from "./contract/message.ts";
import type { Model } from "./contract/model.ts";
import type { Context, ProviderFailure, StreamOptions } from "./contract/provider.ts";
import { getApi } from "./registry/api-registry.ts";
import { Assembler } from "./stream/assembler.ts";
import { guessFailure } from "./stream/classify-text.ts";
import { type AssistantMessageEventStream, createAssistantMessageEventStream } from "./stream/event-stream.ts";
import { ProviderError } from "./stream/provider-error.ts";
import { secretsOf, toSafeLine } from "./stream/redact.ts";
import { foldForModel } from "./transcript/fold.ts";
import { normalizeContext } from "./transcript/normalize-context.ts";
import { sendable } from "./transcript/sendable.ts";

interface Call {
	readonly api: string;
	readonly model: Model;
	readonly context: Context;
	readonly options: StreamOptions;
}

/** Beside the message, not in it: the class is for policy and never reaches disk or wire. */
const failures = new WeakMap<AssistantMessage, ProviderFailure>();

/**
 * Asks a model and streams its answer. Never throws: whatever goes wrong is an `error` event, and a final message with
 * `stopReason` `error` or `aborted` that keeps what had arrived (V09).
 */
export function streamSimple(model: Model, context: Context, options: StreamOptions = {}): AssistantMessageEventStream {
	return streamCall({ api: model.api, model, context, options });
}

/** Asks a model and waits for the whole answer; failures are messages, as in {@link streamSimple}. */
export function complete(model: Model, context: Context, options: StreamOptions = {}): Promise<AssistantMessage> {
	return streamSimple(model, context, options).result();
}

/** Why a message ended in `error` or `aborted`; of one that {@link streamSimple} did not make, as its text tells. */
export function getFailure(message: AssistantMessage): ProviderFailure | undefined {
	return failures.get(message) ?? guessFailure(message);
}

/** Whether a failed answer may come if it is asked for again: the service or the network had a bad moment. */
export function isRetryableAssistantError(message: AssistantMessage): boolean {
	return getFailure(message)?.retryable === true;
}

/** The transcript in the form a request of this model carries. */
export function prepareMessages(model: Model, context: Context): Message[] {
	return foldForModel(model, sendable(normalizeContext(context).messages, model));
}

/** A wire protocol as custom providers use it: their models, their API name, this protocol. */
export interface ProviderStreams {
	stream(model: Model, context: Context, options?: StreamOptions): AssistantMessageEventStream;
	streamSimple(model: Model, context: Context, options?: StreamOptions): AssistantMessageEventStream;
}

export function openAICompletionsApi(): ProviderStreams {
	return streamsOf("openai-completions");
}

export function anthropicMessagesApi(): ProviderStreams {
	return streamsOf("anthropic-messages");
}

export function openAIResponsesApi(): ProviderStreams {
	return streamsOf("openai-responses");
}

export function azureOpenAIResponsesApi(): ProviderStreams {
	return streamsOf("azure-openai-responses");
}

export function googleGenerativeAIApi(): ProviderStreams {
	return streamsOf("google-generative-ai");
}

function streamsOf(api: string): ProviderStreams {
	const run: ProviderStreams["stream"] = (model, context, options = {}) => streamCall({ api, model, context, options });
	return { stream: run, streamSimple: run };
}

function streamCall(call: Call): AssistantMessageEventStream {
	const stream = createAssistantMessageEventStream();
	const assembler = createAssembler(call, stream);
	void pump(call, assembler);
	return stream;
}

function createAssembler({ model, options }: Call, stream: AssistantMessageEventStream): Assembler {
	const level = options.reasoning === undefined ? undefined : clampThinkingLevel(model, options.reasoning);
	return new Assembler({
		model,
		timestamp: Date.now(),
		emit: (event) => stream.push(event),
		...(level === undefined ? {} : { thinkingLevel: level }),
		...(level === undefined || level === "off" ? {} : { providerThinkingLevel: providerThinkingLevel(model, level) }),
	});
}

async function pump({ api, model, context, options }: Call, assembler: Assembler): Promise<void> {
	const signal = options.signal ?? new AbortController().signal;
	try {
		signal.throwIfAborted();
		const provider = await getApi(api, model.provider);
		const messages = prepareMessages(model, context);
		for await (const event of provider.run({ model, messages, options }, signal)) assembler.push(event);
		signal.throwIfAborted();
		assembler.finish();
	} catch (error) {
		assembler.fail(signal.aborted ? abortedFailure() : failureOf(error, model, options));
	}
	if (assembler.failure !== undefined) failures.set(assembler.message, assembler.failure);
}

function abortedFailure(): ProviderFailure {
	return { kind: "aborted", message: "The request was aborted.", retryable: false };
}

function failureOf(error: unknown, model: Model, options: StreamOptions): ProviderFailure {
	if (error instanceof ProviderError) return error.failure;
	const reason = error instanceof Error ? error.message : String(error);
	const secrets = secretsOf(options, { ...model.headers, ...options.headers });
	return {
		kind: "protocol",
		message: toSafeLine(`The ${model.api} request to ${model.provider} failed: ${reason}`, secrets),
		retryable: false,
	};
}
