import type { Model } from "../contract/model.ts";

/** The models a host knows without any file of its user. */
export interface BuiltInModels {
	providers(): readonly string[];
	/** Empty for a provider that is not known. */
	models(provider: string): readonly Model[];
}

let builtIn: BuiltInModels | undefined;

/** Says where the three functions below read; a host does it once. Nothing is read before one of them is called. */
export function provideBuiltInModels(models: BuiltInModels): void {
	builtIn = models;
}

/** Ids of the providers whose models are known without configuration. Empty where no host brought any. */
export function getProviders(): string[] {
	return [...(builtIn?.providers() ?? [])];
}

/** The known models of one provider. Each call gives copies, so that a change of one reaches nobody else. */
export function getModels(provider: string): Model[] {
	return (builtIn?.models(provider) ?? []).map((model) => structuredClone(model));
}

/** Undefined for a model that is not known; keys and own providers of the user are not looked at. */
export function getModel(provider: string, modelId: string): Model | undefined {
	const model = builtIn?.models(provider).find(({ id }) => id === modelId);
	return model && structuredClone(model);
}
