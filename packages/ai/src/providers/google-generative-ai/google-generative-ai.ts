import type { ProviderApi } from "../../contract/provider.ts";
import { exchangeEvents } from "../../stream/http.ts";
import { systemTimers, type Timers } from "../../stream/timers.ts";
import { wireTools } from "../wire-tools.ts";
import { generateHeaders, generatePayload, generateUrl } from "./request.ts";
import { GenerateReader } from "./response.ts";

/** Gemini's generateContent, streamed. */
export function createGoogleGenerativeAiApi(timers: Timers = systemTimers): ProviderApi {
	return {
		api: "google-generative-ai",
		run: (request, signal) => {
			const { names } = wireTools(request.messages);
			const post = () => ({
				url: generateUrl(request.model),
				headers: generateHeaders(request),
				payload: generatePayload(request),
			});
			return exchangeEvents({ request, post, reader: names.restoreIn(new GenerateReader()), timers }, signal);
		},
	};
}
