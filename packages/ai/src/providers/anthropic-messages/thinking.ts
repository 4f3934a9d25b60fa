import {
	clampThinkingLevel,
	MIN_ANSWER_TOKENS,
	providerThinkingLevel,
	thinkingBudget,
} from "../../catalog/thinking-level.ts";
import type { Model, ThinkingLevel } from "../../contract/model.ts";
import type { StreamOptions } from "../../contract/provider.ts";
import type { ResolvedCompat } from "./options.ts";

/** The API refuses smaller budgets. */
const MIN_BUDGET = 1_024;

export interface Thinking {
	readonly enabled: boolean;
	readonly adaptive: boolean;
	/** Response limit with room for the budget. */
	readonly maxTokens: number;
	readonly fields: Record<string, unknown>;
}

/** How a request asks for thinking: adaptive models get an effort, older ones a token budget. */
export function resolveThinking(
	model: Model,
	options: StreamOptions,
	{ compat, maxTokens }: { readonly compat: ResolvedCompat; readonly maxTokens: number },
): Thinking {
	const level = clampThinkingLevel(model, options.reasoning ?? "off");
	const adaptive = compat.forceAdaptiveThinking;
	if (!model.reasoning || level === "off") {
		// Older models do not think unless asked; adaptive ones may.
		const fields = model.reasoning && adaptive ? { thinking: { type: "disabled" } } : {};
		return { enabled: false, adaptive, maxTokens, fields };
	}
	if (adaptive) {
		const fields = {
			thinking: { type: "adaptive", display: "summarized" },
			output_config: { effort: effortOf(model, level) },
		};
		return { enabled: true, adaptive, maxTokens, fields };
	}
	return { enabled: true, adaptive, ...withBudget(model, level, { options, maxTokens }) };
}

/** Without a mapping by the model, the API's weakest effort stands for `minimal` (API18). */
function effortOf(model: Model, level: ThinkingLevel): string {
	const name = providerThinkingLevel(model, level);
	return name === "minimal" ? "low" : name;
}

/** The budget comes on top of the answer as far as the model's limit allows, and never takes all of it. */
function withBudget(
	model: Model,
	level: ThinkingLevel,
	{ options, maxTokens }: { readonly options: StreamOptions; readonly maxTokens: number },
): Pick<Thinking, "maxTokens" | "fields"> {
	const wanted = thinkingBudget(level, options.thinkingBudgets, Number.POSITIVE_INFINITY);
	const total = Math.max(Math.min(maxTokens + wanted, model.maxTokens), maxTokens, MIN_BUDGET + MIN_ANSWER_TOKENS);
	const budget = Math.max(MIN_BUDGET, Math.min(wanted, total - MIN_ANSWER_TOKENS));
	const thinking = { type: "enabled", budget_tokens: budget, display: "summarized" };
	return { maxTokens: total, fields: { thinking } };
}
