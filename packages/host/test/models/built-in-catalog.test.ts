import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { listApis } from "@tau/ai";
import { expect, test } from "vitest";
import { readBuiltInProviders } from "../../src/models/built-in-catalog.ts";
import { findFieldProblem, MODEL_RULES, PROVIDER_RULES } from "../../src/models/check-fields.ts";
import { PROVIDER_KEY_VARIABLES } from "../../src/models/env-keys.ts";
import { createModelCatalog } from "../../src/models/model-catalog.ts";
import { HOST_FILES } from "../../src/platform/host-facts.ts";
import { temporaryFolder } from "../session/temporary-folder.ts";

const builtIn = readBuiltInProviders(HOST_FILES.models);
const providers = [...builtIn.keys()].map((id) => builtIn.get(id)!);

test("everything shipped keeps the rules of models.json, speaks a protocol there is and takes a key (V01, V03)", () => {
	const problems = providers.flatMap((provider) => [
		findFieldProblem({ ...provider, baseUrl: provider.baseUrl || "-" }, PROVIDER_RULES),
		...(provider.models ?? []).map((model) => findFieldProblem({ ...model }, MODEL_RULES)),
		listApis().includes(provider.api ?? "") ? undefined : `${provider.id}: unknown API ${provider.api}`,
		Object.hasOwn(PROVIDER_KEY_VARIABLES, provider.id) ? undefined : `${provider.id}: no variable`,
		(provider.models ?? []).length > 0 ? undefined : `${provider.id}: no models`,
	]);
	expect(problems.filter((problem) => problem !== undefined)).toEqual([]);
});

test("no provider has a model twice, and all can be completed", () => {
	const catalog = createModelCatalog({ builtIn });
	const names = catalog.getAll().map((model) => `${model.provider}/${model.id}`);
	const defined = providers.flatMap(({ models = [] }) => models).length;
	expect([new Set(names).size, names.length]).toEqual([defined, defined]);
});

test("a provider is read when it is asked for, and nothing of it before", () => {
	const file = join(temporaryFolder(), "models.jsonl");
	writeFileSync(file, '{"id":"broken",\n{"id":"good","baseUrl":"u","api":"a","models":[{"id":"m"}]}\n');
	const catalog = createModelCatalog({ builtIn: readBuiltInProviders(file) });
	expect([catalog.find("good", "m")?.baseUrl, catalog.find("none", "m"), catalog.getDiagnostics()]).toEqual([
		"u",
		undefined,
		[],
	]);
});

test("models.json redirects a built-in provider by its address alone", () => {
	const catalog = createModelCatalog({ builtIn, custom: [{ id: "anthropic", baseUrl: "http://localhost:1" }] });
	const [first] = providers[0]?.models ?? [];
	expect(catalog.find("anthropic", first?.id ?? "")).toMatchObject({
		baseUrl: "http://localhost:1",
		api: "anthropic-messages",
		contextWindow: first?.contextWindow,
	});
});
