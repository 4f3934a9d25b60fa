import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createHome, type HomeOptions } from "./support/home.ts";
import { startModel } from "./support/model-server.ts";
import { sessionFiles } from "./support/read-session.ts";
import { runTau } from "./support/run-tau.ts";

/** The bytes of everything the user wrote, so that nothing of it can be lost unseen. */
function configuration(agentDir: string): Record<string, string> {
	const names = readdirSync(agentDir).filter((name) => name.endsWith(".json"));
	return Object.fromEntries(names.map((name) => [name, readFileSync(join(agentDir, name), "utf8")]));
}

interface Case {
	readonly what: string;
	readonly home: HomeOptions;
	/** Of each line on stderr, without the agent folder. */
	readonly lines: readonly unknown[];
}

const working: Case[] = [
	{
		what: "settings.json that does not parse",
		home: { settings: '{\n\t"theme": "dark",\n\t"packages": [oops]\n}\n' },
		lines: [expect.stringMatching(/^error: settings\.json:3:15: .+; the file is ignored until this is fixed$/)],
	},
	{
		what: "settings.json that is no object",
		home: { settings: "[]" },
		lines: ["error: settings.json: expected an object of settings; the file is ignored until this is fixed"],
	},
	{
		what: "a setting of the wrong type beside good ones",
		home: { settings: { quietStartup: 7, steeringMode: "sometimes", theme: "dark" } },
		lines: [
			'warning: settings.json: setting "steeringMode" is ignored: expected "all" or "one-at-a-time"',
			'warning: settings.json: setting "quietStartup" is ignored: expected true or false or "header"',
		],
	},
	{
		what: "auth.json that does not parse",
		home: { agentFiles: { "auth.json": '{\n "fake": oops }' } },
		lines: [expect.stringMatching(/^error: auth\.json:2:10: /)],
	},
	{
		what: "PC-89: settings.json with a trailing comma and a comment, which is fine",
		home: { settings: '{\n\t"theme": "dark", // at night\n\t"steeringMode": "all",\n}\n' },
		lines: [],
	},
];

test.concurrent.each(working)(
	"$what: the answer still comes, and the file keeps its bytes (G05)",
	async ({ home: options, lines }) => {
		const model = await startModel({ text: "Fine." });
		const home = createHome({ ...model, ...options });
		const before = configuration(home.agentDir);
		const { code, stdout, stderr } = await runTau(home, ["-p", "hi"]);

		const told = stderr.replaceAll(`${home.agentDir}/`, "").split("\n").slice(0, -1);
		expect([code, stdout, told, configuration(home.agentDir)]).toEqual([0, "Fine.\n", lines, before]);
	},
);

const provider = (fields: object, model: object = {}): object => ({
	providers: {
		fake: {
			baseUrl: "http://127.0.0.1:9/v1",
			api: "openai-completions",
			apiKey: "x",
			models: [{ id: "one", ...model }],
			...fields,
		},
	},
});

const NO_MODEL =
	"No model is selected: name one with --model provider/id, define one in models.json or set an API key (--list-models shows what there is)";

const withoutModel: Case[] = [
	{
		what: "models.json that does not parse",
		home: { models: '{\n\t"providers": {\n\t\t"fake" {}\n\t}\n}' },
		lines: [expect.stringMatching(/^error: models\.json:3:10: /), NO_MODEL],
	},
	{
		what: "models.json with a field of the wrong type",
		home: { models: provider({}, { contextWindow: "big" }) },
		lines: [
			'error: models.json: provider "fake", model "one" is left out: field "contextWindow": expected a positive number',
			NO_MODEL,
		],
	},
	{
		what: "models.json with a misspelt field that is needed",
		home: { models: { providers: { fake: { baseurl: "x", api: "openai-completions", models: [{ id: "one" }] } } } },
		lines: ['error: models.json: provider "fake", model "one" is left out: field "baseUrl" is missing', NO_MODEL],
	},
	{
		what: "no model at all",
		home: { models: null },
		lines: [NO_MODEL],
	},
];

test.concurrent.each(withoutModel)(
	"$what: one line says where and another what to do, and nothing is lost",
	async (broken) => {
		const home = createHome(broken.home);
		const before = configuration(home.agentDir);
		const { code, stdout, stderr } = await runTau(home, ["-p", "hi"]);

		const told = stderr.replaceAll(`${home.agentDir}/`, "").split("\n").slice(0, -1);
		expect([code, stdout, told, configuration(home.agentDir)]).toEqual([1, "", broken.lines, before]);
	},
);

test.concurrent("a broken provider does not stop another one", async () => {
	const model = await startModel({ text: "Fine." });
	const good = { baseUrl: model.baseUrl, api: "openai-completions", apiKey: "x", models: [{ id: "two" }] };
	const home = createHome({ models: { providers: { bad: { models: 7 }, good } } });
	const { code, stdout, stderr } = await runTau(home, ["-p", "hi"]);

	expect([code, stdout, stderr]).toEqual([
		0,
		"Fine.\n",
		expect.stringMatching(/^error: .*models\.json: provider "bad" is left out: field "models".*\n$/),
	]);
});

test.concurrent("a key whose variable is not set is named before anything is sent", async () => {
	const model = await startModel();
	const home = createHome({ models: provider({ baseUrl: model.baseUrl, apiKey: "$NO_SUCH_KEY" }) });
	const outcome = await runTau(home, ["-p", "--model", "fake/one", "hi"]);

	expect([outcome, model.requests]).toEqual([
		{
			code: 1,
			stdout: "",
			stderr:
				"fake: no API key (environment variable NO_SUCH_KEY is not set); set its environment variable, use /login or pass --api-key\n",
		},
		[],
	]);
});

/** Starts a program whose files may not grow beyond a kilobyte: for it the disk is full from there on. */
const ON_A_FULL_DISK = ["sh", "-c", 'trap "" XFSZ; ulimit -f 1; exec "$@"', "sh"];

test.concurrent("on a full disk the answer still comes, one line names the file, and the session in it is whole", async () => {
	const model = await startModel({ text: "One." }, { text: "Two." }, { text: "Three." });
	const home = createHome(model);
	const path = join(home.cwd, "s.jsonl");
	const before = `${JSON.stringify({ type: "session", version: 3, id: "s", timestamp: "2026-01-01T00:00:00.000Z", cwd: home.cwd })}\n`;
	writeFileSync(path, before);
	const full = await runTau(home, ["-p", "--session", "s.jsonl", "a", "b"], { through: ON_A_FULL_DISK });
	const kept = readFileSync(path, "utf8");
	const again = await runTau(home, ["-p", "--session", "s.jsonl", "c"]);

	const added = kept.slice(before.length).split("\n");
	expect([full, kept.startsWith(before), added.at(-1), again]).toEqual([
		{
			code: 0,
			stdout: "Two.\n",
			stderr: expect.stringMatching(
				/^error: .*s\.jsonl: the session cannot be saved \(.*\); it goes on in memory and is written when that works again\n$/,
			),
		},
		true,
		"",
		{ code: 0, stdout: "Three.\n", stderr: "" },
	]);
});

test.concurrent("a new session on a full disk leaves no half of a line", async () => {
	const model = await startModel({ text: "One." });
	const home = createHome(model);
	const { code, stdout } = await runTau(home, ["-p", "a"], { through: ON_A_FULL_DISK });

	const left = sessionFiles(home.agentDir).map((file) => readFileSync(file, "utf8"));
	expect([code, stdout, left.join("")]).toEqual([0, "One.\n", ""]);
});
