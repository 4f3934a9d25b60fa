import * as fc from "fast-check";
import type { AssistantContent, ImageContent, TextContent, ToolCall } from "../../src/contract/content.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import type { AssistantMessage, Message, StopReason, SystemMessage } from "../../src/contract/message.ts";
import type { Model } from "../../src/contract/model.ts";
import type { Tool } from "../../src/contract/tool.ts";
import { emptyUsage } from "../../src/stream/usage.ts";
import { callId, hostileText, toolName } from "./arbitrary-text.ts";
import { SAMPLE_IMAGES } from "./sample-images.ts";

/** Who wrote a message. */
export type Author = Pick<Model, "api" | "provider" | "id">;

export const OTHER_AUTHORS: readonly Author[] = [
	{ api: "anthropic-messages", provider: "anthropic", id: "claude-other" },
	{ api: "openai-completions", provider: "openai", id: "gpt-other" },
	{ api: "openai-responses", provider: "openai", id: "o-other" },
];

/** The signature that a server gives its own model's thinking. */
export function signatureFor({ api, provider, id }: Author, thinking: string): string {
	const signature = `signed:${provider}:${id}:${thinking.length}:${thinking.slice(0, 4)}`;
	if (api !== "openai-responses") return signature;
	// The item as it came, which holds its own reasoning.
	const summary = [{ type: "summary_text", text: thinking }];
	return JSON.stringify({ type: "reasoning", id: "rs_1", summary, encrypted_content: signature });
}

const image: fc.Arbitrary<ImageContent> = fc
	.record({
		sample: fc.constantFrom(...SAMPLE_IMAGES),
		label: fc.constantFrom("image/png", "image/jpeg", "image/svg+xml", "", undefined),
	})
	.map(({ sample, label }) => ({
		type: "image",
		data: sample.data,
		mimeType: label ?? sample.mimeType ?? "image/png",
	}));

const text: fc.Arbitrary<TextContent> = hostileText.map((value) => ({ type: "text", text: value }));

const part = fc.oneof({ weight: 3, arbitrary: text }, image);

/** Many images at once, as a session of screenshots holds them. */
const parts: fc.Arbitrary<(TextContent | ImageContent)[]> = fc.oneof(
	{ weight: 20, arbitrary: fc.array(part, { maxLength: 4 }) },
	fc.array(image, { minLength: 10, maxLength: 24 }),
);

const args: fc.Arbitrary<JsonObject> = fc.oneof(
	{ weight: 3, arbitrary: fc.dictionary(hostileText, hostileText, { maxKeys: 3 }) as fc.Arbitrary<JsonObject> },
	{ weight: 2, arbitrary: fc.constant<JsonObject>({ path: "a.ts", edits: [{ oldText: "\ud800", newText: "😀" }] }) },
	// What programs that are not Tau wrote where arguments should be.
	fc.constantFrom<unknown>(null, undefined, '{"path": "cut', ["a"], 5) as fc.Arbitrary<JsonObject>,
);

const call: fc.Arbitrary<ToolCall> = fc
	.record({ id: callId, name: toolName, arguments: args, broken: fc.nat(9) })
	.map(({ id, name, arguments: given, broken }) => ({
		type: "toolCall",
		id,
		name,
		arguments: given,
		...(broken === 0 ? { argumentsError: 'not JSON: {"a' } : {}),
		...(broken === 1 ? { thoughtSignature: "opaque" } : {}),
	}));

function thinkingOf(author: Author): fc.Arbitrary<AssistantContent> {
	const reasoningField = author.api === "openai-completions" ? "reasoning_content" : undefined;
	return fc.record({ thinking: hostileText, kind: fc.nat(4) }).map(({ thinking, kind }): AssistantContent => {
		if (kind === 0) return { type: "thinking", thinking };
		if (kind === 1) return { type: "thinking", thinking, thinkingSignature: "" };
		const signature = reasoningField ?? signatureFor(author, kind === 2 ? "" : thinking);
		if (kind === 2) return { type: "thinking", thinking: "", thinkingSignature: signature, redacted: true };
		return { type: "thinking", thinking, thinkingSignature: signature };
	});
}

const stopReason = fc.oneof(
	{ weight: 4, arbitrary: fc.constantFrom<StopReason>("stop", "toolUse") },
	fc.constantFrom<StopReason>("length", "error", "aborted", "pending", "deferred"),
);

function assistantBy(author: Author): fc.Arbitrary<AssistantMessage> {
	const block = fc.oneof(text, thinkingOf(author), call) as fc.Arbitrary<AssistantContent>;
	return fc.record({ content: fc.array(block, { maxLength: 4 }), stopReason }).map((fields) => ({
		role: "assistant",
		api: author.api,
		provider: author.provider,
		model: author.id,
		usage: emptyUsage(),
		timestamp: 1,
		...fields,
	}));
}

const schema: fc.Arbitrary<object> = fc.constantFrom<unknown>(
	{ type: "object", properties: { path: { type: "string", description: "a\ud800b" } }, required: ["path"] },
	{ type: "object" },
	{},
	{
		anyOf: [
			{ type: "object", properties: { a: { type: "string" } } },
			{ type: "object", properties: { b: {} } },
		],
	},
	{ type: "string" },
	{ type: "object", properties: {}, allOf: [{ required: ["x"] }] },
	null,
	"schema",
) as fc.Arbitrary<object>;

const tool: fc.Arbitrary<Tool> = fc
	.record({ name: toolName, description: hostileText, parameters: schema })
	.map((fields) => fields);

const system: fc.Arbitrary<Message> = fc
	.record(
		{
			content: fc.oneof(hostileText, fc.array(text, { maxLength: 2 })),
			sections: fc.dictionary(fc.constantFrom("preamble", "cwd", "s\ud800"), fc.option(hostileText), { maxKeys: 3 }),
			toolsAdded: fc.array(tool, { maxLength: 3 }),
			toolsRemoved: fc.array(fc.record({ name: toolName }), { maxLength: 2 }),
		},
		{ requiredKeys: ["content"] },
	)
	.map((fields): SystemMessage => ({ role: "system", timestamp: 1, ...fields }));

const user: fc.Arbitrary<Message> = fc
	.oneof(hostileText, parts)
	.map((content): Message => ({ role: "user", content, timestamp: 1 }));

const result: fc.Arbitrary<Message> = fc
	.record({ toolCallId: callId, toolName, content: parts, isError: fc.boolean() })
	.map((fields): Message => ({ role: "toolResult", timestamp: 1, ...fields }));

/** What damaged files and careless extensions put where a message should be. */
const broken: fc.Arbitrary<Message> = fc.constantFrom<unknown>(
	null,
	{ role: "user" },
	{ role: "user", content: [null, { type: "image" }, { type: "audio", data: "x" }, { type: "toolCall", id: "a" }] },
	{ role: "custom", content: "x" },
	{ role: "assistant", stopReason: "stop", content: "plain text" },
	{
		role: "assistant",
		stopReason: "stop",
		content: [null, {}, { type: "toolCall" }, { type: "text" }, { type: "thinking" }],
	},
	{ role: "toolResult", toolCallId: "a", content: "plain text" },
	{ role: "toolResult" },
	{ role: "system" },
	{ role: "system", content: null, sections: { a: 5 }, toolsAdded: [null, {}, { name: "x" }], toolsRemoved: "all" },
) as fc.Arbitrary<Message>;

/** An answer with calls, and of their results what an interruption leaves. */
function exchangeBy(author: Author): fc.Arbitrary<Message[]> {
	return fc
		.record({ answer: assistantBy(author), kept: fc.infiniteStream(fc.nat(3)), shuffled: fc.boolean() })
		.map(({ answer, kept, shuffled }) => {
			const results = answer.content.flatMap((block): Message[] => {
				if (block.type !== "toolCall" || kept.next().value === 0) return [];
				const content: TextContent[] = [{ type: "text", text: "done" }];
				return [
					{ role: "toolResult", toolCallId: block.id, toolName: block.name, content, isError: false, timestamp: 1 },
				];
			});
			return [answer, ...(shuffled ? results.reverse() : results)];
		});
}

/** Transcripts of the model after a life with other models, crashes and edits. */
export function arbitraryTranscript(author: Author): fc.Arbitrary<Message[]> {
	const step = fc.oneof(
		{ weight: 3, arbitrary: user.map((message) => [message]) },
		{ weight: 4, arbitrary: exchangeBy(author) },
		{ weight: 2, arbitrary: fc.constantFrom(...OTHER_AUTHORS).chain(exchangeBy) },
		{ weight: 1, arbitrary: assistantBy(author).map((message) => [message]) },
		{ weight: 1, arbitrary: result.map((message) => [message]) },
		{ weight: 1, arbitrary: system.map((message) => [message]) },
		{ weight: 1, arbitrary: broken.map((message) => [message]) },
	);
	return fc.array(step, { maxLength: 9 }).map((steps) => steps.flat());
}
