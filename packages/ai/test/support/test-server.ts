import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export interface SeenRequest {
	readonly url: string;
	readonly headers: IncomingHttpHeaders;
	readonly body: Record<string, unknown>;
}

export interface TestServer {
	readonly url: string;
	readonly requests: readonly SeenRequest[];
	/** Resolves when the server has seen the connection of a request close. */
	readonly closed: Promise<void>;
}

export type Answer = (response: ServerResponse, request: SeenRequest, count: number) => void;

/** A server on a free port that lives as long as the test. */
export async function startServer(answer: Answer): Promise<TestServer> {
	const requests: SeenRequest[] = [];
	let sayClosed = (): void => {};
	const closed = new Promise<void>((resolve) => (sayClosed = resolve));
	const server = createServer((request, response) => {
		response.on("close", () => sayClosed());
		void readBody(request).then((text) => {
			const seen = {
				url: request.url ?? "",
				headers: request.headers,
				body: JSON.parse(text) as Record<string, unknown>,
			};
			requests.push(seen);
			answer(response, seen, requests.length);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	onTestFinished(
		() =>
			new Promise<void>((resolve) => {
				server.closeAllConnections();
				server.close(() => resolve());
			}),
	);
	return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, requests, closed };
}

async function readBody(request: IncomingMessage): Promise<string> {
	let text = "";
	for await (const chunk of request) text += String(chunk);
	return text;
}

/** A port on which nobody listens. */
export async function unusedUrl(): Promise<string> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const { port } = server.address() as AddressInfo;
	await new Promise((resolve) => server.close(resolve));
	return `http://127.0.0.1:${port}/v1`;
}
