import { expect, test } from "vitest";
import { parseAuthFile, type StoredCredential } from "./auth-file.ts";
import { createCredentials, type Credentials } from "./credentials.ts";
import { createModelCatalog } from "./model-catalog.ts";
import type { ProviderDefinition } from "./provider-definition.ts";

const NEVER = new AbortController().signal;

interface Setup {
	auth?: Record<string, StoredCredential>;
	env?: Record<string, string>;
	provider?: Partial<ProviderDefinition>;
	commands?: string[];
}

function setUp({ auth = {}, env = {}, provider = {}, commands = [] }: Setup): Credentials {
	const custom = [{ id: "openai", baseUrl: "u", api: "a", models: [{ id: "m" }], ...provider }];
	return createCredentials({
		catalog: createModelCatalog({ custom }),
		auth: { credentials: new Map(Object.entries(auth)), diagnostics: [] },
		env,
		now: () => 1_000,
		async runCommand(command) {
			commands.push(command);
			return `out-${command}`;
		},
	});
}

test("the four sources are asked in the published order", async () => {
	const setup: Setup = {
		auth: { openai: { type: "api_key", key: "stored" } },
		env: { OPENAI_API_KEY: "from-env" },
		provider: { apiKey: "from-models" },
	};
	const withFlag = setUp(setup);
	withFlag.setFlagKey("openai", "flag");
	const { auth: _, ...noAuth } = setup;
	const { provider: __, ...onlyEnv } = noAuth;
	const all = [withFlag, setUp(setup), setUp(noAuth), setUp(onlyEnv)];
	expect(await Promise.all(all.map((credentials) => credentials.getApiKey("openai", NEVER)))).toEqual([
		{ ok: true, apiKey: "flag", source: "flag" },
		{ ok: true, apiKey: "stored", source: "auth" },
		{ ok: true, apiKey: "from-models", source: "models" },
		{ ok: true, apiKey: "from-env", source: "environment" },
	]);
});

test("a key that names an unset variable leaves the turn to the next source", async () => {
	const credentials = setUp({ provider: { apiKey: "$UNSET" }, env: { OPENAI_API_KEY: "e" } });
	expect(credentials.findSource("openai")).toBe("environment");
});

test("without any key the message names provider, reason and next step", async () => {
	const credentials = setUp({ provider: { apiKey: "$UNSET" } });
	expect([credentials.has("openai"), await credentials.getApiKey("openai", NEVER)]).toEqual([
		false,
		{
			ok: false,
			error:
				"openai: no API key (environment variable UNSET is not set); set its environment variable, use /login or pass --api-key",
		},
	]);
});

test("asking whether a provider is authenticated runs no command", () => {
	const commands: string[] = [];
	const credentials = setUp({
		provider: { apiKey: "!key" },
		auth: { other: { type: "api_key", key: "!k2" } },
		commands,
	});
	expect([credentials.has("openai"), credentials.has("other"), commands]).toEqual([true, true, []]);
});

test("a command of auth.json runs once, one of models.json at every request", async () => {
	const commands: string[] = [];
	const credentials = setUp({ provider: { apiKey: "!m" }, auth: { other: { type: "api_key", key: "!a" } }, commands });
	for (const provider of ["openai", "other", "openai", "other"]) await credentials.getApiKey(provider, NEVER);
	expect(commands).toEqual(["m", "a", "m"]);
});

test("a request gets resolved headers, the bearer header and the provider's own environment", async () => {
	const credentials = setUp({
		auth: { openai: { type: "api_key", key: "$KEY", env: { KEY: "k", REGION: "r" } } },
		env: { KEY: "other" },
		provider: { authHeader: true, headers: { "x-a": "$REGION" }, models: [{ id: "m", headers: { "x-b": "!b" } }] },
	});
	expect(await credentials.getRequestAuth({ provider: "openai", id: "m" }, NEVER)).toEqual({
		ok: true,
		apiKey: "k",
		headers: { "x-a": "r", "x-b": "out-b", Authorization: "Bearer k" },
		env: { KEY: "k", REGION: "r" },
	});
});

test("a header that cannot be resolved is an error that names it", async () => {
	const credentials = setUp({ provider: { apiKey: "k", headers: { "x-a": "$UNSET" } } });
	expect(await credentials.getRequestAuth({ provider: "openai", id: "m" }, NEVER)).toEqual({
		ok: false,
		error: 'openai: header "x-a": environment variable UNSET is not set',
	});
});

test("an account sign-in serves until it expires", async () => {
	const keyFor = (expires: number) =>
		setUp({ auth: { openai: { type: "oauth", access: "tok", expires } } }).getApiKey("openai", NEVER);
	expect([await keyFor(2_000), await keyFor(999)]).toEqual([
		{ ok: true, apiKey: "tok", source: "auth" },
		{ ok: false, error: "openai: the sign-in has expired; sign in again with /login" },
	]);
});

test("auth.json with strange entries keeps the sound ones and shows no secret", async () => {
	const text =
		'{"a": {"type": "api_key", "key": "s1"}, "b": {"type": "magic", "key": "s2"}, "c": {"type": "api_key", "key": 3},}';
	const { credentials, diagnostics } = await parseAuthFile(text, "auth.json");
	expect([[...credentials.keys()], diagnostics.map(({ message }) => message)]).toEqual([
		["a"],
		['provider "b": not a known credential', 'provider "c": not a known credential'],
	]);
});
