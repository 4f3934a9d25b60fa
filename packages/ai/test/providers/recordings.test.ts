import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { AssistantMessage } from "../../src/contract/message.ts";
import type { Model } from "../../src/contract/model.ts";
import { MessagesReader } from "../../src/providers/anthropic-messages/response.ts";
import { GenerateReader } from "../../src/providers/google-generative-ai/response.ts";
import { ChatReader } from "../../src/providers/openai-completions/response.ts";
import { ResponsesReader } from "../../src/providers/openai-responses/response.ts";
import { Assembler } from "../../src/stream/assembler.ts";
import { ServerSentEventDecoder } from "../../src/stream/sse.ts";
import { WireFailure, type WireReader } from "../../src/stream/wire-reader.ts";

const MODEL: Model = {
	id: "m",
	name: "M",
	api: "a",
	provider: "p",
	baseUrl: "http://localhost",
	reasoning: true,
	input: ["text"],
	cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
	contextWindow: 1000,
	maxTokens: 100,
};

/** The message that a body gives when it arrives in these pieces. */
function assemble(chunks: readonly Uint8Array[], reader: WireReader): AssistantMessage {
	const assembler = new Assembler({ model: MODEL, timestamp: 0, emit: () => {}, generateId: () => "generated" });
	const decoder = new ServerSentEventDecoder();
	let terminated = false;
	try {
		const batches = [...chunks.map((chunk) => () => decoder.decode(chunk)), () => decoder.end()];
		for (const { data, unterminated } of batches.flatMap((batch) => batch())) {
			terminated ||= data === reader.terminator;
			if (terminated || (unterminated && !parses(data))) break;
			for (const event of reader.read(JSON.parse(data))) assembler.push(event);
		}
		for (const event of reader.finish({ terminated })) assembler.push(event);
		return assembler.finish();
	} catch (error) {
		if (!(error instanceof WireFailure)) throw error;
		return assembler.fail({ kind: "protocol", message: error.message, retryable: true });
	}
}

function parses(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		// That it does not parse is the answer.
		return false;
	}
}

function facts({ content, stopReason, rawStopReason, responseId, responseModel, usage }: AssistantMessage) {
	const { cost: _, ...counts } = usage;
	return { responseId, responseModel, content, stopReason, rawStopReason, usage: counts };
}

function describeRecordings(provider: string, createReader: () => WireReader): void {
	const folder = new URL(`../../src/providers/${provider}/recordings/`, import.meta.url);
	const names = readdirSync(folder).filter((file) => file.endsWith(".txt"));
	describe.each(names)(`${provider} %s`, (name) => {
		const bytes = new Uint8Array(readFileSync(new URL(name, folder)));
		const expected = JSON.parse(readFileSync(new URL(name.replace(".txt", ".json"), folder), "utf8"));

		test("gives the same message wherever the bytes are cut", () => {
			const messages = new Set<string>();
			for (let cut = 0; cut <= bytes.length; cut++) {
				messages.add(JSON.stringify(assemble([bytes.subarray(0, cut), bytes.subarray(cut)], createReader())));
			}
			expect([...messages].map((message) => facts(JSON.parse(message)))).toEqual([expected]);
		});

		test("ended early, never gives a call that could run with less than it was sent", () => {
			const whole = new Set(expected.content.map((block: unknown) => JSON.stringify(block)));
			for (let end = 0; end < bytes.length; end++) {
				const message = assemble([bytes.subarray(0, end)], createReader());
				const runnable = message.content.filter((block) => block.type === "toolCall" && !block.argumentsError);
				const wrong =
					message.stopReason === "error" ? [] : runnable.filter((block) => !whole.has(JSON.stringify(block)));
				expect(wrong).toEqual([]);
				expect(["error", expected.stopReason]).toContain(message.stopReason);
			}
		});
	});
}

describeRecordings(
	"openai-completions",
	() => new ChatReader({ supportsFinishReason: true, reportsCost: false, grammarInputs: new Map() }),
);
describeRecordings("anthropic-messages", () => new MessagesReader());
describeRecordings("openai-responses", () => new ResponsesReader(new Map()));
describeRecordings("google-generative-ai", () => new GenerateReader());
