import type { Model } from "@tau/ai";

/** A model as a file or an extension writes it; what is missing comes from the provider or the defaults (V01). */
export interface ModelDefinition extends Partial<Omit<Model, "id" | "provider">> {
	id: string;
}

/** Changes of one existing model. Object fields merge, others replace. */
export type ModelOverride = Partial<Omit<Model, "id" | "provider" | "api" | "baseUrl">>;

/** A provider as models.json, an extension or the built-in table states it. Credentials and headers are unresolved. */
export interface ProviderDefinition {
	id: string;
	name?: string;
	baseUrl?: string;
	/** A literal, `$NAME`, `${NAME}` or `!command` (V02). */
	apiKey?: string;
	api?: string;
	/** Values are written like `apiKey`. */
	headers?: Record<string, string>;
	/** Sends the key as `Authorization: Bearer`. */
	authHeader?: boolean;
	compat?: Model["compat"];
	models?: ModelDefinition[];
	modelOverrides?: Record<string, ModelOverride>;
}
