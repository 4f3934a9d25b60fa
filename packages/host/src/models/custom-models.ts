import { readFile } from "node:fs/promises";
import type { Diagnostic } from "../base/diagnostic.ts";
import { isRecord } from "../base/is-record.ts";
import { parseJsonc } from "../base/parse-jsonc.ts";
import { findFieldProblem, MODEL_RULES, OVERRIDE_RULES, PROVIDER_RULES } from "./check-fields.ts";
import type { ModelDefinition, ModelOverride, ProviderDefinition } from "./provider-definition.ts";

export interface CustomModels {
	readonly providers: readonly ProviderDefinition[];
	readonly diagnostics: readonly Diagnostic[];
}

/** Reads models.json (V01). A missing file is empty; a broken one is a diagnostic. Never throws. */
export async function readCustomModels(path: string): Promise<CustomModels> {
	try {
		return await parseCustomModels(await readFile(path, "utf8"), path);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return { providers: [], diagnostics: [] };
		const message = `cannot be read: ${error instanceof Error ? error.message : String(error)}; the file is ignored until this is fixed`;
		return { providers: [], diagnostics: [{ severity: "error", message, path }] };
	}
}

/** What is sound in the text; every other part is named by provider, model and field and left out. */
export async function parseCustomModels(text: string, path: string): Promise<CustomModels> {
	if (text.trim() === "") return { providers: [], diagnostics: [] };
	const parsed = await parseJsonc(text, path);
	if (!parsed.ok) return { providers: [], diagnostics: [parsed.diagnostic] };
	const problems: string[] = [];
	const providers = readProviders(parsed.value, problems);
	return { providers, diagnostics: problems.map((message) => ({ severity: "error", message, path })) };
}

function readProviders(file: unknown, problems: string[]): ProviderDefinition[] {
	const table = isRecord(file) ? file["providers"] : undefined;
	if (isRecord(table)) {
		return Object.entries(table).flatMap(([id, value]) => readProvider({ id, value }, problems) ?? []);
	}
	if (!isRecord(file) || table !== undefined) problems.push('field "providers": expected an object of providers');
	return [];
}

function readProvider(
	{ id, value }: { id: string; value: unknown },
	problems: string[],
): ProviderDefinition | undefined {
	const owner = `provider "${id}"`;
	const problem = isRecord(value) ? findFieldProblem(value, PROVIDER_RULES) : "expected an object";
	if (problem !== undefined) problems.push(`${owner} is left out: ${problem}`);
	if (!isRecord(value) || problem !== undefined) return undefined;
	const { models, modelOverrides, ...rest } = value;
	return {
		...(rest as Omit<ProviderDefinition, "id">),
		id,
		...(Array.isArray(models) ? { models: readModels({ owner, models }, problems) } : {}),
		...(isRecord(modelOverrides) ? { modelOverrides: readOverrides({ owner, modelOverrides }, problems) } : {}),
	};
}

function readModels(
	{ owner, models }: { owner: string; models: readonly unknown[] },
	problems: string[],
): ModelDefinition[] {
	return models.flatMap((model, index) => {
		const id = isRecord(model) ? model["id"] : undefined;
		const name = `${owner}, model ${typeof id === "string" ? `"${id}"` : `#${index + 1}`}`;
		const problem = findModelProblem(model);
		if (problem === undefined) return [model as ModelDefinition];
		problems.push(`${name} is left out: ${problem}`);
		return [];
	});
}

function findModelProblem(model: unknown): string | undefined {
	if (!isRecord(model)) return "expected an object";
	if (model["id"] === undefined) return 'field "id" is missing';
	return findFieldProblem(model, MODEL_RULES);
}

function readOverrides(
	{ owner, modelOverrides }: { owner: string; modelOverrides: Record<string, unknown> },
	problems: string[],
): Record<string, ModelOverride> {
	const overrides: Record<string, ModelOverride> = {};
	for (const [id, value] of Object.entries(modelOverrides)) {
		const problem = isRecord(value) ? findFieldProblem(value, OVERRIDE_RULES) : "expected an object";
		if (problem === undefined) overrides[id] = value as ModelOverride;
		else problems.push(`${owner}, override "${id}" is left out: ${problem}`);
	}
	return overrides;
}
