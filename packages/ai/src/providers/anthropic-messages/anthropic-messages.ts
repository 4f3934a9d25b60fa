import type { ProviderApi } from "../../contract/provider.ts";
import { exchangeEvents } from "../../stream/http.ts";
import { systemTimers, type Timers } from "../../stream/timers.ts";
import { wireTools } from "../wire-tools.ts";
import { messagesRequest, messagesUrl } from "./request.ts";
import { MessagesReader } from "./response.ts";

/** Anthropic's Messages API. */
export function createAnthropicMessagesApi(timers: Timers = systemTimers): ProviderApi {
	return {
		api: "anthropic-messages",
		run: (request, signal) => {
			const post = () => ({ url: messagesUrl(request.model), ...messagesRequest(request) });
			const reader = wireTools(request.messages).names.restoreIn(new MessagesReader());
			return exchangeEvents({ request, post, reader, timers }, signal);
		},
	};
}
