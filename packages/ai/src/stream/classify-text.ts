import type { AssistantMessage } from "../contract/message.ts";
import type { ProviderFailure, ProviderFailureKind } from "../contract/provider.ts";
import { isOverflowRefusal } from "./overflow.ts";

/** What does not pass by itself, whatever the status says. */
const PERMANENT = /quota|billing|credit balance|insufficient (funds|credits?)|payment|usage limit|spend(ing)? limit/i;

/** Failures that pass by themselves, by what services and network stacks write. The first that fits counts. */
const TRANSIENT: readonly (readonly [RegExp, ProviderFailureKind])[] = [
	[/\b429\b|rate.?limit|too many requests|throttl/i, "rate_limit"],
	[/\b(503|529)\b|overloaded|service unavailable|over capacity|at capacity/i, "overloaded"],
	[/\b(408|504)\b|timed? ?out|timeout|ETIMEDOUT/i, "timeout"],
	[
		/ECONNRE(SET|FUSED)|EPIPE|EAI_AGAIN|socket hang up|fetch failed|network error|connection (was )?(reset|refused|closed|lost|error)|premature(ly)? (close|end)/i,
		"network",
	],
	[/\b5\d\d\b|internal server error|server error|bad gateway|temporarily unavailable|try again later/i, "server"],
];

/**
 * Why a message failed, by its text alone: streams that extensions bring along say nothing else (M10). Undefined when
 * nothing failed or the text tells nothing.
 */
export function guessFailure({ stopReason, errorMessage }: AssistantMessage): ProviderFailure | undefined {
	if (stopReason !== "error" || errorMessage === undefined) return undefined;
	const facts = { status: 400, codes: [], message: errorMessage };
	if (isOverflowRefusal(facts)) return { kind: "overflow", message: errorMessage, retryable: false };
	if (PERMANENT.test(errorMessage)) return undefined;
	const kind = TRANSIENT.find(([pattern]) => pattern.test(errorMessage))?.[1];
	return kind && { kind, message: errorMessage, retryable: true };
}
