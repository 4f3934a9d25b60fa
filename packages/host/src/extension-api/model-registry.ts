import type { AssistantMessage, AssistantMessageStream, Context, Model, StreamOptions } from "@tau/ai";

/** Models, providers and credentials as extensions reach them (C07, AD10). */
export interface ModelRegistry {
	find(provider: string, modelId: string): Model | undefined;
	/** Models of other kinds than chat, such as classifiers, are not there yet. */
	findOfType(type: string, provider: string, modelId: string): Model | undefined;
	getAll(): Model[];
	/** Those whose provider has credentials. */
	getAvailable(): Model[];
	hasConfiguredAuth(model: Model): boolean;
	getApiKeyForProvider(provider: string): Promise<string | undefined>;
	getApiKeyAndHeaders(
		model: Model,
	): Promise<{ ok: true; apiKey?: string; headers?: Record<string, string> } | { ok: false; error: string }>;
	streamSimple(model: Model, context: Context, options?: StreamOptions): AssistantMessageStream;
	complete(model: Model, context: Context, options?: StreamOptions): Promise<AssistantMessage>;
}
