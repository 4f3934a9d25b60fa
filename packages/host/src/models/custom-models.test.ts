import { expect, test } from "vitest";
import { formatDiagnostic } from "../base/diagnostic.ts";
import { parseCustomModels } from "./custom-models.ts";
import { createModelCatalog } from "./model-catalog.ts";

async function parse(text: string) {
	const { providers, diagnostics } = await parseCustomModels(text, "models.json");
	return { providers, lines: diagnostics.map(formatDiagnostic) };
}

test("a provider with models is read, with comments and trailing commas", async () => {
	const text = `{ // local
		"providers": { "ollama": { "baseUrl": "http://h/v1", "api": "openai-completions", "apiKey": "x", "models": [{ "id": "q" },] } } }`;
	expect(await parse(text)).toEqual({
		providers: [
			{ id: "ollama", baseUrl: "http://h/v1", api: "openai-completions", apiKey: "x", models: [{ id: "q" }] },
		],
		lines: [],
	});
});

test.each([
	["", []],
	["{}", []],
	['{\n "providers": {\n', ["models.json:3:1: expected a closing brace"]],
	['{"providers": []}', ['models.json: field "providers": expected an object of providers']],
	['{"providers": {"p": 3}}', ['models.json: provider "p" is left out: expected an object']],
	[
		'{"providers": {"p": {"baseUrl": 3}}}',
		['models.json: provider "p" is left out: field "baseUrl": expected a string'],
	],
	[
		'{"providers": {"p": {"headers": {"a": 1}}}}',
		['models.json: provider "p" is left out: field "headers": expected an object of strings'],
	],
])("a file without usable providers: %j", async (text, lines) => {
	expect(await parse(text)).toEqual({ providers: [], lines });
});

test.each([
	[{}, 'model #1 is left out: field "id" is missing'],
	["m", "model #1 is left out: expected an object"],
	[{ id: "m", contextWindow: "big" }, 'model "m" is left out: field "contextWindow": expected a positive number'],
	[{ id: "m", input: ["sound"] }, 'model "m" is left out: field "input": expected a list of "text" and "image"'],
	[
		{ id: "m", cost: { input: 1 } },
		'model "m" is left out: field "cost": expected an object with input, output, cacheRead and cacheWrite as numbers',
	],
	[
		{ id: "m", thinkingLevelMap: { high: 3 } },
		'model "m" is left out: field "thinkingLevelMap": expected an object of strings or null',
	],
])("a broken model is named and the others stay: %j", async (model, problem) => {
	const { providers, lines } = await parse(JSON.stringify({ providers: { p: { models: [model, { id: "good" }] } } }));
	expect([providers[0]?.models, lines]).toEqual([[{ id: "good" }], [`models.json: provider "p", ${problem}`]]);
});

test("a broken override is named and the others stay", async () => {
	const modelOverrides = { a: { maxTokens: 0 }, b: { cost: { input: 2 } } };
	const { providers, lines } = await parse(JSON.stringify({ providers: { p: { modelOverrides } } }));
	expect([providers, lines]).toEqual([
		[{ id: "p", modelOverrides: { b: { cost: { input: 2 } } } }],
		['models.json: provider "p", override "a" is left out: field "maxTokens": expected a positive number'],
	]);
});

test("a model that nobody gave an address or protocol is a diagnostic of the catalogue", async () => {
	const { providers } = await parse(
		'{"providers": {"p": {"models": [{"id": "m"}]}, "q": {"baseUrl": "u", "models": [{"id": "n"}]}}}',
	);
	const catalog = createModelCatalog({ custom: providers, customPath: "models.json" });
	expect([catalog.getAll(), catalog.getDiagnostics().map(formatDiagnostic)]).toEqual([
		[],
		[
			'models.json: provider "p", model "m" is left out: field "baseUrl" is missing',
			'models.json: provider "q", model "n" is left out: field "api" is missing',
		],
	]);
});
