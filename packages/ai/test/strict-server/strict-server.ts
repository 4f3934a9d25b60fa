import type { ServerResponse } from "node:http";
import { type SeenRequest, startServer, type TestServer } from "../support/test-server.ts";
import { chatRefusal } from "./chat-rules.ts";
import { generateRefusal } from "./generate-rules.ts";
import { messagesRefusal } from "./messages-rules.ts";
import { responsesRefusal } from "./responses-rules.ts";

/** What the model of the server answers: words, or one call. */
export type StrictAnswer = string | { readonly id: string; readonly name: string; readonly arguments: string };

export interface StrictServer extends TestServer {
	/** Why requests were refused, in their order; empty while all were accepted. */
	readonly refusals: readonly string[];
}

interface Protocol {
	refusal(body: string): string | undefined;
	error(message: string): unknown;
	events(answer: StrictAnswer): readonly (readonly [event: string | undefined, data: unknown])[];
}

const PROTOCOLS: Readonly<Record<string, Protocol>> = {
	"/v1/messages": { refusal: messagesRefusal, error: messagesError, events: messagesEvents },
	"/v1/responses": { refusal: responsesRefusal, error: chatError, events: responsesEvents },
	"/v1/models/gemini-2.5-flash:streamGenerateContent?alt=sse": {
		refusal: generateRefusal,
		error: generateError,
		events: generateEvents,
	},
	"/v1/chat/completions": { refusal: chatRefusal, error: chatError, events: chatEvents },
};

/**
 * A server of all protocols that refuses every request the published rules refuse, and otherwise gives the answers in
 * their order, the last one again when they run out.
 */
export async function startStrictServer(answers: readonly StrictAnswer[]): Promise<StrictServer> {
	const refusals: string[] = [];
	let accepted = 0;
	const server = await startServer((response, request) => {
		const protocol = PROTOCOLS[request.url];
		if (protocol === undefined) return sendJson(response, 404, { error: { message: `no such path: ${request.url}` } });
		const refusal = protocol.refusal(JSON.stringify(request.body));
		if (refusal !== undefined) {
			refusals.push(refusal);
			return sendJson(response, 400, protocol.error(refusal));
		}
		const answer = answers[Math.min(accepted++, answers.length - 1)] ?? "ok";
		sendEvents(response, protocol.events(answer), request);
	});
	return { ...server, refusals };
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
	response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

function sendEvents(response: ServerResponse, events: ReturnType<Protocol["events"]>, { url }: SeenRequest): void {
	response.writeHead(200, { "content-type": "text/event-stream" });
	for (const [event, data] of events) {
		response.write(`${event === undefined ? "" : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`);
	}
	response.end(url === "/v1/chat/completions" ? "data: [DONE]\n\n" : "");
}

function messagesError(message: string): unknown {
	return { type: "error", error: { type: "invalid_request_error", message } };
}

function chatError(message: string): unknown {
	return { error: { type: "invalid_request_error", message, param: null, code: null } };
}

function generateError(message: string): unknown {
	return { error: { code: 400, message, status: "INVALID_ARGUMENT" } };
}

function messagesEvents(answer: StrictAnswer): ReturnType<Protocol["events"]> {
	const isText = typeof answer === "string";
	const block = isText ? { type: "text", text: "" } : { type: "tool_use", id: answer.id, name: answer.name, input: {} };
	const delta = isText
		? { type: "text_delta", text: answer }
		: { type: "input_json_delta", partial_json: answer.arguments };
	const events = [
		{ type: "message_start", message: { id: "msg_1", model: "m", usage: { input_tokens: 1, output_tokens: 1 } } },
		{ type: "content_block_start", index: 0, content_block: block },
		{ type: "content_block_delta", index: 0, delta },
		{ type: "content_block_stop", index: 0 },
		{
			type: "message_delta",
			delta: { stop_reason: isText ? "end_turn" : "tool_use", stop_sequence: null },
			usage: { output_tokens: 2 },
		},
		{ type: "message_stop" },
	];
	return events.map((event) => [event.type, event]);
}

function chatEvents(answer: StrictAnswer): ReturnType<Protocol["events"]> {
	const isText = typeof answer === "string";
	const call = isText ? undefined : { name: answer.name, arguments: answer.arguments };
	const delta = isText
		? { role: "assistant", content: answer }
		: { role: "assistant", tool_calls: [{ index: 0, id: answer.id, type: "function", function: call }] };
	const chunk = (fields: object): [undefined, unknown] => [undefined, { id: "c1", model: "m", ...fields }];
	return [
		chunk({ choices: [{ index: 0, delta, finish_reason: null }] }),
		chunk({ choices: [{ index: 0, delta: {}, finish_reason: isText ? "stop" : "tool_calls" }] }),
		chunk({ choices: [], usage: { prompt_tokens: 1, completion_tokens: 2 } }),
	];
}

function responsesEvents(answer: StrictAnswer): ReturnType<Protocol["events"]> {
	const isText = typeof answer === "string";
	const content = [{ type: "output_text", text: answer, annotations: [] }];
	const item = isText
		? { type: "message", id: "msg_1", role: "assistant", status: "completed", content }
		: { type: "function_call", id: "fc_1", call_id: answer.id, name: answer.name, arguments: answer.arguments };
	const usage = { input_tokens: 1, output_tokens: 2, total_tokens: 3 };
	const events = [
		{ type: "response.created", response: { id: "resp_1", model: "m", status: "in_progress" } },
		{ type: "response.output_item.done", output_index: 0, item },
		{ type: "response.completed", response: { id: "resp_1", model: "m", status: "completed", usage } },
	];
	return events.map((event) => [event.type, event]);
}

function generateEvents(answer: StrictAnswer): ReturnType<Protocol["events"]> {
	const isText = typeof answer === "string";
	const call = isText ? undefined : { id: answer.id, name: answer.name, args: JSON.parse(answer.arguments) as unknown };
	const parts = [isText ? { text: answer } : { functionCall: call }];
	const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 2, totalTokenCount: 3 };
	const candidates = [{ content: { role: "model", parts }, finishReason: "STOP", index: 0 }];
	return [[undefined, { candidates, usageMetadata, responseId: "r1", modelVersion: "m" }]];
}
