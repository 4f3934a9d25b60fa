import { expect, test } from "vitest";
import type { ProviderApi } from "../contract/provider.ts";
import { getApi, listApis, registerApi } from "./api-registry.ts";

const api = (name: string): ProviderApi => ({ api: name, async *run() {} });

test("the protocols that come along load by name", async () => {
	const names = listApis();
	expect(await Promise.all(names.map(async (name) => (await getApi(name)).api))).toEqual(names);
});

test("a registered protocol replaces one of its name until it is taken back", async () => {
	const own = api("scripted");
	const remove = registerApi("scripted", own);
	const during = await getApi("scripted");
	remove();
	expect([during === own, (await getApi("scripted")) === own]).toEqual([true, false]);
});

test("taking back an older registration leaves the newer one", async () => {
	const newer = api("x");
	const removeOlder = registerApi("x", api("x"));
	const removeNewer = registerApi("x", newer);
	removeOlder();
	expect((await getApi("x")) === newer).toBe(true);
	removeNewer();
});

test("an unknown protocol is an error that lists the known ones", async () => {
	await expect(getApi("constructor")).rejects.toMatchObject({
		failure: {
			kind: "invalid_request",
			retryable: false,
			message:
				'Unknown API "constructor". Known: openai-completions, anthropic-messages, openai-responses, azure-openai-responses, google-generative-ai, scripted. Correct the "api" of the model or provider, in models.json or in the extension that registers it.',
		},
	});
});
