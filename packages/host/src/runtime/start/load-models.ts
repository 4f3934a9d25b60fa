import { resolve } from "node:path";
import type { Model, ThinkingLevel } from "@tau/ai";
import type { Diagnostic } from "../../base/diagnostic.ts";
import type { ExtensionHost } from "../../extensions/extension-host.ts";
import { readAuthFile } from "../../models/auth-file.ts";
import { readBuiltInProviders } from "../../models/built-in-catalog.ts";
import { chooseInitialLevel, chooseInitialModel } from "../../models/choose-initial-model.ts";
import { createCredentials, type Credentials } from "../../models/credentials.ts";
import { readCustomModels } from "../../models/custom-models.ts";
import { matchModel, type ModelMatch } from "../../models/match-model.ts";
import { createModelCatalog } from "../../models/model-catalog.ts";
import { resolveModelScope, type ScopedModel } from "../../models/model-scope.ts";
import type { SessionProjection } from "../../session/readonly-session.ts";
import { HOST_FILES } from "../../platform/host-facts.ts";
import type { AppDirs, Surroundings } from "../../platform/app-dirs.ts";
import { runCommandLine } from "../../platform/run-command-line.ts";
import { ModelAccess } from "../model-access.ts";
import type { Configuration } from "./configuration.ts";

/** What the command line says about models (V10). */
export interface ModelFlags {
	readonly model?: string | undefined;
	readonly provider?: string | undefined;
	readonly apiKey?: string | undefined;
	readonly thinking?: ThinkingLevel | undefined;
	/** `--models` patterns. */
	readonly models?: readonly string[] | undefined;
}

export interface LoadedModels {
	readonly access: ModelAccess;
	readonly credentials: Credentials;
	readonly diagnostics: readonly Diagnostic[];
}

/** What a session starts with. */
export interface SelectedModel {
	readonly model: Model | undefined;
	readonly thinkingLevel: ThinkingLevel;
	readonly scopedModels: readonly ScopedModel[];
	readonly diagnostics: readonly Diagnostic[];
}

/** Reads models.json and the stored keys, and registers what extensions brought (API20). */
export async function loadModels(
	{ dirs, surroundings }: Configuration,
	extensions: ExtensionHost,
): Promise<LoadedModels> {
	const models = await readModels({ ...dirs, env: surroundings.env });
	return { ...models, diagnostics: [...models.diagnostics, ...registerContributed(models.access, extensions)] };
}

/** The models of the files alone. */
export async function readModels({
	modelsFile,
	authFile,
	env,
}: Pick<AppDirs, "modelsFile" | "authFile"> & Pick<Surroundings, "env">): Promise<LoadedModels> {
	const [custom, auth] = await Promise.all([readCustomModels(modelsFile), readAuthFile(authFile)]);
	const builtIn = readBuiltInProviders(HOST_FILES.models);
	const catalog = createModelCatalog({ builtIn, custom: custom.providers, customPath: modelsFile });
	const credentials = createCredentials({ catalog, auth, env, runCommand: runCommandLine, now: Date.now });
	const access = new ModelAccess(catalog, credentials);
	return {
		access,
		credentials,
		diagnostics: [...custom.diagnostics, ...auth.diagnostics, ...catalog.getDiagnostics()],
	};
}

/** Registers what extensions asked for while they were loaded (API20). */
export function registerContributed(access: ModelAccess, extensions: ExtensionHost): Diagnostic[] {
	const problems: Diagnostic[] = [];
	for (const record of extensions.contributions.records) {
		for (const { name, config } of record.pendingProviders.splice(0))
			for (const problem of access.registerProvider(name, config)) problems.push({ ...problem, owner: record.path });
		for (const definition of record.pendingVirtualModels.splice(0)) access.registerVirtualModel(definition);
	}
	return problems;
}

/** What a session that is resumed was last used with (V12). */
export type LastUsed = Pick<SessionProjection, "model" | "thinkingLevel">;

/**
 * The model and level of a start; an unknown or ambiguous `--model` is an error that names what there is. A resumed
 * session goes on with what it had, as long as that can be used.
 */
export async function selectModel(
	{ access, credentials }: LoadedModels,
	{ settings, surroundings }: Configuration,
	{ flags, lastUsed }: { flags: ModelFlags; lastUsed?: LastUsed | undefined },
): Promise<SelectedModel> {
	const hasCredentials = (provider: string): boolean => credentials.has(provider);
	const { settings: values } = settings;
	const patterns = flags.models ?? values.enabledModels ?? [];
	const scope = await resolveModelScope(patterns, patterns.length > 0 ? access.getAvailable() : []);
	const diagnostics: Diagnostic[] = [...scope.diagnostics];
	let chosen: { model: Model; thinkingLevel?: ThinkingLevel } | undefined;
	if (flags.model !== undefined) {
		const match = matchFlags(access, flags, { cwd: surroundings.cwd, hasCredentials });
		if (match.ok) chosen = match;
		else diagnostics.push({ severity: "error", message: match.error });
		if (match.ok && match.warning) diagnostics.push({ severity: "warning", message: match.warning });
	} else {
		const { defaultProvider, defaultModel } = values;
		const options = { scope: scope.models, defaultProvider, defaultModel, models: access.getAll(), hasCredentials };
		const restored = restoreModel(access, lastUsed);
		chosen = restored ?? chooseInitialModel(options);
		if (lastUsed?.model && !restored) diagnostics.push(notRestored(lastUsed.model, chosen?.model));
	}
	if (chosen && flags.apiKey !== undefined) credentials.setFlagKey(chosen.model.provider, flags.apiKey);
	return {
		model: chosen?.model,
		thinkingLevel: chosen ? levelFor(chosen, flags, settings.settings) : (flags.thinking ?? "off"),
		scopedModels: scope.models,
		diagnostics,
	};
}

/** What `--model` means. A whole `provider/id` is found without looking through all models there are. */
function matchFlags(
	access: ModelAccess,
	{ model: pattern = "", provider }: ModelFlags,
	{ cwd, hasCredentials }: { cwd: string; hasCredentials: (provider: string) => boolean },
): ModelMatch {
	const slash = pattern.indexOf("/");
	const isWhole = provider === undefined && slash > 0;
	const named = isWhole ? access.find(pattern.slice(0, slash), pattern.slice(slash + 1)) : undefined;
	const model = scriptedModel(pattern, cwd) ?? named;
	return model ? { ok: true, model } : matchModel({ pattern, provider }, { models: access.getAll(), hasCredentials });
}

/** The model a session was last used with, if it is still there and can be reached. */
function restoreModel(
	access: ModelAccess,
	lastUsed: LastUsed | undefined,
): { model: Model; thinkingLevel: ThinkingLevel } | undefined {
	if (!lastUsed?.model) return undefined;
	const { provider, modelId } = lastUsed.model;
	const model = access.find(provider, modelId);
	return model && access.hasConfiguredAuth(model) ? { model, thinkingLevel: lastUsed.thinkingLevel } : undefined;
}

function notRestored({ provider, modelId }: NonNullable<LastUsed["model"]>, chosen: Model | undefined): Diagnostic {
	const instead = chosen ? `using ${chosen.provider}/${chosen.id}` : "choose another one with --model";
	return {
		severity: "warning",
		message: `the session's model ${provider}/${modelId} is not configured or has no credentials any more; ${instead}`,
	};
}

function levelFor(
	{ model, thinkingLevel }: { model: Model; thinkingLevel?: ThinkingLevel },
	flags: ModelFlags,
	{ modelThinkingLevels, defaultThinkingLevel }: Configuration["settings"]["settings"],
): ThinkingLevel {
	return chooseInitialLevel(model, {
		flag: flags.thinking,
		pattern: thinkingLevel,
		byModel: modelThinkingLevels,
		fallback: defaultThinkingLevel ?? "medium",
	});
}

const SCRIPTED = "scripted/";

/** `scripted/<file>` plays a script: a model without a key, a network or a service, for demos and tests. */
function scriptedModel(pattern: string, cwd: string): Model | undefined {
	if (!pattern.startsWith(SCRIPTED)) return undefined;
	const file = pattern.slice(SCRIPTED.length);
	return {
		id: file,
		name: file,
		api: "scripted",
		provider: "scripted",
		baseUrl: `scripted:${resolve(cwd, file)}`,
		reasoning: false,
		input: ["text", "image"],
		cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
		contextWindow: 128_000,
		maxTokens: 16_384,
	};
}
