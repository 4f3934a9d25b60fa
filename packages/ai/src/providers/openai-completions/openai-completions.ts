import type { ProviderApi } from "../../contract/provider.ts";
import { exchangeEvents } from "../../stream/http.ts";
import { systemTimers, type Timers } from "../../stream/timers.ts";
import { grammarInputs } from "../grammar-tools.ts";
import { wireTools } from "../wire-tools.ts";
import { hostOf, resolveCompat } from "./options.ts";
import { chatHeaders, chatPayload, chatUrl } from "./request.ts";
import { ChatReader } from "./response.ts";

/** Chat Completions as OpenAI publishes it and many servers speak it. */
export function createOpenAICompletionsApi(timers: Timers = systemTimers): ProviderApi {
	return {
		api: "openai-completions",
		run: (request, signal) => {
			const { model, messages } = request;
			const compat = resolveCompat(model);
			const { tools, names } = wireTools(messages);
			const reader = new ChatReader({
				supportsFinishReason: compat.supportsFinishReason,
				reportsCost: hostOf(model.baseUrl).endsWith("openrouter.ai"),
				grammarInputs: grammarInputs(tools, compat),
			});
			const post = () => ({ url: chatUrl(model), headers: chatHeaders(request), payload: chatPayload(request) });
			return exchangeEvents({ request, post, reader: names.restoreIn(reader), timers }, signal);
		},
	};
}
