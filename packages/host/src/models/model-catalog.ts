import type { Model } from "@tau/ai";
import type { Diagnostic } from "../base/diagnostic.ts";
import { composeProvider, type ProviderEntry, type ProviderProblem } from "./compose-provider.ts";
import type { ProviderSource } from "./built-in-catalog.ts";
import { findFieldProblem, MODEL_RULES, PROVIDER_RULES } from "./check-fields.ts";
import type { ProviderDefinition } from "./provider-definition.ts";

/** All models known at the moment: built-in, from models.json and from extensions, laid over each other. */
export interface ModelCatalog {
	/** Providers in order of appearance; their models in the order they were defined. */
	getAll(): Model[];
	find(provider: string, modelId: string): Model | undefined;
	getProvider(provider: string): ProviderEntry | undefined;
	getProviders(): ProviderEntry[];
	/** Replaces what models.json said before. */
	setCustomProviders(providers: readonly ProviderDefinition[]): void;
	/**
	 * A later registration of the same provider replaces an earlier one. What is wrong with it is returned and the
	 * registration then has no effect.
	 */
	registerProvider(definition: ProviderDefinition): Diagnostic[];
	/** Restores what the registration covered; without effect when there is none (API21). */
	unregisterProvider(provider: string): void;
	/** Models that could not be completed, for example without `baseUrl`. */
	getDiagnostics(): Diagnostic[];
	/** Called after every change; returns the unsubscribe function. */
	onChange(listener: () => void): () => void;
}

export interface ModelCatalogOptions {
	readonly builtIn?: ProviderSource;
	readonly custom?: readonly ProviderDefinition[];
	/** The file custom providers came from, for diagnostics. */
	readonly customPath?: string;
}

export function createModelCatalog(options: ModelCatalogOptions = {}): ModelCatalog {
	return new LayeredCatalog(options);
}

class LayeredCatalog implements ModelCatalog {
	readonly #builtIn: ProviderSource;
	readonly #registered = new Map<string, ProviderDefinition>();
	readonly #listeners = new Set<() => void>();
	readonly #customPath: string | undefined;
	#custom: ReadonlyMap<string, ProviderDefinition>;
	/** Composed when they are asked for, until something changes. */
	readonly #entries = new Map<string, ProviderEntry>();

	constructor(options: ModelCatalogOptions) {
		this.#builtIn = options.builtIn ?? new Map();
		this.#custom = byId(options.custom ?? []);
		this.#customPath = options.customPath;
	}

	getAll(): Model[] {
		return this.getProviders().flatMap((entry) => entry.models);
	}

	find(provider: string, modelId: string): Model | undefined {
		return this.getProvider(provider)?.models.find((model) => model.id === modelId);
	}

	getProvider(provider: string): ProviderEntry | undefined {
		const known = this.#entries.get(provider);
		if (known !== undefined) return known;
		const sources = { ...this.#sourcesOf(provider), registered: this.#registered.get(provider) };
		if (Object.values(sources).every((source) => source === undefined)) return undefined;
		const entry = composeProvider(provider, sources);
		this.#entries.set(provider, entry);
		return entry;
	}

	getProviders(): ProviderEntry[] {
		return this.#compose([...this.#builtIn.keys(), ...this.#ownIds()]);
	}

	setCustomProviders(providers: readonly ProviderDefinition[]): void {
		this.#custom = byId(providers);
		this.#changed();
	}

	registerProvider(definition: ProviderDefinition): Diagnostic[] {
		const problems = this.#findRegistrationProblems(definition);
		if (problems.length > 0) return problems.map((message) => ({ severity: "error", message }));
		this.#registered.set(definition.id, definition);
		this.#changed();
		return [];
	}

	unregisterProvider(provider: string): void {
		if (this.#registered.delete(provider)) this.#changed();
	}

	getDiagnostics(): Diagnostic[] {
		const path = this.#customPath === undefined ? {} : { path: this.#customPath };
		return this.#compose(this.#ownIds()).flatMap((entry) =>
			entry.problems.map((fault): Diagnostic => ({
				severity: "error",
				message: describeProblem(entry.id, fault),
				...path,
			})),
		);
	}

	onChange(listener: () => void): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	#findRegistrationProblems(definition: ProviderDefinition): string[] {
		const name = `provider "${definition.id}"`;
		const problem = findFieldProblem({ ...definition }, PROVIDER_RULES);
		if (problem !== undefined) return [`${name}: ${problem}`];
		for (const model of definition.models ?? []) {
			const fault =
				typeof model.id === "string" ? findFieldProblem({ ...model }, MODEL_RULES) : 'field "id" is missing';
			if (fault !== undefined) return [`${name}, model "${model.id}": ${fault}`];
		}
		const sources = { ...this.#sourcesOf(definition.id), registered: definition };
		const own = new Set(definition.models?.map((model) => model.id));
		const { problems } = composeProvider(definition.id, sources);
		return problems.filter(({ modelId }) => own.has(modelId)).map((fault) => describeProblem(definition.id, fault));
	}

	#sourcesOf(id: string): { builtIn?: ProviderDefinition | undefined; custom?: ProviderDefinition | undefined } {
		return { builtIn: this.#builtIn.get(id), custom: this.#custom.get(id) };
	}

	/** Those that a file or an extension says something about. */
	#ownIds(): string[] {
		return [...this.#custom.keys(), ...this.#registered.keys()];
	}

	#compose(ids: readonly string[]): ProviderEntry[] {
		return [...new Set(ids)].flatMap((id) => this.getProvider(id) ?? []);
	}

	#changed(): void {
		this.#entries.clear();
		for (const listener of [...this.#listeners]) listener();
	}
}

function describeProblem(provider: string, { modelId, field }: ProviderProblem): string {
	return `provider "${provider}", model "${modelId}" is left out: field "${field}" is missing`;
}

function byId(providers: readonly ProviderDefinition[]): ReadonlyMap<string, ProviderDefinition> {
	return new Map(providers.map((provider) => [provider.id, provider]));
}
