import { expect, test } from "vitest";
import type { AssistantMessage } from "../contract/message.ts";
import { guessFailure } from "./classify-text.ts";

const failed = (errorMessage: string): AssistantMessage =>
	({ role: "assistant", stopReason: "error", errorMessage }) as AssistantMessage;

test.each([
	["503 overloaded", "overloaded", true],
	["Provider acme answered 429: slow down", "rate_limit", true],
	["Too Many Requests", "rate_limit", true],
	["The request timed out after 30 s", "timeout", true],
	["fetch failed: read ECONNRESET", "network", true],
	["500 Internal Server Error", "server", true],
	["HTTP 400: prompt is too long: 300000 tokens > 200000 maximum", "overflow", false],
])("%s is %s", (text, kind, retryable) => {
	expect(guessFailure(failed(text))).toEqual({ kind, message: text, retryable });
});

test.each(["429: you exceeded your current quota", "Your credit balance is too low", "invalid api key", "no idea"])(
	"%s does not pass by itself",
	(text) => {
		expect(guessFailure(failed(text))).toBeUndefined();
	},
);

test("a message that did not fail is not looked at", () => {
	expect(guessFailure({ ...failed("503"), stopReason: "aborted" })).toBeUndefined();
});
