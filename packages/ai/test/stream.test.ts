import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import {
	type AssistantMessageEvent,
	complete,
	type Context,
	createScriptedApi,
	getFailure,
	type Model,
	openAICompletionsApi,
	type ProviderRequest,
	registerApi,
	type ScriptedTurn,
	type StreamEvent,
	streamSimple,
} from "../src/index.ts";
import { startServer } from "./support/test-server.ts";

function model(fields: Partial<Model> = {}): Model {
	return {
		id: "m",
		name: "M",
		api: "test-script",
		provider: "acme",
		baseUrl: "http://localhost",
		reasoning: true,
		input: ["text"],
		cost: { input: 1_000_000, output: 0, cacheRead: 0, cacheWrite: 0 },
		contextWindow: 10_000,
		maxTokens: 1_000,
		...fields,
	};
}

const CONTEXT: Context = { systemPrompt: "P", messages: [{ role: "user", content: "hi", timestamp: 1 }] };

function script(...turns: ScriptedTurn[]): void {
	onTestFinished(registerApi("test-script", createScriptedApi(turns)));
}

test("a response streams balanced events and its final message carries usage, cost, level and duration (V09)", async () => {
	script({ text: "hello", usage: { input: 2, output: 3 } });
	const stream = streamSimple(model(), CONTEXT, { reasoning: "max" });
	const types: string[] = [];
	for await (const event of stream) types.push(event.type);
	const { timestamp, durationMs, ...message } = await stream.result();
	expect(types).toEqual(["start", "text_start", "text_delta", "text_end", "done"]);
	expect([typeof timestamp, typeof durationMs]).toEqual(["number", "number"]);
	expect(message).toEqual({
		role: "assistant",
		content: [{ type: "text", text: "hello" }],
		api: "test-script",
		provider: "acme",
		model: "m",
		responseId: "scripted_1",
		responseModel: "m",
		thinkingLevel: "high",
		providerThinkingLevel: "high",
		usage: {
			input: 2,
			output: 3,
			cacheRead: 0,
			cacheWrite: 0,
			totalTokens: 5,
			cost: { input: 2, output: 0, cacheRead: 0, cacheWrite: 0, total: 2 },
		},
		stopReason: "stop",
	});
});

test("a failure is a message with its class beside it", async () => {
	script({ error: { message: "acme is full. Try again later.", status: 529 } });
	const events: AssistantMessageEvent[] = [];
	const stream = streamSimple(model(), CONTEXT);
	for await (const event of stream) events.push(event);
	const message = await stream.result();
	expect([events.map(({ type }) => type), message.stopReason, message.errorMessage, getFailure(message)]).toEqual([
		["error"],
		"error",
		"acme is full. Try again later.",
		{ kind: "overloaded", message: "acme is full. Try again later.", status: 529, retryable: true },
	]);
	expect(JSON.stringify(message)).not.toContain("overloaded");
});

test("an abort keeps what arrived", async () => {
	script({ text: "abc", chunkSize: 1 });
	const controller = new AbortController();
	const stream = streamSimple(model(), CONTEXT, {
		signal: controller.signal,
		onProviderStreamEvent: (event) => {
			if ((event as StreamEvent).type === "text" && (event as { delta: string }).delta === "c") controller.abort();
		},
	});
	const message = await stream.result();
	expect([message.stopReason, message.errorMessage, message.content, getFailure(message)?.kind]).toEqual([
		"aborted",
		"The request was aborted.",
		[{ type: "text", text: "abc" }],
		"aborted",
	]);
});

test("a signal that is aborted before the request means no request", async () => {
	const seen: unknown[] = [];
	script({ text: "x" });
	const message = await complete(model(), CONTEXT, {
		signal: AbortSignal.abort(),
		onPayload: (payload) => void seen.push(payload),
	});
	expect([message.stopReason, seen]).toEqual(["aborted", []]);
});

test("an unknown API and a protocol that throws are failures, not rejections, and keep the key to themselves", async () => {
	onTestFinished(
		registerApi("test-broken", {
			api: "test-broken",
			run: () => {
				throw new Error("bad sk-secret-key");
			},
		}),
	);
	const unknown = await complete(model({ api: "nope" }), CONTEXT);
	const broken = await complete(model({ api: "test-broken" }), CONTEXT, { apiKey: "sk-secret-key" });
	expect([
		unknown.errorMessage?.split(". ").filter((part) => !part.startsWith("Known")),
		broken.errorMessage,
		getFailure(broken)?.retryable,
	]).toEqual([
		[
			'Unknown API "nope"',
			'Correct the "api" of provider "acme" or of its model, in models.json or in the extension that registers it.',
		],
		"The test-broken request to acme failed: bad ***",
		false,
	]);
});

test("the request carries a normalised, paired and folded transcript", async () => {
	let seen: ProviderRequest | undefined;
	onTestFinished(
		registerApi("test-script", {
			api: "test-script",
			async *run(request) {
				seen = request;
				yield { type: "stop", reason: "stop" };
			},
		}),
	);
	await complete(model(), {
		systemPrompt: "P",
		messages: [
			{ role: "toolResult", toolCallId: "orphan", toolName: "x", content: [], isError: false, timestamp: 1 },
			{ role: "user", content: "hi", timestamp: 1 },
			{ role: "system", content: "Q", timestamp: 2 },
		],
	});
	expect(seen?.messages).toEqual([
		{ role: "system", content: "P\n\nQ", timestamp: 1 },
		{ role: "user", content: "hi", timestamp: 1 },
	]);
});

test("a script file answers by its base URL, and plays anew when it changes", async () => {
	const folder = await mkdtemp(join(tmpdir(), "tau-ai-"));
	onTestFinished(() => rm(folder, { recursive: true }));
	const file = join(folder, "script.json");
	const scripted = model({ api: "scripted", baseUrl: `scripted:${file}` });
	const ask = async () => {
		const { content, errorMessage } = await complete(scripted, CONTEXT);
		return errorMessage ?? content.map((block) => (block.type === "text" ? block.text : "")).join("");
	};
	const missing = await ask();
	await writeFile(file, '{"turns":[{"text":"one"},{"text":"two"}]}');
	const answers = [await ask(), await ask()];
	await writeFile(file, '{"turns":[{"text":"three"}]}');
	answers.push(await ask());
	await writeFile(file, '{"turns":[{"text":3}]}');
	expect([missing, ...answers, await ask()]).toEqual([
		`acme: the script file ${file} cannot be read. Check the base URL.`,
		"one",
		"two",
		"three",
		`${file}: turns[0].text must be a string`,
	]);
});

test("a custom API can borrow a wire protocol and stays itself in the message", async () => {
	const server = await startServer((response) => {
		response.writeHead(200, { "content-type": "text/event-stream" });
		response.write('data: {"id":"r","model":"m-1","choices":[{"delta":{"content":"hi"},"finish_reason":"stop"}]}\n\n');
		response.end("data: [DONE]\n\n");
	});
	const borrowed = openAICompletionsApi().streamSimple(model({ api: "acme-api", baseUrl: server.url }), CONTEXT, {
		apiKey: "k",
	});
	const { api, content, responseModel } = await borrowed.result();
	expect([api, content, responseModel, server.requests[0]?.url]).toEqual([
		"acme-api",
		[{ type: "text", text: "hi" }],
		"m-1",
		"/v1/chat/completions",
	]);
});
