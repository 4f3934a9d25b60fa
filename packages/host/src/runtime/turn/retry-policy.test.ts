import type { ProviderFailure } from "@tau/ai";
import { expect, test } from "vitest";
import type { Settings } from "../../settings/schema.ts";
import { retryDelay, retryPolicy } from "./retry-policy.ts";

const failure = (more: Partial<ProviderFailure> = {}): ProviderFailure => ({
	kind: "overloaded",
	message: "m",
	retryable: true,
	...more,
});

test("three retries by default, two seconds and twice as long each time (M10)", () => {
	const policy = retryPolicy({});
	expect([1, 2, 3, 4].map((attempt) => retryDelay(policy, failure(), attempt))).toEqual([2000, 4000, 8000, undefined]);
});

test.each<[string, Settings, ProviderFailure | undefined, number, number | undefined]>([
	["the wait is capped", { retry: { maxRetries: 9 } }, failure(), 9, 60_000],
	["the cap can be set", { retry: { maxAgentDelayMs: 3000 } }, failure(), 2, 3000],
	["a failure that would come again is not retried", {}, failure({ retryable: false }), 1, undefined],
	["a failure without a class is not retried", {}, undefined, 1, undefined],
	["retries can be turned off", { retry: { enabled: false } }, failure(), 1, undefined],
	["a longer wait that the server asks for", {}, failure({ retryAfterMs: 9000 }), 1, 9000],
	[
		"one longer than the cap of our own waits",
		{ retry: { maxAgentDelayMs: 1 } },
		failure({ retryAfterMs: 9000 }),
		1,
		9000,
	],
	["but not one longer than the user allows", {}, failure({ retryAfterMs: 60_001 }), 1, undefined],
	[
		"unless any is allowed",
		{ retry: { provider: { maxRetryDelayMs: 0 } } },
		failure({ retryAfterMs: 90_000 }),
		1,
		90_000,
	],
])("%s", (_what, settings, failed, attempt, delay) => {
	expect(retryDelay(retryPolicy(settings), failed, attempt)).toBe(delay);
});
