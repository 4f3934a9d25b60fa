import type { BuiltInModels, Model } from "@tau/ai";
import { readBuiltInProviders } from "./built-in-catalog.ts";
import { composeProvider } from "./compose-provider.ts";

/** The models of the catalogue file, as they are before anybody configures anything. */
export function createBuiltInModels(file: string): BuiltInModels {
	const source = readBuiltInProviders(file);
	const composed = new Map<string, readonly Model[]>();
	return {
		providers: () => [...source.keys()],
		models(provider) {
			const known = composed.get(provider);
			if (known) return known;
			const { models } = composeProvider(provider, { builtIn: source.get(provider) });
			composed.set(provider, models);
			return models;
		},
	};
}
