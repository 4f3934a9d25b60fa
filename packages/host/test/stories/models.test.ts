import { expect, onTestFinished, test, vi } from "vitest";
import { startModelServer, type ModelServer } from "../harness/model-server.ts";
import { startProject, type TestProject } from "../harness/start-project.ts";

const MODELS_FILE = "home/.pi/agent/models.json";

/** Source of an extension that stores what a handler of `session_start` gives. */
const atStart = (expression: string): string =>
	`export default (pi) => { pi.on("session_start", async (event, ctx) => pi.appendEntry("seen", ${expression})); };`;

const texts = async (project: TestProject): Promise<unknown[]> => {
	const { session } = await project.start();
	return session.buildSessionContext().messages.flatMap((message) => {
		if (message.role !== "assistant") return [];
		return [message.errorMessage ?? message.content.map((block) => (block.type === "text" ? block.text : block.type))];
	});
};

test("a model of models.json is found with the published defaults and answers from its server (V01)", async () => {
	const server = await startModelServer("hello from the mock");
	const provider = {
		baseUrl: server.url,
		api: "openai-completions",
		apiKey: "secret",
		headers: { "x-mine": "yes" },
		models: [{ id: "plain" }, { id: "big", name: "Big", contextWindow: 1000, reasoning: true }],
		modelOverrides: { big: { maxTokens: 77 } },
	};
	const project = await startProject({
		files: {
			[MODELS_FILE]: JSON.stringify({ providers: { mock: provider } }),
			"probe.ts": atStart(
				`["plain", "big"].map((id) => ctx.modelRegistry.find("mock", id)).map((m) => [m.name, m.api, m.input, m.contextWindow, m.maxTokens, m.reasoning])`,
			),
		},
		words: ["-e", "%/probe.ts", "--model", "mock/plain"],
	});

	await project.prompt("hi");

	expect([await project.stored("seen"), await texts(project), project.problems]).toEqual([
		[
			[
				["plain", "openai-completions", ["text"], 128_000, 16_384, false],
				["Big", "openai-completions", ["text"], 1000, 77, true],
			],
		],
		[["hello from the mock"]],
		[],
	]);
	expect(server.calls.map(({ url, headers, body }) => [url, headers["x-mine"], body["model"]])).toEqual([
		["/v1/chat/completions", "yes", "plain"],
	]);
});

test("an extension that registers its provider in an async factory has it in the session (V01, L05)", async () => {
	const server = await startModelServer("from the extension");
	const project = await startProject({
		files: {
			"provider.ts": `export default async (pi) => {
				await new Promise((resolve) => setImmediate(resolve));
				pi.registerProvider("mine", {
					baseUrl: ${JSON.stringify(server.url)}, apiKey: "k", api: "openai-completions", models: [{ id: "m" }],
				});
			};`,
		},
		words: ["-e", "%/provider.ts", "--model", "mine/m"],
	});

	await project.prompt("hi");

	expect([await texts(project), project.problems]).toEqual([[["from the extension"]], []]);
});

async function callWithKey(server: ModelServer, apiKey: string): Promise<TestProject> {
	const mock = { baseUrl: server.url, api: "openai-completions", apiKey, models: [{ id: "m" }] };
	const project = await startProject({
		files: { [MODELS_FILE]: JSON.stringify({ providers: { mock } }) },
		words: ["--model", "mock/m"],
		env: { TEST_KEY: "from-env" },
	});
	await project.prompt("hi");
	return project;
}

test.each([
	["literal", "literal"],
	["$TEST_KEY", "from-env"],
	["${TEST_KEY}", "from-env"],
	["${TEST_KEY}-2", "from-env-2"],
	["!echo k", "k"],
	["$$a", "$a"],
	["$!a", "!a"],
])("an apiKey written %s reaches the server as %s (V02)", async (apiKey, sent) => {
	const server = await startModelServer("ok");

	await callWithKey(server, apiKey);

	expect(server.calls.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${sent}`]);
});

test("a key whose variable is not set makes no request and is told (V02)", async () => {
	const server = await startModelServer("ok");

	const project = await callWithKey(server, "$NOT_SET_ANYWHERE");

	expect([server.calls.length, await texts(project)]).toEqual([0, [expect.stringContaining("NOT_SET_ANYWHERE")]]);
});

test("a start and a prompt make one request, the model's, and it carries no attribution (AD20)", async () => {
	const server = await startModelServer("ok");
	const network = vi.spyOn(globalThis, "fetch");
	onTestFinished(() => network.mockRestore());

	await callWithKey(server, "key");

	const names = new Set(server.calls.flatMap(({ headerNames }) => headerNames));
	const ofTransport = ["host", "connection", "content-length", "accept-encoding", "accept-language", "sec-fetch-mode"];
	expect([
		network.mock.calls.map(([target]) => String(target)),
		[...names].filter((name) => !ofTransport.includes(name)).sort(),
	]).toEqual([[`${server.url}/chat/completions`], ["accept", "authorization", "content-type", "user-agent"]]);
	expect(server.calls[0]?.headers["user-agent"]).not.toMatch(/tau|pi-coding/i);
});
