import {
	createScriptedApi,
	getCurrentSystemPrompt,
	getCurrentTools,
	registerApi,
	type Message,
	type Model,
	type ScriptedTurn,
	type Tool,
} from "@tau/ai";

/** What one request of the scripted model looked like. */
export interface SeenRequest {
	messages: { role: string; content: unknown; [field: string]: unknown }[];
	/** The prompt text, with all changes replayed. */
	prompt: string;
	/** The declared tools, with all changes replayed. */
	tools: Tool[];
}

let models = 0;

/** A model with a protocol of its own, so that hosts of one test run do not share a script. */
export function scriptedModel(turns: ScriptedTurn[], requests: SeenRequest[]): Model {
	const api = `scripted-${++models}`;
	const scripted = createScriptedApi(turns);
	registerApi(api, {
		...scripted,
		api,
		run: (request, signal) => {
			requests.push(toSeenRequest(structuredClone(request.messages)));
			return scripted.run(request, signal);
		},
	});
	return {
		id: "model",
		name: "model",
		api,
		provider: "scripted",
		baseUrl: "scripted:",
		reasoning: false,
		input: ["text", "image"],
		cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
		contextWindow: 100_000,
		maxTokens: 1000,
	};
}

/** Shows the requests of models that play a script file, until the returned function is called. */
export function watchScriptFiles(requests: SeenRequest[]): () => void {
	const scripted = createScriptedApi();
	return registerApi("scripted", {
		...scripted,
		run: (request, signal) => {
			requests.push(toSeenRequest(structuredClone(request.messages)));
			return scripted.run(request, signal);
		},
	});
}

function toSeenRequest(messages: Message[]): SeenRequest {
	return {
		messages: messages as unknown as SeenRequest["messages"],
		prompt: getCurrentSystemPrompt(messages),
		tools: getCurrentTools(messages),
	};
}
