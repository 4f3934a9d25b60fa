import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { afterAll } from "vitest";

/** One answer of the server: a stream with text and calls, an HTTP failure, or whatever `play` does. */
export interface Turn {
	readonly text?: string;
	readonly calls?: readonly ToolCall[];
	readonly finish?: string;
	readonly status?: number;
	readonly headers?: Readonly<Record<string, string>>;
	/** Of a failure; a string is sent as it is. */
	readonly body?: object | string;
	readonly play?: (answer: Answer) => void;
}

export interface ToolCall {
	readonly name: string;
	/** A string is sent as it is, however broken. */
	readonly args?: object | string;
}

/** A response in the making. */
export interface Answer {
	readonly response: ServerResponse;
	/** Sends one chunk of the stream. */
	send(delta: object, finish?: string | null): void;
	end(): void;
}

export interface WireMessage {
	readonly role: string;
	readonly content: unknown;
	readonly tool_calls?: readonly { id: string; function: { name: string; arguments: string } }[];
}

export interface SeenRequest {
	readonly url: string;
	readonly headers: IncomingHttpHeaders;
	readonly body: {
		readonly model: string;
		readonly messages: readonly WireMessage[];
		readonly tools?: readonly { function: { name: string } }[];
	};
}

/** A model service with a script of its own. */
export interface Model {
	readonly baseUrl: string;
	/** Every request that reached it. */
	readonly requests: readonly SeenRequest[];
	/** Connections, whatever came over them. */
	connections(): number;
}

const servers: Server[] = [];

afterAll(async () => {
	for (const server of servers.splice(0)) {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	}
});

/** Starts a service on loopback that speaks openai-completions: the n-th request gets the n-th turn. */
export async function startModel(...turns: Turn[]): Promise<Model> {
	const requests: SeenRequest[] = [];
	let connections = 0;
	const server = createServer((request, response) => {
		void json(request).then((body) => {
			requests.push({ url: request.url ?? "", headers: request.headers, body: body as SeenRequest["body"] });
			const turn = turns[requests.length - 1];
			if (turn === undefined) return response.writeHead(418).end(`no turn for request ${requests.length}`);
			return play(turn, response, requests.length);
		});
	});
	server.on("connection", () => void (connections += 1));
	servers.push(server);
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const { port } = server.address() as AddressInfo;
	return { baseUrl: `http://127.0.0.1:${port}/v1`, requests, connections: () => connections };
}

/** A base URL at which nothing listens. */
export async function closedPort(): Promise<string> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const { port } = server.address() as AddressInfo;
	await new Promise((resolve) => server.close(resolve));
	return `http://127.0.0.1:${port}/v1`;
}

function play(turn: Turn, response: ServerResponse, number: number): unknown {
	if (turn.status !== undefined) {
		const isText = typeof turn.body === "string";
		response.writeHead(turn.status, { "content-type": isText ? "text/html" : "application/json", ...turn.headers });
		return response.end(isText ? turn.body : JSON.stringify(turn.body ?? {}));
	}
	response.writeHead(200, { "content-type": "text/event-stream" });
	const answer = createAnswer(response, number);
	return turn.play ? turn.play(answer) : playWords(turn, answer, number);
}

function createAnswer(response: ServerResponse, number: number): Answer {
	return {
		response,
		send: (delta, finish = null) => {
			const choices = [{ index: 0, delta, finish_reason: finish }];
			const chunk = { id: `c${number}`, object: "chat.completion.chunk", created: 1, model: "one", choices };
			response.write(`data: ${JSON.stringify(chunk)}\n\n`);
		},
		end: () => response.end("data: [DONE]\n\n"),
	};
}

function playWords({ text = "", calls = [], finish }: Turn, { send, end }: Answer, number: number): void {
	for (const word of text.match(/\S+\s*/g) ?? []) send({ content: word });
	for (const [index, { name, args = {} }] of calls.entries()) {
		const call = { name, arguments: typeof args === "string" ? args : JSON.stringify(args) };
		send({ tool_calls: [{ index, id: `call_${number}_${index}`, type: "function", function: call }] });
	}
	send({}, finish ?? (calls.length > 0 ? "tool_calls" : "stop"));
	end();
}
