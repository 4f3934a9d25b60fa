import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { HOST_FOLDER } from "./support/built-program.ts";
import { createHome } from "./support/home.ts";
import { startModel } from "./support/model-server.ts";
import { sessionFiles } from "./support/read-session.ts";
import { runTau } from "./support/run-tau.ts";

const EXTENSION = `export default (pi) => {
	console.error("the factory ran");
	pi.registerFlag("shout", { type: "boolean", description: "Answer loudly", default: false });
	pi.registerFlag("tone", { type: "string", description: "How to answer", default: "flat" });
	pi.registerProvider("mine", { baseUrl: "http://127.0.0.1:9/v1", api: "openai-completions", apiKey: "x", models: [
		{ id: "m1", name: "Mine", reasoning: true, input: ["text", "image"], contextWindow: 1000000, maxTokens: 64000,
			cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 } },
	] });
	console.error("in the factory", pi.getFlag("shout"), pi.getFlag("tone"));
	pi.on("session_start", () => console.error("in the session", pi.getFlag("shout"), pi.getFlag("tone")));
};`;

const FACTORY = "the factory ran\nin the factory false flat\n";

describe("options that print and end (O08)", () => {
	test.concurrent("--help runs the factories, lists their options beside the own ones, and starts no session (O06)", async () => {
		const home = createHome({ extensions: { "flags.js": EXTENSION } });
		const { code, stdout, stderr } = await runTau(home, ["--help"]);

		const start = stdout.indexOf("Options of extensions:\n");
		expect([code, stderr, stdout.slice(start).split("\n").slice(0, 3), sessionFiles(home.agentDir)]).toEqual([
			0,
			FACTORY,
			[
				"Options of extensions:",
				"  --shout        Answer loudly (default: false)",
				"  --tone <text>  How to answer (default: flat)",
			],
			[],
		]);
		expect(stdout).toMatch(/^Tau: .*\n\nUsage: tau \[options\]/);
	});

	test.concurrent("--list-models runs the factories and knows their models", async () => {
		const home = createHome({ extensions: { "flags.js": EXTENSION } });
		const outcomes = [await runTau(home, ["--list-models"]), await runTau(home, ["--list-models", "MIN"])];

		const rows = (text: string): string[][] =>
			text
				.trimEnd()
				.split("\n")
				.map((line) => line.trimEnd().split(/ {2,}/));
		const title = ["provider", "model", "context", "max-out", "thinking", "images"];
		const mine = ["mine", "m1", "1M", "64K", "yes", "yes"];
		expect(outcomes.map(({ stdout, ...rest }) => ({ ...rest, rows: rows(stdout) }))).toEqual([
			{ code: 0, stderr: FACTORY, rows: [title, ["fake", "one", "200K", "8.2K", "no", "no"], mine] },
			{ code: 0, stderr: FACTORY, rows: [title, mine] },
		]);
	});

	test.concurrent("--version prints the version of the package and loads nothing", async () => {
		const home = createHome({ extensions: { "flags.js": EXTENSION }, settings: "{broken" });
		const manifest = JSON.parse(readFileSync(join(HOST_FOLDER, "package.json"), "utf8")) as { version: string };

		expect(await runTau(home, ["--version"])).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: "" });
	});
});

test.concurrent.each([
	["no option of extensions", [], "false flat"],
	["a value as a word or behind a sign", ["--tone", "low", "--shout"], "true low"],
	["false is no value of a switch", ["--shout=false", "--tone=high"], "true high"],
])("options of extensions have their values from the session on: %s (TRAP8, TRAP9)", async (_case, args, values) => {
	const model = await startModel({ text: "Fine." });
	const home = createHome({ ...model, extensions: { "flags.js": EXTENSION } });

	expect(await runTau(home, ["-p", ...args, "hi"])).toEqual({
		code: 0,
		stdout: "Fine.\n",
		stderr: `${FACTORY}in the session ${values}\n`,
	});
});

describe("a command line that cannot be meant is refused in one line, and nothing is asked or written", () => {
	const cases: [args: string[], line: string][] = [
		[["--nosuch"], "error: unknown option: --nosuch (see --help)"],
		[["-Z"], "error: unknown option: -Z (see --help)"],
		[["--print=3"], "error: --print takes no value"],
		[["--session", "-nt"], "error: --session needs a value: <path|id>"],
		[["--mode", "xml"], 'error: --mode cannot be "xml"; use text, json, rpc'],
		[["--session-id", "a", "--session", "b"], "error: --session-id cannot be combined with --session"],
		[["--session-id", "a", "-c"], "error: --session-id cannot be combined with --continue"],
		[["--fork", "a", "--no-session", "-c"], "error: --fork cannot be combined with --continue, --no-session"],
		[
			["--session-id", "../up"],
			"error: --session-id may hold letters, numbers, ., _ and -, and begins and ends with a letter or number",
		],
		[["--tools", "read,+bash"], "error: --tools takes either names or +name and -name entries, not both"],
		[["--provider", "fake"], "error: --provider needs --model"],
		[["--model", "nope"], 'error: no model matches "nope"; known: fake/one'],
		[["--mode", "rpc", "@file"], "error: @file arguments cannot be used in RPC mode"],
	];
	test.concurrent.each(cases)("%j", async (args, line) => {
		const model = await startModel();
		const home = createHome(model);
		const outcome = await runTau(home, ["-p", ...args, "hi"]);

		expect([outcome, model.requests, sessionFiles(home.home)]).toEqual([
			{ code: 1, stdout: "", stderr: `${line}\n` },
			[],
			[],
		]);
	});
});

test.concurrent("a thinking level that does not exist is ignored with one warning", async () => {
	const model = await startModel({ text: "Fine." });
	const { code, stderr } = await runTau(createHome(model), ["-p", "--thinking", "lots", "hi"]);

	expect([code, stderr]).toEqual([
		0,
		'warning: --thinking cannot be "lots"; use off, minimal, low, medium, high, xhigh, max; it is ignored\n',
	]);
});

test.concurrent("-ne loads only what -e names, by a path from the working directory", async () => {
	const model = await startModel({ text: "One." }, { text: "Two." });
	const home = createHome({
		...model,
		extensions: { "found.js": `export default () => console.error("found");` },
		files: { "given.js": `export default () => console.error("given");` },
	});
	const all = await runTau(home, ["-p", "-e", "given.js", "hi"]);
	const only = await runTau(home, ["-p", "-ne", "-e", "./given.js", "hi"]);

	expect([all.stderr, only.stderr]).toEqual(["given\nfound\n", "given\n"]);
});

test.concurrent("an -e that leads nowhere is named, and the answer still comes", async () => {
	const model = await startModel({ text: "Fine." });
	const home = createHome(model);

	expect(await runTau(home, ["-p", "-e", "gone.ts", "hi"])).toEqual({
		code: 0,
		stdout: "Fine.\n",
		stderr: `error: ${join(home.cwd, "gone.ts")}: -e gone.ts: no such file or folder\n`,
	});
});
