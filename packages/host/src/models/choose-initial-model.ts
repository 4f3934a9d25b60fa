import type { Model, ThinkingLevel } from "@tau/ai";
import type { ScopedModel } from "./model-scope.ts";

export interface InitialModelOptions {
	/** What `--models` or `enabledModels` named. */
	readonly scope: readonly ScopedModel[];
	readonly defaultProvider?: string | undefined;
	readonly defaultModel?: string | undefined;
	readonly models: readonly Model[];
	readonly hasCredentials: (provider: string) => boolean;
}

export interface InitialModel {
	readonly model: Model;
	readonly thinkingLevel?: ThinkingLevel;
}

/**
 * The model of a start without `--model`: the saved default if the scope holds it, the first of the scope, the saved
 * default, then the first model that can be used. Undefined when nothing can.
 */
export function chooseInitialModel(options: InitialModelOptions): InitialModel | undefined {
	const isDefault = (model: Model) =>
		model.id === options.defaultModel &&
		(options.defaultProvider === undefined || model.provider === options.defaultProvider);
	if (options.scope.length > 0) {
		return options.scope.find(({ model }) => isDefault(model)) ?? options.scope[0];
	}
	const usable = options.models.filter((model) => options.hasCredentials(model.provider));
	const model =
		usable.find(isDefault) ?? usable.find(({ provider }) => provider === options.defaultProvider) ?? usable[0];
	return model === undefined ? undefined : { model };
}

export interface LevelSources {
	/** `--thinking`. */
	readonly flag?: ThinkingLevel | undefined;
	/** The suffix of the pattern that chose the model. */
	readonly pattern?: ThinkingLevel | undefined;
	/** `modelThinkingLevels`, by exact `provider/id`. */
	readonly byModel?: Readonly<Record<string, ThinkingLevel>> | undefined;
	readonly fallback: ThinkingLevel;
}

/** The level a start asks for; what the model supports is the caller's affair (V11). */
export function chooseInitialLevel(model: Pick<Model, "provider" | "id">, sources: LevelSources): ThinkingLevel {
	const saved = sources.byModel?.[`${model.provider}/${model.id}`];
	return sources.flag ?? sources.pattern ?? saved ?? sources.fallback;
}
