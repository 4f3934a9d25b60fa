import type { ThinkingLevel } from "@tau/ai";

const RANKS: Readonly<Record<ThinkingLevel, true>> = {
	off: true,
	minimal: true,
	low: true,
	medium: true,
	high: true,
	xhigh: true,
	max: true,
};

/** The names a user may type, weakest first. */
export const THINKING_LEVEL_NAMES: readonly ThinkingLevel[] = Object.keys(RANKS) as ThinkingLevel[];

export function isThinkingLevel(text: string): text is ThinkingLevel {
	return Object.hasOwn(RANKS, text);
}
