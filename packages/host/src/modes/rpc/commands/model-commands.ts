import { THINKING_LEVEL_NAMES } from "../../../models/thinking-level.ts";
import { oneOf, TEXT } from "../../../rpc/field-rules.ts";
import type { RpcRows } from "../command-row.ts";

/** Which model answers, and how much it thinks. */
export const MODEL_COMMANDS: RpcRows<
	| "set_model"
	| "cycle_model"
	| "get_available_models"
	| "set_thinking_level"
	| "cycle_thinking_level"
	| "get_available_thinking_levels"
> = {
	set_model: {
		fields: { provider: TEXT, modelId: TEXT },
		run: async ({ session }, { provider, modelId }) => {
			const model = session.registry.find(provider, modelId);
			if (!model) throw new Error(`Model not found: ${provider}/${modelId}`);
			if (!(await session.setModel(model))) {
				throw new Error(`No credentials for ${provider}: log in or set its API key before choosing ${modelId}`);
			}
			return model;
		},
	},
	cycle_model: { fields: {}, run: async ({ session }) => (await session.cycleModel()) ?? null },
	get_available_models: { fields: {}, run: ({ session }) => ({ models: session.registry.getAvailable() }) },
	set_thinking_level: {
		fields: { level: oneOf(THINKING_LEVEL_NAMES) },
		run: ({ session }, { level }) => session.setThinkingLevel(level),
	},
	cycle_thinking_level: {
		fields: {},
		run: async ({ session }) => {
			const level = await session.cycleThinkingLevel();
			return level === undefined ? null : { level };
		},
	},
	get_available_thinking_levels: { fields: {}, run: ({ session }) => ({ levels: session.thinkingLevels }) },
};
