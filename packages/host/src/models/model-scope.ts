import type { Model, ThinkingLevel } from "@tau/ai";
import type { Diagnostic } from "../base/diagnostic.ts";
import { findModelCandidates, nameOf, splitLevel } from "./match-model.ts";

/** A model of the cycle, with the level its pattern asked for. */
export interface ScopedModel {
	readonly model: Model;
	readonly thinkingLevel?: ThinkingLevel;
}

export interface ModelScope {
	readonly models: readonly ScopedModel[];
	readonly diagnostics: readonly Diagnostic[];
}

/**
 * The models that `--models` or `enabledModels` name, in the order of the patterns (V10). Globs match `provider/id` or
 * `id` in any case (AD8). A pattern that fits several providers adds all of them, with a warning.
 */
export async function resolveModelScope(patterns: readonly string[], usable: readonly Model[]): Promise<ModelScope> {
	const found = new Map<string, ScopedModel>();
	const diagnostics: Diagnostic[] = [];
	for (const pattern of patterns.map((text) => text.trim()).filter((text) => text !== "")) {
		const { models, level } = await findMatches(pattern, usable);
		if (models.length === 0) diagnostics.push(warning(`no available model matches "${pattern}"`));
		const providers = [...new Set(models.map((model) => model.provider))];
		if (!isGlob(pattern) && providers.length > 1) {
			diagnostics.push(warning(`"${pattern}" is offered by several providers (${providers.join(", ")}); all are used`));
		}
		for (const model of models) {
			const name = nameOf(model);
			if (!found.has(name)) found.set(name, { model, ...(level === undefined ? {} : { thinkingLevel: level }) });
		}
	}
	return { models: [...found.values()], diagnostics };
}

async function findMatches(
	pattern: string,
	usable: readonly Model[],
): Promise<{ models: readonly Model[]; level?: ThinkingLevel }> {
	const { rest, level } = splitLevel(pattern);
	if (isGlob(rest)) {
		const { minimatch } = await import("minimatch");
		const fits = (text: string) => minimatch(text, rest, { nocase: true });
		const models = usable.filter((model) => fits(nameOf(model)) || fits(model.id));
		return { models, ...(level === undefined ? {} : { level }) };
	}
	const { candidates, level: suffix } = findModelCandidates(pattern, usable);
	return { models: candidates, ...(suffix === undefined ? {} : { level: suffix }) };
}

function isGlob(text: string): boolean {
	return /[*?[{]/.test(text);
}

function warning(message: string): Diagnostic {
	return { severity: "warning", message };
}
