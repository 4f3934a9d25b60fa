import { type Model, THINKING_LEVELS, type ThinkingLevel } from "../contract/model.ts";

type ThinkingModel = Pick<Model, "reasoning" | "thinkingLevelMap">;

/** Levels beyond `high` exist only where the model maps them. */
const MAPPED_ONLY: ReadonlySet<ThinkingLevel> = new Set(["xhigh", "max"]);

/** Room always left for the answer where thinking and answer share one limit. */
export const MIN_ANSWER_TOKENS: number = 1_024;

/** Thinking tokens per level, for providers that take a budget. */
const DEFAULT_BUDGETS: Readonly<Record<ThinkingLevel, number>> = {
	off: 0,
	minimal: 1_024,
	low: 2_048,
	medium: 8_192,
	high: 16_384,
	xhigh: 32_768,
	max: 65_536,
};

/** The levels that can be chosen for a model, weakest first; `off` alone for models that do not think (API18). */
export function getSupportedThinkingLevels(model: ThinkingModel): ThinkingLevel[] {
	if (!model.reasoning) return ["off"];
	return THINKING_LEVELS.filter((level) => {
		const mapped = model.thinkingLevelMap?.[level];
		return mapped !== null && (mapped !== undefined || !MAPPED_ONLY.has(level));
	});
}

/** The nearest level the model supports: the wanted one, else the next stronger, else the strongest weaker. */
export function clampThinkingLevel(model: ThinkingModel, level: ThinkingLevel): ThinkingLevel {
	const supported = getSupportedThinkingLevels(model);
	if (supported.includes(level)) return level;
	const wanted = THINKING_LEVELS.indexOf(level);
	const stronger = supported.find((candidate) => THINKING_LEVELS.indexOf(candidate) > wanted);
	const weaker = supported.findLast((candidate) => THINKING_LEVELS.indexOf(candidate) < wanted);
	return stronger ?? weaker ?? "off";
}

/** What the provider calls a level that the model supports. */
export function providerThinkingLevel(model: ThinkingModel, level: ThinkingLevel): string {
	return model.thinkingLevelMap?.[level] ?? level;
}

/** Thinking tokens for a level, at most what `limit` leaves beside an answer. */
export function thinkingBudget(
	level: ThinkingLevel,
	custom: Partial<Record<ThinkingLevel, number>> | undefined,
	limit: number,
): number {
	const wanted = custom?.[level] ?? DEFAULT_BUDGETS[level];
	return Math.max(0, Math.min(wanted, limit - MIN_ANSWER_TOKENS));
}
