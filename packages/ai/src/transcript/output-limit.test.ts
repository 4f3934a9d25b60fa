import { expect, test } from "vitest";
import type { Message } from "../contract/message.ts";
import { outputLimit } from "./output-limit.ts";

const MODEL = { contextWindow: 10_000, maxTokens: 8_000 };
const text = (length: number): Message[] => [{ role: "user", content: "x".repeat(length), timestamp: 1 }];

test.each([
	["the model's own limit", text(30), undefined, 8_000],
	["what was asked for", text(30), 500, 500],
	["what the context leaves", text(15_000), undefined, 5_000],
	["a minimum in a full context", text(60_000), undefined, 1_024],
	["a smaller wish in a full context", text(60_000), 100, 100],
])("the response is limited to %s", (_name, messages, requested, expected) => {
	expect(outputLimit(MODEL, messages, requested)).toBe(expected);
});

test("an image counts as tokens, not as its bytes", () => {
	const image: Message = {
		role: "user",
		content: [{ type: "image", data: "x".repeat(90_000), mimeType: "image/png" }],
		timestamp: 1,
	};
	expect(outputLimit(MODEL, [image], undefined)).toBe(8_000);
});
