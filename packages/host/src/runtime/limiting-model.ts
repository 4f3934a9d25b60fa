import type { Model } from "@tau/ai";
import { isVirtualModel } from "../models/virtual-model.ts";
import type { ReadonlySession } from "../session/readonly-session.ts";

interface ModelLookup {
	find(provider: string, modelId: string): Model | undefined;
}

/**
 * Whose limits count: those of a virtual model are the limits of the physical one that wrote the latest response, also
 * when that came before the switch; without such a response, what the virtual model declares (V13).
 */
export function limitingModel(selected: Model, session: ReadonlySession, models: ModelLookup): Model {
	if (!isVirtualModel(selected)) return selected;
	for (const message of session.buildSessionContext().messages.toReversed()) {
		if (message.role !== "assistant") continue;
		const model = models.find(message.provider, message.model);
		if (model && !isVirtualModel(model)) return model;
	}
	return selected;
}
