import type { Model } from "@tau/ai";
import { isRecord } from "../base/is-record.ts";
import type { ModelDefinition, ModelOverride, ProviderDefinition } from "./provider-definition.ts";

/** One provider after all its sources were laid over each other. */
export interface ProviderEntry {
	readonly id: string;
	readonly name: string;
	readonly baseUrl: string | undefined;
	readonly api: string | undefined;
	/** Unresolved (V02). */
	readonly apiKey: string | undefined;
	readonly authHeader: boolean;
	readonly models: readonly Model[];
	/** Unresolved request headers by model id (V02). They may hold secrets, so they are not on the model. */
	readonly headers: ReadonlyMap<string, Readonly<Record<string, string>>>;
	/** Models that could not be completed. */
	readonly problems: readonly ProviderProblem[];
}

export interface ProviderProblem {
	readonly modelId: string;
	/** What neither the model nor the provider says. */
	readonly field: "baseUrl" | "api";
}

/** Where a provider's parts come from, weakest first. */
export interface ProviderSources {
	readonly builtIn?: ProviderDefinition | undefined;
	/** models.json. */
	readonly custom?: ProviderDefinition | undefined;
	/** What an extension registered last. */
	readonly registered?: ProviderDefinition | undefined;
}

/** The defaults of models.json (V01). */
const MODEL_DEFAULTS = {
	reasoning: false,
	input: ["text"],
	cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
	contextWindow: 128_000,
	maxTokens: 16_384,
} as const;

/**
 * Lays the sources over each other: fields of stronger sources win, and `models` of an extension replace all models of
 * the provider, those of models.json included (API20). Overrides of models.json come last.
 */
export function composeProvider(id: string, sources: ProviderSources): ProviderEntry {
	const fields = inheritFields(id, sources);
	const models: Model[] = [];
	const headers = new Map<string, Record<string, string>>();
	const problems: ProviderProblem[] = [];
	let fallback: Model | undefined;
	for (const { model: definition, from } of locateModels(sources)) {
		const override = sources.custom?.modelOverrides?.[definition.id] ?? {};
		const model = completeModel({ definition, from, fields, fallback });
		if (typeof model === "string") {
			problems.push({ modelId: definition.id, field: model });
			continue;
		}
		if (from !== sources.custom) fallback ??= model;
		models.push(applyOverride(model, override));
		headers.set(model.id, { ...fields.headers, ...definition.headers, ...override.headers });
	}
	const { name = id, baseUrl, api, apiKey, authHeader = false } = fields;
	return { id, name, baseUrl, api, apiKey, authHeader, models, headers, problems };
}

interface LocatedModel {
	readonly model: ModelDefinition;
	readonly from: ProviderDefinition;
}

function locateModels({ builtIn, custom, registered }: ProviderSources): Iterable<LocatedModel> {
	const located = new Map<string, LocatedModel>();
	const sources = registered?.models === undefined ? [builtIn, custom] : [registered];
	for (const from of sources) {
		for (const model of from?.models ?? []) located.set(model.id, { model, from: from! });
	}
	return located.values();
}

/** Fields of stronger sources win; headers and compatibility join. */
function inheritFields(id: string, { builtIn, custom, registered }: ProviderSources): ProviderDefinition {
	let fields: ProviderDefinition = { id };
	for (const source of [builtIn, custom, registered]) {
		if (source === undefined) continue;
		const { models: _models, modelOverrides: _overrides, ...given } = source;
		const headers = { ...fields.headers, ...given.headers };
		const compat = { ...fields.compat, ...given.compat };
		fields = { ...fields, ...given, id, headers, compat };
	}
	return fields;
}

interface Completion {
	readonly definition: ModelDefinition;
	readonly from: ProviderDefinition;
	readonly fields: ProviderDefinition;
	/** A model the provider had before: its protocol and address serve models of models.json that name none. */
	readonly fallback: Model | undefined;
}

/** The whole model, or the name of the field without which it cannot be reached. */
function completeModel({ definition, from, fields, fallback }: Completion): Model | "baseUrl" | "api" {
	// A provider-wide address redirects models that another source defined; a model's own address holds in its source.
	const isRedirected = fields.baseUrl !== from.baseUrl;
	const own = isRedirected ? undefined : definition.baseUrl;
	const baseUrl = own ?? fields.baseUrl ?? definition.baseUrl ?? fallback?.baseUrl;
	const api = definition.api ?? from.api ?? fields.api ?? fallback?.api;
	if (baseUrl === undefined) return "baseUrl";
	if (api === undefined) return "api";
	const { headers: _headers, ...given } = definition;
	const compat = { ...fields.compat, ...definition.compat };
	return {
		...MODEL_DEFAULTS,
		input: [...MODEL_DEFAULTS.input],
		name: definition.id,
		...given,
		provider: fields.id,
		baseUrl,
		api,
		...(Object.keys(compat).length > 0 ? { compat } : {}),
	} as Model;
}

/** Object fields merge with what the model has, other fields replace it. */
function applyOverride(model: Model, { headers: _headers, ...changes }: ModelOverride): Model {
	const merged: Record<string, unknown> = { ...model };
	for (const [field, value] of Object.entries(changes)) {
		const before = merged[field];
		merged[field] = isRecord(before) && isRecord(value) ? { ...before, ...value } : value;
	}
	return merged as unknown as Model;
}
