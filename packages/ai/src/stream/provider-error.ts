import type { ProviderFailure, ProviderFailureKind } from "../contract/provider.ts";

const RETRYABLE: ReadonlySet<ProviderFailureKind> = new Set([
	"rate_limit",
	"overloaded",
	"server",
	"timeout",
	"network",
	"protocol",
]);

/** A failed provider request with its class. Callers read `failure`, never the text. */
export class ProviderError extends Error {
	readonly failure: ProviderFailure;

	constructor(failure: Omit<ProviderFailure, "retryable"> & { retryable?: boolean }, cause?: unknown) {
		super(failure.message, cause === undefined ? undefined : { cause });
		this.name = "ProviderError";
		this.failure = { ...failure, retryable: failure.retryable ?? RETRYABLE.has(failure.kind) };
	}
}
