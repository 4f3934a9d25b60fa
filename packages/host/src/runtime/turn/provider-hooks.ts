import type { StreamOptions } from "@tau/ai";
import type { Dispatcher } from "../../extensions/hooks/dispatch.ts";

type ProviderHooks = Pick<StreamOptions, "onHeaders" | "onPayload" | "onResponse" | "onProviderStreamEvent">;

/**
 * The request hooks of one session, in the form providers call (E28-E31, AD5). Hooks that nobody hears are absent, so
 * that a provider does no work for them.
 */
export function providerHooks(dispatcher: Dispatcher): ProviderHooks {
	const hooks: ProviderHooks = {};
	if (dispatcher.hears("before_provider_headers"))
		hooks.onHeaders = async (headers) => {
			await dispatcher.mutate("before_provider_headers", { type: "before_provider_headers", headers });
		};
	if (dispatcher.hears("before_provider_request"))
		hooks.onPayload = async (payload) => {
			const answered = await dispatcher.waterfall("before_provider_request", {
				type: "before_provider_request",
				payload,
			});
			return answered ? answered.event.payload : payload;
		};
	if (dispatcher.hears("after_provider_response"))
		hooks.onResponse = async ({ status, headers }) => {
			await dispatcher.notify("after_provider_response", { type: "after_provider_response", status, headers });
		};
	if (dispatcher.hears("provider_stream_event"))
		hooks.onProviderStreamEvent = async (data, model) => {
			const { provider, api, id } = model;
			await dispatcher.notify("provider_stream_event", {
				type: "provider_stream_event",
				provider,
				api,
				model: id,
				data,
			});
		};
	return hooks;
}
