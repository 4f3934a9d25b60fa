import type { ProviderApi } from "../contract/provider.ts";
import { ProviderError } from "../stream/provider-error.ts";

/** The protocols Tau brings along. Each is loaded on first use; literal imports, so that a bundler can follow. */
const BUILT_IN: Readonly<Record<string, () => Promise<ProviderApi>>> = {
	"openai-completions": async () =>
		(await import("../providers/openai-completions/openai-completions.ts")).createOpenAICompletionsApi(),
	"anthropic-messages": async () =>
		(await import("../providers/anthropic-messages/anthropic-messages.ts")).createAnthropicMessagesApi(),
	"openai-responses": async () =>
		(await import("../providers/openai-responses/openai-responses.ts")).createOpenAIResponsesApi(),
	"azure-openai-responses": async () =>
		(await import("../providers/azure-openai-responses/azure-openai-responses.ts")).createAzureOpenAIResponsesApi(),
	"google-generative-ai": async () =>
		(await import("../providers/google-generative-ai/google-generative-ai.ts")).createGoogleGenerativeAiApi(),
	scripted: async () => (await import("../providers/scripted/scripted.ts")).createScriptedApi(),
};

const loaded = new Map<string, Promise<ProviderApi>>();
const registered = new Map<string, ProviderApi>();

/** Adds a protocol, or replaces one until the returned function is called. */
export function registerApi(api: string, provider: ProviderApi): () => void {
	registered.set(api, provider);
	return () => {
		if (registered.get(api) === provider) registered.delete(api);
	};
}

/**
 * The protocol of that name. Rejects with a {@link ProviderError} that lists the known ones; `provider` is the one to
 * correct.
 */
export async function getApi(api: string, provider?: string): Promise<ProviderApi> {
	const own = registered.get(api);
	if (own !== undefined) return own;
	const load = Object.hasOwn(BUILT_IN, api) ? BUILT_IN[api] : undefined;
	if (load === undefined) {
		const owner = provider === undefined ? "the model or provider" : `provider "${provider}" or of its model`;
		throw new ProviderError({
			kind: "invalid_request",
			message: `Unknown API "${api}". Known: ${listApis().join(", ")}. Correct the "api" of ${owner}, in models.json or in the extension that registers it.`,
		});
	}
	let protocol = loaded.get(api);
	if (protocol === undefined) {
		protocol = load();
		loaded.set(api, protocol);
	}
	return protocol;
}

export function listApis(): string[] {
	return [...new Set([...Object.keys(BUILT_IN), ...registered.keys()])];
}
