import { getModel, type Model } from "@tau/ai";
import { expect, test } from "vitest";
import { createHostModules } from "../../src/extensions/load/host-modules.ts";

interface Catalog {
	getProviders(): string[];
	getModels(provider: string): Model[];
	getModel(provider: string, id: string): Model | undefined;
}

const NAMES = ["@earendil-works/pi-ai", "@earendil-works/pi-ai/compat", "@greppleai/grip-ai"];

test.each(NAMES)("L02: %s reads the models that need no configuration", async (name) => {
	const ai = (await createHostModules()[name]!()) as Catalog;
	expect(ai.getProviders()).toContain("anthropic");
	const models = ai.getModels("anthropic");
	expect(models.every(({ provider, baseUrl }) => provider === "anthropic" && baseUrl.startsWith("https://"))).toBe(
		true,
	);
	expect(ai.getModel("anthropic", "claude-sonnet-4-5")).toEqual(models.find(({ id }) => id === "claude-sonnet-4-5"));
	expect(ai.getModel("anthropic", "claude-sonnet-4-5")).toMatchObject({
		api: "anthropic-messages",
		contextWindow: 200_000,
		maxTokens: 64_000,
	});
});

test("L02: a provider or a model that is not known has no models, and no error", async () => {
	const ai = (await createHostModules()[NAMES[0]!]!()) as Catalog;
	expect([ai.getModels("nobody"), ai.getModel("nobody", "x"), ai.getModel("anthropic", "x")]).toEqual([
		[],
		undefined,
		undefined,
	]);
});

test("L02: a model that somebody changed is unchanged for the next", async () => {
	await createHostModules()[NAMES[0]!]!();
	const changed = getModel("anthropic", "claude-sonnet-4-5");
	changed!.cost.input = -1;
	expect(getModel("anthropic", "claude-sonnet-4-5")!.cost.input).toBe(3);
});
