import type { ProviderFailure } from "@tau/ai";
import type { Settings } from "../../settings/schema.ts";

/** How failures that pass by themselves are retried (M10). */
export interface RetryPolicy {
	readonly enabled: boolean;
	readonly maxRetries: number;
	readonly baseDelayMs: number;
	readonly maxDelayMs: number;
	/** The longest wait that a server may ask for; 0 for any. */
	readonly maxRequestedDelayMs: number;
}

export function retryPolicy({ retry = {} }: Settings): RetryPolicy {
	return {
		enabled: retry.enabled ?? true,
		maxRetries: retry.maxRetries ?? 3,
		baseDelayMs: retry.baseDelayMs ?? 2_000,
		maxDelayMs: retry.maxAgentDelayMs ?? 60_000,
		maxRequestedDelayMs: retry.provider?.maxRetryDelayMs ?? 60_000,
	};
}

/**
 * Milliseconds before the given retry, counted from 1; undefined when there is none: the failure would come again, all
 * retries are used, or the server asks for a longer wait than the user allows.
 */
export function retryDelay(
	policy: RetryPolicy,
	failure: ProviderFailure | undefined,
	attempt: number,
): number | undefined {
	if (!policy.enabled || attempt > policy.maxRetries || failure?.retryable !== true) return undefined;
	const backoff = Math.min(policy.baseDelayMs * 2 ** (attempt - 1), policy.maxDelayMs);
	const requested = failure.retryAfterMs ?? 0;
	if (policy.maxRequestedDelayMs > 0 && requested > policy.maxRequestedDelayMs) return undefined;
	return Math.max(backoff, requested);
}
