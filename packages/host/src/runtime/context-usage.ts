import type { Model } from "@tau/ai";
import type { ContextUsage } from "../extension-api/context.ts";
import { estimateContext, isCompactedSinceAnswer } from "../session/compaction/context-estimate.ts";
import type { ReadonlySession } from "../session/readonly-session.ts";

/** How full the context is; unknown right after a compaction, until the next answer is counted (C15, TRAP97). */
export function contextUsage(model: Model | undefined, session: ReadonlySession): ContextUsage | undefined {
	if (!model) return undefined;
	const { contextWindow } = model;
	if (isCompactedSinceAnswer(session)) return { tokens: null, contextWindow, percent: null };
	const tokens = estimateContext(session);
	return { tokens, contextWindow, percent: contextWindow > 0 ? (tokens / contextWindow) * 100 : null };
}
