// A model service on loopback that speaks openai-completions and answers every request with "ok".
import { createServer } from "node:http";
import { once } from "node:events";
import { text } from "node:stream/consumers";

/** Starts the service. What `lastToolCount()` and `lastMessageCount()` tell is about the last request. */
export async function startModelServer() {
	let toolCount = 0;
	let messageCount = 0;
	const server = createServer(async (request, response) => {
		const { model, tools = [], messages = [] } = JSON.parse((await text(request)) || "{}");
		toolCount = tools.length;
		messageCount = messages.length;
		response.writeHead(200, { "content-type": "text/event-stream" });
		for (const part of answer(model)) response.write(`data: ${JSON.stringify(part)}\n\n`);
		response.end("data: [DONE]\n\n");
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	return {
		baseUrl: `http://127.0.0.1:${server.address().port}/v1`,
		lastToolCount: () => toolCount,
		lastMessageCount: () => messageCount,
		close: () => server.close(),
	};
}

function answer(model) {
	const part = (delta, more) => ({
		id: "answer",
		object: "chat.completion.chunk",
		created: 1,
		model,
		choices: [{ index: 0, delta, finish_reason: null, ...more }],
	});
	const usage = { prompt_tokens: 10, completion_tokens: 1, total_tokens: 11 };
	return [
		part({ role: "assistant", content: "" }),
		part({ content: "ok" }),
		{ ...part({}, { finish_reason: "stop" }), usage },
	];
}
