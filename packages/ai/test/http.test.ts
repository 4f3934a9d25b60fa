import type { ServerResponse } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import type { Message } from "../src/contract/message.ts";
import type { Model } from "../src/contract/model.ts";
import type { StreamOptions } from "../src/contract/provider.ts";
import type { StreamEvent } from "../src/contract/stream-event.ts";
import { createAnthropicMessagesApi } from "../src/providers/anthropic-messages/anthropic-messages.ts";
import { createOpenAICompletionsApi } from "../src/providers/openai-completions/openai-completions.ts";
import { ProviderError } from "../src/stream/provider-error.ts";
import { systemTimers } from "../src/stream/timers.ts";
import { ManualTimers } from "./support/manual-timers.ts";
import { startServer, unusedUrl } from "./support/test-server.ts";

const KEY = "sk-very-secret-key";

function modelAt(baseUrl: string, fields: Partial<Model> = {}): Model {
	return {
		id: "m",
		name: "M",
		api: "openai-completions",
		provider: "acme",
		baseUrl,
		reasoning: false,
		input: ["text"],
		cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
		contextWindow: 10_000,
		maxTokens: 1_000,
		...fields,
	};
}

const MESSAGES: Message[] = [{ role: "user", content: "hi", timestamp: 1 }];
const DELTA = 'data: {"choices":[{"delta":{"content":"a"}}]}\n\n';
const FINISH = 'data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\n';

interface Asked {
	readonly options?: StreamOptions;
	readonly signal?: AbortSignal;
	readonly timers?: ManualTimers;
	readonly onEvent?: (event: StreamEvent) => unknown;
}

async function ask(model: Model, { options = {}, signal, timers, onEvent }: Asked = {}) {
	const create = model.api === "anthropic-messages" ? createAnthropicMessagesApi : createOpenAICompletionsApi;
	const api = create(timers ?? systemTimers);
	const request = { model, messages: MESSAGES, options: { apiKey: KEY, ...options } };
	const events: StreamEvent[] = [];
	try {
		for await (const event of api.run(request, signal ?? new AbortController().signal)) {
			events.push(event);
			onEvent?.(event);
		}
	} catch (error) {
		if (!(error instanceof ProviderError)) throw error;
		return { text: textOf(events), failure: error.failure };
	}
	return { text: textOf(events), failure: undefined };
}

function textOf(events: readonly StreamEvent[]): string {
	return events.map((event) => (event.type === "text" ? event.delta : "")).join("");
}

function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
	response.writeHead(status, { "content-type": "application/json", ...headers });
	response.end(JSON.stringify(body));
}

function stream(response: ServerResponse, ...parts: string[]): void {
	response.writeHead(200, { "content-type": "text/event-stream" });
	for (const part of parts) response.write(part);
}

/** Lets the manual clock run in steps, each a few turns of the event loop, until the test ends. */
function runClock(timers: ManualTimers, step: number): void {
	const clock = setInterval(() => timers.advance(step), 4);
	onTestFinished(() => clearInterval(clock));
}

test("a refused key is an auth failure that names provider, address and next step, without the key", async () => {
	const { url } = await startServer((response, { headers }) =>
		json(response, 401, {
			error: { message: `Incorrect key ${KEY} in\n${headers.authorization}`, code: "invalid_api_key" },
		}),
	);
	expect((await ask(modelAt(url))).failure).toEqual({
		kind: "auth",
		status: 401,
		retryable: false,
		message: `acme at ${url} answered 401: Incorrect key *** in ***. Check the API key of provider "acme".`,
	});
});

test("a rate limit says how long to wait", async () => {
	const { url } = await startServer((response) =>
		json(response, 429, { error: { message: "slow" } }, { "retry-after": "7" }),
	);
	expect((await ask(modelAt(url))).failure).toEqual({
		kind: "rate_limit",
		status: 429,
		retryable: true,
		retryAfterMs: 7_000,
		message: `acme at ${url} answered 429: slow. Try again in 7 s.`,
	});
});

test.each([
	[500, "oops", "server", true, "answered 500: oops. Try again later."],
	[529, "", "overloaded", true, "answered 529. Try again later."],
	[
		404,
		'{"error":"no such model"}',
		"invalid_request",
		false,
		'answered 404: no such model. Check the model id "m" and the base URL of provider "acme".',
	],
	[413, "", "overflow", false, "answered 413. Compact the conversation or start a new one."],
	[
		502,
		"<html><body>Bad gateway</body></html>",
		"server",
		true,
		"answered 502: the answer is an HTML page. Try again later.",
	],
])("status %i with the body %j is %s", async (status, body, kind, retryable, message) => {
	const { url } = await startServer((response) => response.writeHead(status).end(body));
	expect((await ask(modelAt(url))).failure).toEqual({ kind, status, retryable, message: `acme at ${url} ${message}` });
});

test.each([
	[
		"<!doctype html><html></html>",
		"text/html",
		{ kind: "protocol", retryable: false },
		"answered 200 with an HTML page instead of an event stream. Check that the base URL serves the openai-completions API.",
	],
	[
		'{"error":{"message":"over","code":429}}',
		"application/json",
		{ kind: "rate_limit", retryable: true, status: 429 },
		"answered 200 with an error: over. Wait a little and try again.",
	],
	[
		'{"object":"list"}',
		"text/event-stream",
		{ kind: "protocol", retryable: false },
		"answered 200 with one JSON document instead of an event stream. Check that the base URL serves the openai-completions API.",
	],
	["", "text/event-stream", { kind: "protocol", retryable: true }, "answered 200 with an empty body. Try again."],
])("a success with the body %j is named for what it is", async (body, type, failure, message) => {
	const { url } = await startServer((response) => response.writeHead(200, { "content-type": type }).end(body));
	const { failure: seen } = await ask(modelAt(url));
	expect(seen).toMatchObject({ ...failure, message: `acme at ${url} ${message}` });
});

test("an event stream with the wrong label is read all the same", async () => {
	const { url } = await startServer((response) =>
		response.writeHead(200, { "content-type": "application/json" }).end(DELTA + FINISH),
	);
	expect(await ask(modelAt(url))).toEqual({ text: "a", failure: undefined });
});

test("an address nobody listens at is a network failure", async () => {
	const url = await unusedUrl();
	expect((await ask(modelAt(url))).failure).toEqual({
		kind: "network",
		retryable: true,
		message: `acme at ${url} could not be reached (ECONNREFUSED). Check the network and the base URL of provider "acme".`,
	});
});

test("a base URL that is none is no network failure", async () => {
	const { failure } = await ask(modelAt("localhost without scheme"));
	expect([failure?.kind, failure?.retryable]).toEqual(["invalid_request", false]);
});

test("a header that cannot be sent does not show its value", async () => {
	const { url } = await startServer((response) => response.end());
	const { failure } = await ask(modelAt(url), { options: { apiKey: `${KEY}\u0100` } });
	expect([failure?.kind, failure?.message.includes(KEY)]).toEqual(["invalid_request", false]);
});

test.each([
	[
		"ended",
		(response: ServerResponse) => response.end(),
		"protocol",
		/ failed: the stream was cut before the answer was complete\. Try again\.$/,
	],
	[
		"torn",
		(response: ServerResponse) => response.socket?.resetAndDestroy(),
		"network",
		/lost the connection \((UND_ERR_SOCKET|ECONNRESET)\)\. Check the network/,
	],
])("a stream that is %s in the middle keeps its text and can be retried", async (_name, stop, kind, message) => {
	let cut = (): void => {};
	const { url } = await startServer((response) => {
		stream(response, DELTA, 'data: {"choices":[{"del');
		cut = () => stop(response);
	});
	const { text, failure } = await ask(modelAt(url), { onEvent: (event) => event.type === "text" && cut() });
	expect([text, failure?.kind, failure?.retryable]).toEqual(["a", kind, true]);
	expect(failure?.message).toMatch(message);
});

test("comment lines do not keep a silent stream alive (PC-54)", async () => {
	const timers = new ManualTimers();
	const { url } = await startServer((response) => {
		stream(response, DELTA);
		const comments = setInterval(() => response.write(": keep-alive\n\n"), 1);
		response.on("close", () => clearInterval(comments));
	});
	const onEvent = (event: StreamEvent) => event.type === "text" && runClock(timers, 10_000);
	const { text, failure } = await ask(modelAt(url), { timers, onEvent, options: { timeoutMs: 90_000 } });
	expect([text, failure]).toEqual([
		"a",
		{
			kind: "timeout",
			retryable: true,
			message: `acme at ${url} stopped sending for 90 s. Try again, or allow a longer timeout.`,
		},
	]);
});

test("Anthropic's pings are no progress either, and the first event has a budget of its own", async () => {
	const timers = new ManualTimers();
	const { url } = await startServer((response) => {
		const pings = setInterval(() => response.write('event: ping\ndata: {"type":"ping"}\n\n'), 1);
		response.writeHead(200).on("close", () => clearInterval(pings));
	});
	runClock(timers, 60_000);
	const model = modelAt(url, { api: "anthropic-messages" });
	const { failure } = await ask(model, { timers, options: { timeoutMs: 90_000, firstEventTimeoutMs: 600_000 } });
	expect(failure?.message).toBe(
		`acme at ${url} did not begin to answer for 600 s. Try again, or allow a longer timeout.`,
	);
});

test("a complete answer does not wait for a connection that stays open", async () => {
	const timers = new ManualTimers();
	const { url } = await startServer((response) => stream(response, DELTA, FINISH));
	runClock(timers, 1_000);
	expect(await ask(modelAt(url), { timers, options: { timeoutMs: 0 } })).toEqual({ text: "a", failure: undefined });
});

test("an abort ends the request at once and closes the connection", async () => {
	const controller = new AbortController();
	const { url, closed } = await startServer((response) => stream(response, DELTA));
	const { text, failure } = await ask(modelAt(url), {
		signal: controller.signal,
		onEvent: (event) => event.type === "text" && controller.abort(),
	});
	await closed;
	expect([text, failure]).toEqual(["a", { kind: "aborted", message: "The request was aborted.", retryable: false }]);
});

test("an abort ends even a request whose fetch does not heed it", async () => {
	const controller = new AbortController();
	const deaf = (): Promise<Response> => {
		queueMicrotask(() => controller.abort());
		return new Promise(() => {});
	};
	const { failure } = await ask(modelAt("http://x"), { signal: controller.signal, options: { fetch: deaf } });
	expect(failure?.kind).toBe("aborted");
});

test("a reader that leaves early closes the connection", async () => {
	const { url, closed } = await startServer((response) => stream(response, DELTA));
	const request = { model: modelAt(url), messages: MESSAGES, options: {} };
	for await (const event of createOpenAICompletionsApi().run(request, new AbortController().signal)) {
		if (event.type === "text") break;
	}
	await closed;
	expect(request.messages).toEqual(MESSAGES);
});

test("two answers share one connection", async () => {
	const ports = new Set<unknown>();
	const { url } = await startServer((response) => {
		ports.add(response.socket?.remotePort);
		stream(response, DELTA, FINISH);
		response.end("data: [DONE]\n\n");
	});
	await ask(modelAt(url));
	await new Promise((resolve) => setImmediate(resolve));
	await ask(modelAt(url));
	expect(ports.size).toBe(1);
});

test("hooks run in order, see every response, and retries reuse headers and payload (E39, B37, B38)", async () => {
	const timers = new ManualTimers();
	const server = await startServer((response, _request, count) => {
		if (count < 3) return json(response, 529, {}, { "retry-after-ms": "5", "x-count": String(count) });
		stream(response, DELTA, FINISH);
		response.end("data: [DONE]\n\n");
	});
	const seen: unknown[] = [];
	const options: StreamOptions = {
		maxRetries: 2,
		headers: { "X-Keep": "1", "x-drop": null },
		onHeaders: (headers) => {
			seen.push(["headers", headers["X-Keep"]]);
			headers["X-Added"] = "2";
			headers["Authorization"] = null;
		},
		onPayload: (payload) => {
			seen.push("payload");
			return { ...(payload as object), temperature: 0.25 };
		},
		onResponse: ({ status, headers }) => void seen.push(["response", status, headers["x-count"]]),
		onProviderStreamEvent: (data) => {
			seen.push(Object.keys(data as object));
			throw new Error("observers do not matter");
		},
	};
	runClock(timers, 1);
	const answer = await ask(modelAt(server.url, { headers: { "x-drop": "1", "x-model": "m" } }), { options, timers });
	expect(answer).toEqual({ text: "a", failure: undefined });
	expect(seen).toEqual([
		["headers", "1"],
		"payload",
		["response", 529, "1"],
		["response", 529, "2"],
		["response", 200, undefined],
		["choices"],
		["choices"],
	]);
	const sent = server.requests.map(({ headers, body }) => ({
		names: ["x-keep", "x-added", "x-model", "x-drop", "authorization"].map((name) => headers[name]),
		temperature: body["temperature"],
	}));
	expect(sent).toEqual(Array(3).fill({ names: ["1", "2", "m", undefined, undefined], temperature: 0.25 }));
});

test("a wait that is longer than allowed fails at once", async () => {
	const server = await startServer((response) => json(response, 429, {}, { "retry-after": "120" }));
	const { failure } = await ask(modelAt(server.url), { options: { maxRetries: 3 } });
	expect([failure?.retryAfterMs, server.requests.length]).toEqual([120_000, 1]);
});

test("a hook that fails stops the request and is named", async () => {
	const failing = { onPayload: () => Promise.reject(new Error(`no ${KEY}`)) };
	const { failure } = await ask(modelAt("http://x"), { options: failing });
	expect(failure).toEqual({
		kind: "invalid_request",
		retryable: false,
		message: "The onPayload hook of the request to acme failed: no ***",
	});
});

test("an error event in the middle of an answer has the class the provider gives it", async () => {
	const start = 'data: {"type":"message_start","message":{"id":"x"}}\n\n';
	const error = 'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n';
	const { url } = await startServer((response) => {
		stream(response, start, error);
		response.end();
	});
	const { failure } = await ask(modelAt(url, { api: "anthropic-messages" }));
	expect(failure).toEqual({
		kind: "overloaded",
		retryable: true,
		message: `acme at ${url} failed: Overloaded. Try again later.`,
	});
});

test("an event that is not JSON is a protocol failure", async () => {
	const { url } = await startServer((response) => {
		stream(response, DELTA, "data: {oops\n\n");
		response.end();
	});
	expect((await ask(modelAt(url))).failure?.message).toBe(
		`acme at ${url} sent an event that is not JSON: {oops. Try again.`,
	);
});
