import { clampThinkingLevel, getSupportedThinkingLevels, type Model, type ThinkingLevel } from "@tau/ai";
import type { Dispatcher } from "../extensions/hooks/dispatch.ts";
import type { EntryDraft } from "../session/entry.ts";
import type { RuntimeListener } from "./runtime-event.ts";

export interface ModelChoiceParts {
	readonly dispatcher: Dispatcher;
	append(draft: EntryDraft): void;
	emit: RuntimeListener;
	hasAuth(model: Model): boolean;
	/** The models to cycle through, and whether the user chose them. */
	cyclable(): CyclableModels;
}

export interface CyclableModels {
	readonly models: readonly { model: Model; thinkingLevel?: ThinkingLevel }[];
	readonly isScoped: boolean;
}

/** What cycling came to. */
export interface ModelCycleResult {
	model: Model;
	thinkingLevel: ThinkingLevel;
	/** Whether only the models that the user named are cycled through. */
	isScoped: boolean;
}

/**
 * The model and thinking level of a session. Changes are recorded in the session and are no defaults for new ones
 * (API17, API18); restoring them tells nobody (B24).
 */
export class ModelChoice {
	readonly #parts: ModelChoiceParts;
	#model: Model | undefined;
	#level: ThinkingLevel = "off";
	/** What was asked for, before clamping; comes back with a model that supports it. */
	#wanted: ThinkingLevel = "off";

	constructor(parts: ModelChoiceParts) {
		this.#parts = parts;
	}

	get model(): Model | undefined {
		return this.#model;
	}

	get thinkingLevel(): ThinkingLevel {
		return this.#level;
	}

	/** Takes over what a session or the command line says. */
	restore(model: Model | undefined, level: ThinkingLevel): void {
		this.#model = model;
		this.#wanted = level;
		this.#level = model ? clampThinkingLevel(model, level) : level;
	}

	/** Writes the current choice as the first entries of a new session. */
	record(): void {
		if (this.#model) this.#appendModel(this.#model);
		this.#parts.append({ type: "thinking_level_change", thinkingLevel: this.#level });
	}

	/** False when the provider has no credentials; nothing changes then. */
	async setModel(model: Model, source: "set" | "cycle"): Promise<boolean> {
		if (!this.#parts.hasAuth(model)) return false;
		const previousModel = this.#model;
		this.#model = model;
		this.#appendModel(model);
		// The level first: handlers of the model change see the level that belongs to it (E34, TRAP94).
		await this.#changeLevel(clampThinkingLevel(model, this.#wanted));
		await this.#parts.dispatcher.notify("model_select", { type: "model_select", model, previousModel, source });
		return true;
	}

	async setThinkingLevel(level: ThinkingLevel): Promise<void> {
		this.#wanted = level;
		await this.#changeLevel(this.#model ? clampThinkingLevel(this.#model, level) : level);
	}

	/** The levels that can be chosen for the model, weakest first. */
	get thinkingLevels(): ThinkingLevel[] {
		return this.#model ? getSupportedThinkingLevels(this.#model) : ["off"];
	}

	/** Goes to the next model with credentials; undefined when there is no other. */
	async cycleModel(): Promise<ModelCycleResult | undefined> {
		const { models, isScoped } = this.#parts.cyclable();
		const usable = models.filter(({ model }) => this.#parts.hasAuth(model));
		const at = usable.findIndex(({ model }) => isSameModel(model, this.#model));
		const next = usable[(at + 1) % usable.length];
		if (!next || isSameModel(next.model, this.#model)) return undefined;
		if (next.thinkingLevel !== undefined) this.#wanted = next.thinkingLevel;
		await this.setModel(next.model, "cycle");
		return { model: next.model, thinkingLevel: this.#level, isScoped };
	}

	/** Goes to the next level; undefined when the model has only one. */
	async cycleThinkingLevel(): Promise<ThinkingLevel | undefined> {
		const levels = this.thinkingLevels;
		const next = levels[(levels.indexOf(this.#level) + 1) % levels.length];
		if (next === undefined || next === this.#level) return undefined;
		await this.setThinkingLevel(next);
		return next;
	}

	async #changeLevel(level: ThinkingLevel): Promise<void> {
		const previousLevel = this.#level;
		if (level === previousLevel) return;
		this.#level = level;
		this.#parts.append({ type: "thinking_level_change", thinkingLevel: level });
		await this.#parts.dispatcher.notify("thinking_level_select", {
			type: "thinking_level_select",
			level,
			previousLevel,
		});
		await this.#parts.emit({ type: "thinking_level_changed", level });
	}

	#appendModel(model: Model): void {
		this.#parts.append({ type: "model_change", provider: model.provider, modelId: model.id });
	}
}

function isSameModel(one: Model, other: Model | undefined): boolean {
	return one.provider === other?.provider && one.id === other.id;
}
