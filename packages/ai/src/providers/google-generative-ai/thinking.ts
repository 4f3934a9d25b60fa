import { clampThinkingLevel, thinkingBudget } from "../../catalog/thinking-level.ts";
import type { Model, ThinkingLevel } from "../../contract/model.ts";
import type { StreamOptions } from "../../contract/provider.ts";

export interface Thinking {
	readonly level: ThinkingLevel;
	/** For `generationConfig`; nothing where the model decides for itself. */
	readonly config: Record<string, unknown> | undefined;
}

/** Gemini 3 and later take a level, earlier ones a number of tokens. */
const TAKES_LEVEL = /gemini-(?:[3-9]|\d{2,})/;
/** What the API calls its levels; stronger wishes are its strongest. */
const LEVELS: ReadonlySet<string> = new Set(["minimal", "low", "medium", "high"]);

export function resolveThinking(model: Model, options: StreamOptions, outputLimit: number): Thinking {
	const level = clampThinkingLevel(model, options.reasoning ?? "off");
	if (!model.reasoning) return { level, config: undefined };
	const mapped = model.thinkingLevelMap?.[level] ?? undefined;
	if (TAKES_LEVEL.test(model.id)) return { level, config: levelConfig(level, mapped) };
	if (level === "off") return { level, config: { thinkingBudget: 0 } };
	const budget = thinkingBudget(level, options.thinkingBudgets, outputLimit);
	return { level, config: { includeThoughts: true, thinkingBudget: budget } };
}

function levelConfig(level: ThinkingLevel, mapped: string | undefined): Record<string, unknown> | undefined {
	// These models cannot stop thinking: off means as little as the model has a name for.
	if (level === "off") return mapped === undefined ? undefined : { thinkingLevel: mapped.toUpperCase() };
	const name = mapped ?? (LEVELS.has(level) ? level : "high");
	return { includeThoughts: true, thinkingLevel: name.toUpperCase() };
}
