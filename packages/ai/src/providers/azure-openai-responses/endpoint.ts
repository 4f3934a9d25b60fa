import type { Model } from "../../contract/model.ts";
import type { StreamOptions } from "../../contract/provider.ts";
import { ProviderError } from "../../stream/provider-error.ts";

const DEFAULT_VERSION = "v1";
/** Hosts whose root is no API: behind it lies the OpenAI one. */
const RESOURCE_HOST = /\.(openai\.azure\.com|cognitiveservices\.azure\.com|ai\.azure\.com)$/;
const API_PATH = "/openai/v1";

/** Every user has a resource of their own: environment before model. Throws a {@link ProviderError} without one. */
export function azureResponsesUrl(model: Model, options: StreamOptions): string {
	const read = (name: string): string | undefined => (options.env?.[name] ?? process.env[name]) || undefined;
	const resource = read("AZURE_OPENAI_RESOURCE_NAME");
	const named = resource === undefined ? undefined : `https://${resource}.openai.azure.com`;
	const base = read("AZURE_OPENAI_BASE_URL") ?? named ?? model.baseUrl;
	if (!URL.canParse(base)) {
		throw new ProviderError({
			kind: "invalid_request",
			message: `Provider "${model.provider}" has no address. Set AZURE_OPENAI_BASE_URL or AZURE_OPENAI_RESOURCE_NAME, or "baseUrl" in models.json.`,
		});
	}
	const url = new URL(base);
	const path = url.pathname.replace(/\/+$/, "");
	const isRoot = RESOURCE_HOST.test(url.hostname) && (path === "" || path === "/openai");
	url.pathname = `${isRoot ? API_PATH : path}/responses`;
	url.searchParams.set("api-version", read("AZURE_OPENAI_API_VERSION") ?? DEFAULT_VERSION);
	return url.href;
}

/** `model=deployment` pairs, separated by commas; a model that is not among them is its own deployment. */
export function azureDeployment(model: Model, options: StreamOptions): string {
	const map =
		options.env?.["AZURE_OPENAI_DEPLOYMENT_NAME_MAP"] ?? process.env["AZURE_OPENAI_DEPLOYMENT_NAME_MAP"] ?? "";
	for (const pair of map.split(",")) {
		const at = pair.indexOf("=");
		if (at > 0 && pair.slice(0, at).trim() === model.id) return pair.slice(at + 1).trim() || model.id;
	}
	return model.id;
}
