import type { AssistantMessageStream, Context, Model, StreamOptions } from "@tau/ai";

/** A model as `registerProvider` and models.json describe it (API20, V01). */
export interface ProviderModelConfig extends Partial<Omit<Model, "id" | "provider">> {
	id: string;
}

/** A provider of an extension (API20). `apiKey` may be a literal, `$NAME`, `${NAME}` or `!command` (V02). */
export interface ProviderConfig {
	name?: string;
	baseUrl?: string;
	apiKey?: string;
	api?: string;
	headers?: Record<string, string>;
	authHeader?: boolean;
	compat?: Model["compat"];
	/** Replaces all models of the provider. */
	models?: ProviderModelConfig[];
	/** A protocol of its own; must honour the hooks of the options (V09). */
	streamSimple?: (model: Model, context: Context, options?: StreamOptions) => AssistantMessageStream;
	[field: string]: unknown;
}
