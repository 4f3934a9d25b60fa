import type { Model } from "@tau/ai";
import { expect, test } from "vitest";
import { chooseInitialLevel, chooseInitialModel } from "./choose-initial-model.ts";
import { matchModel } from "./match-model.ts";
import { createModelCatalog } from "./model-catalog.ts";
import { resolveModelScope } from "./model-scope.ts";

function models(table: Record<string, ({ id: string; name?: string } | string)[]>): Model[] {
	const custom = Object.entries(table).map(([id, list]) => ({
		id,
		baseUrl: "u",
		api: "a",
		models: list.map((model) => (typeof model === "string" ? { id: model } : model)),
	}));
	return createModelCatalog({ custom }).getAll();
}

const MODELS = models({
	pa: ["sonnet-4-5", "sonnet-4-5-20250929", { id: "opus", name: "The Great Opus" }, "shared", "org/deep:exacto"],
	pb: ["shared", "haiku-1", "haiku-2", "pa/odd", "pa/opus"],
	pc: ["shared", "lonely", "pair"],
	pd: ["pair"],
});
const POOL = { models: MODELS, hasCredentials: (provider: string) => provider === "pa" || provider === "pb" };

function describe(pattern: string, provider?: string): string {
	const match = matchModel({ pattern, provider }, POOL);
	if (!match.ok) return match.error;
	const level = match.thinkingLevel === undefined ? "" : `:${match.thinkingLevel}`;
	return `${match.model.provider}/${match.model.id}${level}${match.warning === undefined ? "" : ` (${match.warning})`}`;
}

test.each([
	["sonnet", undefined, "pa/sonnet-4-5"],
	["SONNET-4-5", undefined, "pa/sonnet-4-5"],
	["sonnet-4-5-2025", undefined, "pa/sonnet-4-5-20250929"],
	["pa/shared", undefined, "pa/shared"],
	["pa/opus", undefined, "pa/opus"],
	["PA/Opus:low", undefined, "pa/opus:low"],
	["shared", "pc", "pc/shared"],
	["haiku", undefined, "pb/haiku-2"],
	["pb/haiku", undefined, "pb/haiku-2"],
	["great", undefined, "pa/opus"],
	["opus:high", undefined, "pa/opus:high"],
	["great:max", undefined, "pa/opus:max"],
	["org/deep:exacto", undefined, "pa/org/deep:exacto"],
	["org/deep", undefined, "pa/org/deep:exacto"],
	["deep:exacto:low", undefined, "pa/org/deep:exacto:low"],
	["pa/odd", undefined, "pb/pa/odd"],
	["lonely", undefined, "pc/lonely"],
	["pb/haiku-1", "pb", "pb/haiku-1"],
	["PB/haiku-1:low", undefined, "pb/haiku-1:low"],
	["pa/newid", undefined, 'pa/newid (provider "pa" lists no model "newid"; the id is sent as it is)'],
	["newid:high", "pa", 'pa/newid:high (provider "pa" lists no model "newid"; the id is sent as it is)'],
])("--model %s with provider %s selects %s", (pattern, provider, selected) => {
	expect(describe(pattern, provider)).toBe(selected);
});

test.each([
	["shared", undefined, '"shared" is offered by several providers: pa/shared, pb/shared; name one or use --provider'],
	["pair", undefined, '"pair" is offered by several providers: pc/pair, pd/pair; name one or use --provider'],
	[
		"nosuch",
		undefined,
		'no model matches "nosuch"; known: pa/sonnet-4-5, pa/sonnet-4-5-20250929, pa/opus, pa/shared, pa/org/deep:exacto, … (see --list-models)',
	],
	[
		"opus:bogus",
		undefined,
		'no model matches "opus:bogus"; known: pa/sonnet-4-5, pa/sonnet-4-5-20250929, pa/opus, pa/shared, pa/org/deep:exacto, … (see --list-models)',
	],
	["pb/*", undefined, 'no model matches "pb/*"; known: pb/shared, pb/haiku-1, pb/haiku-2, pb/pa/odd, pb/pa/opus'],
	["x", "pz", 'unknown provider "pz"; providers with models: pa, pb, pc, pd'],
])("--model %s with provider %s is one clear line", (pattern, provider, line) => {
	expect(describe(pattern, provider)).toBe(line);
});

test("without any model the line says what to do", () => {
	expect(matchModel({ pattern: "x" }, { models: [], hasCredentials: () => false })).toEqual({
		ok: false,
		error: 'no model matches "x"; there are no models: configure a provider first',
	});
});

test.each([
	[["pb/*"], ["pb/shared", "pb/haiku-1", "pb/haiku-2"], []],
	[["HAIKU*", "opus:high"], ["pb/haiku-1", "pb/haiku-2", "pa/opus:high"], []],
	[
		["shared"],
		["pa/shared", "pb/shared", "pc/shared"],
		['"shared" is offered by several providers (pa, pb, pc); all are used'],
	],
	[["nosuch", "opus"], ["pa/opus"], ['no available model matches "nosuch"']],
	[["haiku-?:low", "haiku-1"], ["pb/haiku-1:low", "pb/haiku-2:low"], []],
	[[" pa/opus:low ", ""], ["pa/opus:low"], []],
	[["pa/unlisted"], [], ['no available model matches "pa/unlisted"']],
])("--models %j is the scope %j", async (patterns, names, messages) => {
	const scope = await resolveModelScope(patterns, MODELS);
	const found = scope.models.map(
		({ model, thinkingLevel }) => `${model.provider}/${model.id}${thinkingLevel ? `:${thinkingLevel}` : ""}`,
	);
	expect([found, scope.diagnostics.map(({ message }) => message)]).toEqual([names, messages]);
});

test.each([
	[{}, "pa/sonnet-4-5"],
	[{ defaultProvider: "pb", defaultModel: "haiku-1" }, "pb/haiku-1"],
	[{ defaultModel: "haiku-1" }, "pb/haiku-1"],
	[{ defaultProvider: "pb", defaultModel: "gone" }, "pb/shared"],
	[{ defaultProvider: "pc", defaultModel: "lonely" }, "pa/sonnet-4-5"],
])("a start with defaults %j takes %s", (defaults, name) => {
	const chosen = chooseInitialModel({ scope: [], ...POOL, ...defaults });
	expect(`${chosen?.model.provider}/${chosen?.model.id}`).toBe(name);
});

test("a start with a scope takes the saved default of the scope, else its first model", async () => {
	const scope = (await resolveModelScope(["opus:high", "haiku-1"], MODELS)).models;
	const choose = (defaultModel: string) => chooseInitialModel({ scope, ...POOL, defaultProvider: "pb", defaultModel });
	expect([choose("haiku-1")?.model.id, choose("haiku-2")?.model.id, choose("haiku-2")?.thinkingLevel]).toEqual([
		"haiku-1",
		"opus",
		"high",
	]);
});

test("nothing usable is no model", () => {
	expect(chooseInitialModel({ scope: [], models: MODELS, hasCredentials: () => false })).toBeUndefined();
});

test("the level comes from the flag, the pattern, the model's own setting, then the default", () => {
	const byModel = { "p/m": "high" as const };
	const level = (sources: object, id = "m") =>
		chooseInitialLevel({ provider: "p", id }, { byModel, fallback: "medium", ...sources });
	expect([level({ flag: "max", pattern: "low" }), level({ pattern: "low" }), level({}), level({}, "n")]).toEqual([
		"max",
		"low",
		"high",
		"medium",
	]);
});
