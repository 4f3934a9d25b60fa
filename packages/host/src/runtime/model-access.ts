import {
	clampThinkingLevel,
	createAssistantMessageEventStream,
	emptyUsage,
	streamSimple,
	type AssistantMessage,
	type AssistantMessageStream,
	type Context,
	type Model,
	type StreamOptions,
} from "@tau/ai";
import type { Diagnostic } from "../base/diagnostic.ts";
import type { ModelRegistry } from "../extension-api/model-registry.ts";
import type { ProviderConfig } from "../extension-api/provider.ts";
import type { Credentials } from "../models/credentials.ts";
import type { ModelCatalog } from "../models/model-catalog.ts";
import {
	isVirtualModel,
	type ModelRoute,
	type ModelRouteRequest,
	type VirtualModelDefinition,
} from "../models/virtual-model.ts";
import { VirtualModels } from "../models/virtual-models.ts";
import type { ProviderDefinition } from "../models/provider-definition.ts";

type CustomStream = NonNullable<ProviderConfig["streamSimple"]>;

/** A signal that never fires: credentials that nobody waits for may take their time. */
const NEVER = new AbortController().signal;

/** Models and credentials in the form that requests and extensions use (C07). Requests never reject (AD8). */
export class ModelAccess implements ModelRegistry {
	readonly #catalog: ModelCatalog;
	readonly #credentials: Credentials;
	/** Protocols that extensions brought along, by provider. */
	readonly #customStreams = new Map<string, CustomStream>();

	readonly #virtual = new VirtualModels();

	constructor(catalog: ModelCatalog, credentials: Credentials) {
		this.#catalog = catalog;
		this.#credentials = credentials;
	}

	find(provider: string, modelId: string): Model | undefined {
		return this.#virtual.find(provider, modelId) ?? this.#catalog.find(provider, modelId);
	}

	findOfType(type: string, provider: string, modelId: string): Model | undefined {
		return type === "chat" ? this.find(provider, modelId) : undefined;
	}

	getAll(): Model[] {
		return this.#virtual.addTo(this.#catalog.getAll());
	}

	getAvailable(): Model[] {
		return this.getAll().filter((model) => this.hasConfiguredAuth(model));
	}

	hasConfiguredAuth(model: Model): boolean {
		// Under a name that no provider has, a virtual model needs nothing.
		if (isVirtualModel(model) && !this.#catalog.getProvider(model.provider)) return true;
		return this.#credentials.has(model.provider) || this.#customStreams.has(model.provider) || needsNoKey(model);
	}

	async getApiKeyForProvider(provider: string): Promise<string | undefined> {
		const key = await this.#credentials.getApiKey(provider, NEVER);
		return key.ok ? key.apiKey : undefined;
	}

	async getApiKeyAndHeaders(
		model: Model,
	): Promise<{ ok: true; apiKey?: string; headers?: Record<string, string> } | { ok: false; error: string }> {
		return this.#credentials.getRequestAuth(model, NEVER);
	}

	streamSimple(model: Model, context: Context, options: StreamOptions = {}): AssistantMessageStream {
		return deferStream(this.open(model, context, options));
	}

	async complete(model: Model, context: Context, options: StreamOptions = {}): Promise<AssistantMessage> {
		return (await this.open(model, context, options)).result();
	}

	/** Finds credentials, then starts the request; what is missing becomes an error response. */
	async open(model: Model, context: Context, options: StreamOptions): Promise<AssistantMessageStream> {
		if (isVirtualModel(model)) return this.#openDirect(model, context, options);
		const custom = this.#customStreams.get(model.provider);
		const auth = await this.#credentials.getRequestAuth(model, options.signal ?? NEVER);
		if (!auth.ok && !custom && !needsNoKey(model)) return failedStream(model, auth.error);
		const { apiKey, headers, env } = auth.ok ? auth : {};
		const complete = {
			...options,
			...(apiKey !== undefined && { apiKey }),
			...(env && { env }),
			...((headers || options.headers) && { headers: { ...headers, ...options.headers } }),
		};
		return custom ? custom(model, context, complete) : streamSimple(model, context, complete);
	}

	/**
	 * Asks a virtual model's router. Rejects, with a message that names the virtual model, when the router fails or names
	 * a model that cannot be used (V13).
	 */
	async route(virtual: Model, request: ModelRouteRequest): Promise<ModelRoute> {
		const name = `${virtual.provider}/${virtual.id}`;
		const definition = this.#virtual.definitionOf(virtual);
		if (!definition) throw new Error(`The virtual model ${name} is not registered any more`);
		const route = await definition.route(request);
		if (!route?.model) throw new Error(`The virtual model ${name} did not route to a model`);
		const target = `${route.model.provider}/${route.model.id}`;
		if (isVirtualModel(route.model)) throw new Error(`${name} routed to ${target}, which is a virtual model, too`);
		if (!this.hasConfiguredAuth(route.model)) throw new Error(`${name} routed to ${target}, which has no credentials`);
		return route;
	}

	registerVirtualModel(definition: VirtualModelDefinition): void {
		this.#virtual.register(definition);
	}

	unregisterVirtualModel(provider: string, id: string): void {
		this.#virtual.unregister(provider, id);
	}

	/** Takes effect at once; a later registration of a provider replaces an earlier one (L19, API20). */
	registerProvider(name: string, config: ProviderConfig): Diagnostic[] {
		const { streamSimple: custom, ...rest } = config;
		const problems = this.#catalog.registerProvider({ ...rest, id: name } as ProviderDefinition);
		if (problems.length > 0) return problems;
		if (typeof custom === "function") this.#customStreams.set(name, custom);
		else this.#customStreams.delete(name);
		return [];
	}

	unregisterProvider(name: string): void {
		this.#customStreams.delete(name);
		this.#catalog.unregisterProvider(name);
	}

	/** A request outside the loop: the router decides without state. */
	async #openDirect(virtual: Model, context: Context, options: StreamOptions): Promise<AssistantMessageStream> {
		const thinkingLevel = options.reasoning ?? "off";
		const { messages } = context;
		const { signal } = options;
		const request = { model: virtual, thinkingLevel, reason: "direct" as const, messages, ...(signal && { signal }) };
		try {
			const route = await this.route(virtual, request);
			const reasoning = clampThinkingLevel(route.model, route.thinkingLevel);
			return await this.open(route.model, context, { ...options, reasoning });
		} catch (error) {
			return failedStream(virtual, error instanceof Error ? error.message : String(error));
		}
	}
}

/** The scripted model plays a file. */
function needsNoKey(model: Model): boolean {
	return model.baseUrl.startsWith("scripted:");
}

/** A stream whose request has not started yet. */
function deferStream(opening: Promise<AssistantMessageStream>): AssistantMessageStream {
	return {
		async *[Symbol.asyncIterator]() {
			yield* await opening;
		},
		result: async () => (await opening).result(),
	};
}

export function failedStream(model: Model, errorMessage: string): AssistantMessageStream {
	const stream = createAssistantMessageEventStream();
	const error: AssistantMessage = {
		role: "assistant",
		content: [],
		api: model.api,
		provider: model.provider,
		model: model.id,
		usage: emptyUsage(),
		stopReason: "error",
		errorMessage,
		timestamp: Date.now(),
	};
	stream.push({ type: "error", reason: "error", error });
	return stream;
}
