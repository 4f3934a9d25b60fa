import { clampThinkingLevel, type Model, type ThinkingLevel } from "@tau/ai";
import type { Dispatcher } from "../extensions/hooks/dispatch.ts";
import type { EntryDraft } from "../session/entry.ts";
import type { RuntimeListener } from "./runtime-event.ts";

export interface ModelChoiceParts {
	readonly dispatcher: Dispatcher;
	append(draft: EntryDraft): void;
	emit: RuntimeListener;
	hasAuth(model: Model): boolean;
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
