import { expect, test } from "vitest";
import { createModelCatalog, type ModelCatalog } from "./model-catalog.ts";
import type { ProviderDefinition } from "./provider-definition.ts";

const BUILT_IN: ProviderDefinition = {
	id: "big",
	baseUrl: "https://big/v1",
	api: "big-api",
	compat: { a: 1, b: 1 },
	models: [
		{ id: "one", cost: { input: 1, output: 2, cacheRead: 0, cacheWrite: 0 } },
		{ id: "two", baseUrl: "https://two" },
	],
};

const KNOWN = new Map([[BUILT_IN.id, BUILT_IN]]);

function summary(catalog: ModelCatalog): string[] {
	return catalog.getAll().map(({ provider, id, baseUrl, api }) => `${provider}/${id} ${baseUrl} ${api}`);
}

test("a model has the published defaults", () => {
	const catalog = createModelCatalog({ custom: [{ id: "p", baseUrl: "u", api: "a", models: [{ id: "m" }] }] });
	expect(catalog.find("p", "m")).toEqual({
		id: "m",
		name: "m",
		provider: "p",
		baseUrl: "u",
		api: "a",
		reasoning: false,
		input: ["text"],
		cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
		contextWindow: 128_000,
		maxTokens: 16_384,
	});
});

test("models.json adds, replaces and overrides, and its models find the provider's address", () => {
	const catalog = createModelCatalog({
		builtIn: KNOWN,
		custom: [
			{
				id: "big",
				compat: { b: 2 },
				models: [
					{ id: "two", maxTokens: 5 },
					{ id: "new", compat: { c: 3 } },
				],
				modelOverrides: { one: { name: "First", cost: { input: 9 } as never }, unknown: { name: "x" } },
			},
		],
	});
	expect([summary(catalog), catalog.find("big", "one")?.name, catalog.find("big", "one")?.cost]).toEqual([
		["big/one https://big/v1 big-api", "big/two https://big/v1 big-api", "big/new https://big/v1 big-api"],
		"First",
		{ input: 9, output: 2, cacheRead: 0, cacheWrite: 0 },
	]);
	expect(catalog.find("big", "new")?.compat).toEqual({ a: 1, b: 2, c: 3 });
});

test("an address alone redirects all models of a provider", () => {
	const custom = createModelCatalog({ builtIn: KNOWN, custom: [{ id: "big", baseUrl: "https://proxy" }] });
	const extension = createModelCatalog({ builtIn: KNOWN });
	extension.registerProvider({ id: "big", baseUrl: "https://proxy" });
	const redirected = ["big/one https://proxy big-api", "big/two https://proxy big-api"];
	expect([summary(custom), summary(extension)]).toEqual([redirected, redirected]);
});

test("models of an extension replace all, a later registration replaces it, and unregistering restores", () => {
	const catalog = createModelCatalog({ builtIn: KNOWN, custom: [{ id: "big", models: [{ id: "mine" }] }] });
	const before = summary(catalog);
	const register = (id: string) => catalog.registerProvider({ id: "big", models: [{ id }] });
	const steps = [register("x"), summary(catalog), register("y"), summary(catalog)];
	catalog.unregisterProvider("big");
	catalog.unregisterProvider("nosuch");
	expect([...steps, summary(catalog)]).toEqual([
		[],
		["big/x https://big/v1 big-api"],
		[],
		["big/y https://big/v1 big-api"],
		before,
	]);
});

test("a registration that cannot work is refused with its field and changes nothing", () => {
	const catalog = createModelCatalog();
	const messages = [
		catalog.registerProvider({ id: "p", models: [{ id: "m", api: "a" }] }),
		catalog.registerProvider({ id: "p", baseUrl: 3 as never }),
		catalog.registerProvider({ id: "p", baseUrl: "u", api: "a", models: [{ id: "m", input: ["x"] as never }] }),
	].map((list) => list.map(({ message }) => message));
	expect([messages, catalog.getAll()]).toEqual([
		[
			['provider "p", model "m" is left out: field "baseUrl" is missing'],
			['provider "p": field "baseUrl": expected a string'],
			['provider "p", model "m": field "input": expected a list of "text" and "image"'],
		],
		[],
	]);
});

test("every change is announced until the listener leaves", () => {
	const catalog = createModelCatalog();
	let changes = 0;
	const leave = catalog.onChange(() => (changes += 1));
	catalog.registerProvider({ id: "p", baseUrl: "u" });
	catalog.setCustomProviders([]);
	catalog.unregisterProvider("p");
	leave();
	catalog.setCustomProviders([]);
	expect(changes).toBe(3);
});
