import type { Model } from "@tau/ai";
import { createVirtualModel, type VirtualModelDefinition } from "./virtual-model.ts";

interface Row {
	readonly definition: VirtualModelDefinition;
	readonly model: Model;
}

/** The virtual models that are registered now (API22). */
export class VirtualModels {
	readonly #rows = new Map<string, Row>();

	/** The same provider and id again replaces the earlier one. */
	register(definition: VirtualModelDefinition): void {
		this.#rows.set(keyOf(definition.provider, definition.id), { definition, model: createVirtualModel(definition) });
	}

	unregister(provider: string, id: string): void {
		this.#rows.delete(keyOf(provider, id));
	}

	find(provider: string, id: string): Model | undefined {
		return this.#rows.get(keyOf(provider, id))?.model;
	}

	definitionOf({ provider, id }: Pick<Model, "provider" | "id">): VirtualModelDefinition | undefined {
		return this.#rows.get(keyOf(provider, id))?.definition;
	}

	/** Physical models, except those that a virtual one hides, with the virtual ones of their provider behind them. */
	addTo(physical: readonly Model[]): Model[] {
		const rest = new Set([...this.#rows.values()].map(({ model }) => model));
		const shown = physical.filter(({ provider, id }) => !this.#rows.has(keyOf(provider, id)));
		const result: Model[] = [];
		for (const [index, model] of shown.entries()) {
			result.push(model);
			if (shown[index + 1]?.provider === model.provider) continue;
			for (const virtual of rest) {
				if (virtual.provider !== model.provider) continue;
				result.push(virtual);
				rest.delete(virtual);
			}
		}
		return [...result, ...rest];
	}
}

/** A provider's id has no line break. */
function keyOf(provider: string, id: string): string {
	return `${provider}\n${id}`;
}
