// A scripted model service on loopback that speaks openai-completions: each scenario has its own path and its own turns.
import { createServer } from "node:http";

/**
 * Starts the service. `open(turns)` gives a base URL whose n-th request is answered by the n-th turn and the list in
 * which its requests are kept; with `cases`, a request to `<root>/case/N` makes it answer from the turns of case N, whose
 * requests are kept apart. A turn is { text?, calls?: [{ name, args | rawArgs }], status?, body?, finish?, usage? }.
 */
export async function startModelServer() {
	const scripts = new Map();
	let next = 0;
	const server = createServer(async (request, response) => {
		let body = "";
		for await (const chunk of request) body += chunk;
		const [, id, kind, number] = request.url.split("/");
		const script = scripts.get(id);
		if (!script) return void response.writeHead(404).end();
		if (kind === "case") {
			Object.assign(script, script.cases[Number(number)]);
			return void response.end();
		}
		script.requests.push({ headers: request.headers, body: JSON.parse(body) });
		answer(response, script.turns[script.requests.length - 1] ?? { text: "(script is over)" }, script.requests.length);
	});
	await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
	return {
		open(turns, cases = []) {
			const id = `s${next++}`;
			const requests = [];
			scripts.set(id, { turns, requests, cases });
			const root = `http://127.0.0.1:${server.address().port}/${id}`;
			return { baseUrl: `${root}/v1`, requests, caseUrl: `${root}/case/` };
		},
		close: () => new Promise((resolve) => server.close(resolve)),
	};
}

function answer(response, turn, number) {
	if (turn.status) {
		response.writeHead(turn.status, { "content-type": "application/json", ...turn.headers });
		return response.end(JSON.stringify(turn.body ?? { error: { message: "scripted failure", type: "error" } }));
	}
	response.writeHead(200, { "content-type": "text/event-stream", "x-request-id": `r${number}` });
	const send = (delta, finish = null, usage) => {
		const choices = [{ index: 0, delta, finish_reason: finish }];
		const chunk = {
			id: `c${number}`,
			object: "chat.completion.chunk",
			created: 1,
			model: "fake",
			choices,
			...(usage && { usage }),
		};
		response.write(`data: ${JSON.stringify(chunk)}\n\n`);
	};
	send({ role: "assistant", content: "" });
	for (const word of turn.text?.match(/\S+\s*/g) ?? []) send({ content: word });
	(turn.calls ?? []).forEach(({ name, args, rawArgs }, index) => {
		const call = { name, arguments: rawArgs ?? JSON.stringify(args ?? {}) };
		send({ tool_calls: [{ index, id: `call_${number}_${index}`, type: "function", function: call }] });
	});
	const usage = turn.usage ?? { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
	send({}, turn.finish ?? (turn.calls ? "tool_calls" : "stop"), usage);
	response.end("data: [DONE]\n\n");
}
