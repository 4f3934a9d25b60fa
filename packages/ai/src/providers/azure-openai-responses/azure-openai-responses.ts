import type { ProviderApi, ProviderRequest } from "../../contract/provider.ts";
import type { HttpPost } from "../../stream/open-connection.ts";
import { systemTimers, type Timers } from "../../stream/timers.ts";
import { runResponses } from "../openai-responses/openai-responses.ts";
import { responsesHeaders, responsesPayload } from "../openai-responses/request.ts";
import { azureDeployment, azureResponsesUrl } from "./endpoint.ts";

/** The Responses API as Azure serves it: an address per user, deployments instead of models, a key header of its own. */
export function createAzureOpenAIResponsesApi(timers: Timers = systemTimers): ProviderApi {
	return {
		api: "azure-openai-responses",
		run: (request, signal) => runResponses({ request, post: () => azurePost(request), timers }, signal),
	};
}

function azurePost(request: ProviderRequest): HttpPost {
	const { model, options } = request;
	const { authorization: _, ...headers } = responsesHeaders(request);
	const key = options.apiKey === undefined || options.apiKey === "" ? {} : { "api-key": options.apiKey };
	return {
		url: azureResponsesUrl(model, options),
		headers: { ...headers, ...key },
		payload: { ...responsesPayload(request), model: azureDeployment(model, options) },
	};
}
