import { expect, test } from "vitest";
import type { Model } from "../../contract/model.ts";
import { azureDeployment, azureResponsesUrl } from "./endpoint.ts";

const model = (baseUrl: string): Model => ({
	id: "gpt-5",
	name: "M",
	api: "azure-openai-responses",
	provider: "azure",
	baseUrl,
	reasoning: false,
	input: ["text"],
	cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
	contextWindow: 128_000,
	maxTokens: 16_384,
});
const url = (baseUrl: string, env: Record<string, string> = {}) => azureResponsesUrl(model(baseUrl), { env });

test("resource roots lead to the OpenAI path, other addresses stay as they are (V03)", () => {
	expect([
		url("https://a.openai.azure.com/"),
		url("https://a.cognitiveservices.azure.com/openai/"),
		url("https://a.services.ai.azure.com"),
		url("https://a.openai.azure.com/openai/deployments/x"),
		url("https://proxy.example/azure"),
	]).toEqual([
		"https://a.openai.azure.com/openai/v1/responses?api-version=v1",
		"https://a.cognitiveservices.azure.com/openai/v1/responses?api-version=v1",
		"https://a.services.ai.azure.com/openai/v1/responses?api-version=v1",
		"https://a.openai.azure.com/openai/deployments/x/responses?api-version=v1",
		"https://proxy.example/azure/responses?api-version=v1",
	]);
});

test("the environment goes before the model: address, resource, version", () => {
	const AZURE_OPENAI_RESOURCE_NAME = "mine";
	expect([
		url("https://a.openai.azure.com", { AZURE_OPENAI_RESOURCE_NAME }),
		url("", { AZURE_OPENAI_RESOURCE_NAME, AZURE_OPENAI_BASE_URL: "http://localhost:1/v1" }),
		url("http://localhost:1", { AZURE_OPENAI_API_VERSION: "2026-01-01" }),
	]).toEqual([
		"https://mine.openai.azure.com/openai/v1/responses?api-version=v1",
		"http://localhost:1/v1/responses?api-version=v1",
		"http://localhost:1/responses?api-version=2026-01-01",
	]);
});

test("without an address the error says where to put one", () => {
	expect(() => url("")).toThrow('Provider "azure" has no address. Set AZURE_OPENAI_BASE_URL');
});

test("a deployment has its model's name unless the map says another", () => {
	const deployment = (map: string) => azureDeployment(model(""), { env: { AZURE_OPENAI_DEPLOYMENT_NAME_MAP: map } });
	expect(["", "other=x", "other=x, gpt-5 = mine", "gpt-5="].map(deployment)).toEqual([
		"gpt-5",
		"gpt-5",
		"mine",
		"gpt-5",
	]);
});
