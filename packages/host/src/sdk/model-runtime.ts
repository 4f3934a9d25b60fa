import { homedir } from "node:os";
import { join } from "node:path";
import type { AssistantMessage, AssistantMessageStream, Context, Model, StreamOptions } from "@tau/ai";
import type { ProviderConfig } from "../extension-api/provider.ts";
import { resolvePath } from "../platform/app-dirs.ts";
import { getAgentDir } from "../platform/host-facts.ts";
import type { VirtualModelDefinition } from "../models/virtual-model.ts";
import type { LoadedModels } from "../runtime/start/load-models.ts";

export interface CreateModelRuntimeOptions {
	/** Default: `auth.json` of the agent folder. */
	authPath?: string;
	/** Default: `models.json` of the agent folder; null reads none. */
	modelsPath?: string | null;
}

const LOADED = new WeakMap<ModelRuntime, LoadedModels>();

/** What sessions work with. */
export function loadedModelsOf(runtime: ModelRuntime): LoadedModels {
	const loaded = LOADED.get(runtime);
	if (!loaded) throw new Error("A model runtime is made by ModelRuntime.create()");
	return loaded;
}

/** Models and credentials for one or several sessions of an embedder (Q01). */
export class ModelRuntime {
	readonly #models: LoadedModels;

	private constructor(models: LoadedModels) {
		this.#models = models;
		LOADED.set(this, models);
	}

	static async create(options: CreateModelRuntimeOptions = {}): Promise<ModelRuntime> {
		const { readModels } = await import("../runtime/start/load-models.ts");
		const place = { base: process.cwd(), home: homedir() };
		const agentDir = getAgentDir();
		const { authPath = join(agentDir, "auth.json"), modelsPath = join(agentDir, "models.json") } = options;
		const models = await readModels({
			authFile: resolvePath(authPath, place),
			// A name that nobody gives a file: a missing file holds no models.
			modelsFile: resolvePath(modelsPath ?? join(agentDir, "cache", ".no-models.json"), place),
			env: process.env,
		});
		return new ModelRuntime(models);
	}

	getModels(providerId?: string): readonly Model[] {
		const all = this.#models.access.getAll();
		return providerId === undefined ? all : all.filter(({ provider }) => provider === providerId);
	}

	getModel(providerId: string, modelId: string): Model | undefined {
		return this.#models.access.find(providerId, modelId);
	}

	async getAvailable(providerId?: string): Promise<readonly Model[]> {
		return this.getAvailableSnapshot().filter(({ provider }) => providerId === undefined || provider === providerId);
	}

	getAvailableSnapshot(): readonly Model[] {
		return this.#models.access.getAvailable();
	}

	/** What is wrong with the files, if anything is. */
	getError(): string | undefined {
		const messages = this.#models.diagnostics
			.filter(({ severity }) => severity === "error")
			.map(({ message }) => message);
		return messages.length > 0 ? messages.join("\n") : undefined;
	}

	hasConfiguredAuth(providerId: string): boolean {
		return this.#models.credentials.has(providerId);
	}

	/** A key for this process only; stronger than all others. */
	async setRuntimeApiKey(providerId: string, apiKey: string): Promise<void> {
		this.#models.credentials.setFlagKey(providerId, apiKey);
	}

	registerProvider(providerId: string, config: ProviderConfig): void {
		for (const { message } of this.#models.access.registerProvider(providerId, config)) throw new Error(message);
	}

	unregisterProvider(providerId: string): void {
		this.#models.access.unregisterProvider(providerId);
	}

	registerVirtualModel(definition: VirtualModelDefinition): void {
		this.#models.access.registerVirtualModel(definition);
	}

	unregisterVirtualModel(providerId: string, id: string): void {
		this.#models.access.unregisterVirtualModel(providerId, id);
	}

	streamSimple(model: Model, context: Context, options?: StreamOptions): AssistantMessageStream {
		return this.#models.access.streamSimple(model, context, options);
	}

	completeSimple(model: Model, context: Context, options?: StreamOptions): Promise<AssistantMessage> {
		return this.#models.access.complete(model, context, options);
	}
}
