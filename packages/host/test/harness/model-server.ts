import { createServer, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";

export interface SeenCall {
	readonly url: string;
	readonly headers: IncomingHttpHeaders;
	/** In the order in which they came. */
	readonly headerNames: readonly string[];
	readonly body: Record<string, unknown>;
}

export interface ModelServer {
	/** The base URL of an OpenAI-compatible provider. */
	readonly url: string;
	readonly calls: readonly SeenCall[];
}

/** A server on a free port that answers every chat completion with one text and lives as long as the test. */
export async function startModelServer(answer: string): Promise<ModelServer> {
	const calls: SeenCall[] = [];
	const server = createServer((request, response) => {
		void read(request).then((call) => {
			calls.push(call);
			const model = call.body["model"];
			const chunk = (choice: object): string =>
				`data: ${JSON.stringify({ id: "1", model, choices: [{ index: 0, ...choice }] })}\n\n`;
			response.writeHead(200, { "content-type": "text/event-stream" });
			response.write(chunk({ delta: { role: "assistant", content: answer }, finish_reason: null }));
			response.write(chunk({ delta: {}, finish_reason: "stop" }));
			response.end("data: [DONE]\n\n");
		});
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, calls };
}

async function read(request: IncomingMessage): Promise<SeenCall> {
	const body = JSON.parse(await text(request)) as SeenCall["body"];
	const headerNames = request.rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [name.toLowerCase()] : []));
	return { url: request.url ?? "", headers: request.headers, headerNames, body };
}
