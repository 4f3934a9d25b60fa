import type { Model } from "@tau/ai";
import type { ContextUsage } from "../extension-api/context.ts";
import type { ReadonlySession } from "../session/readonly-session.ts";
import { sessionStats as totals, type SessionStats as SessionTotals } from "../session/session-stats.ts";
import { contextUsage } from "./context-usage.ts";

/** What a session came to, over all of its branches, and how full its context is. */
export interface SessionStats extends SessionTotals {
	/** Missing without a model. */
	contextUsage?: ContextUsage;
}

/** Counts messages, and the usage of everything that asked a model: answers, tools and summaries. */
export function sessionStats(session: ReadonlySession, model: Model | undefined): SessionStats {
	const usage = contextUsage(model, session);
	return { ...totals(session), ...(usage && { contextUsage: usage }) };
}
