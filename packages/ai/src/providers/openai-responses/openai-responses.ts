import type { ProviderApi, ProviderRequest } from "../../contract/provider.ts";
import type { StreamEvent } from "../../contract/stream-event.ts";
import { exchangeEvents } from "../../stream/http.ts";
import type { HttpPost } from "../../stream/open-connection.ts";
import { systemTimers, type Timers } from "../../stream/timers.ts";
import { grammarInputs } from "../grammar-tools.ts";
import { wireTools } from "../wire-tools.ts";
import { resolveCompat } from "./options.ts";
import { responsesHeaders, responsesPayload, responsesUrl } from "./request.ts";
import { ResponsesReader } from "./response.ts";

/** The Responses API of OpenAI, without anything kept on the server: the whole transcript goes with every request. */
export function createOpenAIResponsesApi(timers: Timers = systemTimers): ProviderApi {
	return {
		api: "openai-responses",
		run: (request, signal) => runResponses({ request, post: () => openAIPost(request), timers }, signal),
	};
}

interface ResponsesRun {
	readonly request: ProviderRequest;
	readonly post: () => HttpPost;
	readonly timers: Timers;
}

/** One request and the events of its answer, wherever the API is served. */
export function runResponses(run: ResponsesRun, signal: AbortSignal): AsyncIterable<StreamEvent> {
	const { model, messages } = run.request;
	const { tools, names } = wireTools(messages);
	const reader = new ResponsesReader(grammarInputs(tools, resolveCompat(model)));
	return exchangeEvents({ ...run, reader: names.restoreIn(reader) }, signal);
}

function openAIPost(request: ProviderRequest): HttpPost {
	return {
		url: responsesUrl(request.model),
		headers: responsesHeaders(request),
		payload: responsesPayload(request),
	};
}
