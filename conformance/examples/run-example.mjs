// Runs of one program with one example in a home of its own: several in a row share the home, so that a session can be
// resumed.
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { NODE_24, PROGRAMS } from "../programs.mjs";
import { prepareExample } from "./catalog.mjs";

/** Another build than the one in this repository. */
const TAU = process.env.TAU_PROGRAM;
/** Milliseconds after which a program that does not end is killed: far more than a run under load takes. */
const PATIENCE = 30_000;

/**
 * Makes a home with `home/`, `home/agent` and `home/work` and one model, `fake/fake`, at `baseUrl`. `files` go into the
 * folder of work, `agentFiles` into the agent's, `commands` (name to shell script) onto the PATH, and `repository` makes
 * the folder of work a Git repository with its files committed and one of them changed since.
 */
export function makeHome({ baseUrl, files = {}, agentFiles = {}, commands = {}, repository = false, model = {} }) {
	const home = mkdtempSync(join(tmpdir(), "tau-example-"));
	const place = { home, agentDir: join(home, "agent"), cwd: join(home, "work"), bin: join(home, "bin") };
	for (const folder of [place.agentDir, place.cwd, place.bin]) mkdirSync(folder);
	const models = [{ id: "fake", contextWindow: 2_000_000, maxTokens: 8192, ...model }];
	const provider = { baseUrl, api: "openai-completions", apiKey: "x", models };
	writeTree(place.agentDir, { "models.json": JSON.stringify({ providers: { fake: provider } }), ...agentFiles });
	writeTree(place.cwd, files);
	for (const [name, script] of Object.entries(commands)) {
		writeFileSync(join(place.bin, name), script);
		chmodSync(join(place.bin, name), 0o755);
	}
	if (repository) startRepository(place);
	return place;
}

/** Removes everything a home held. */
export function removeHome({ home }) {
	rmSync(home, { recursive: true, force: true });
}

function writeTree(root, files) {
	for (const [name, text] of Object.entries(files)) {
		mkdirSync(dirname(join(root, name)), { recursive: true });
		writeFileSync(join(root, name), text);
	}
}

/** Fixed author and dates, no settings of the machine: both programs see the same repository. */
function gitEnvironment(home) {
	const person = { NAME: "Example", EMAIL: "example@example.invalid", DATE: "2026-01-01T00:00:00Z" };
	const names = Object.entries(person).flatMap(([key, value]) => [
		[`GIT_AUTHOR_${key}`, value],
		[`GIT_COMMITTER_${key}`, value],
	]);
	return { ...Object.fromEntries(names), GIT_CONFIG_GLOBAL: join(home, "gitconfig"), GIT_CONFIG_NOSYSTEM: "1" };
}

function startRepository({ home, cwd }) {
	const env = { ...process.env, ...gitEnvironment(home) };
	for (const args of [
		["init", "-q", "-b", "main"],
		["add", "-A"],
		["commit", "-q", "-m", "first", "--allow-empty"],
	]) {
		const { status, stderr } = spawnSync("git", args, { cwd, env, encoding: "utf8" });
		if (status !== 0) throw new Error(`git ${args[0]}: ${stderr}`);
	}
}

/** What Git prints in the folder of work. */
export function git({ home, cwd }, ...args) {
	return spawnSync("git", args, {
		cwd,
		env: { ...process.env, ...gitEnvironment(home) },
		encoding: "utf8",
	}).stdout.trimEnd();
}

/**
 * One run. Resolves with the exit code, none when the program did not end within `patience`, and both outputs. `name` is
 * an example, or several of them in load order.
 */
export function runExample(
	program,
	place,
	{
		name,
		args = [],
		prompts = [],
		env = {},
		stdin = "",
		mode = ["-p"],
		model = ["--model", "fake/fake"],
		patience = {},
	},
) {
	const extensions = [name].flat().map((one) => {
		const { path, missing } = prepareExample(one);
		if (missing) throw new Error(`${one}: ${missing}`);
		return path;
	});
	const entry = program === "tau" ? (TAU ?? PROGRAMS.tau) : PROGRAMS[program];
	const argv = [entry, ...mode, "-ne", ...model, ...extensions.flatMap((path) => ["-e", path]), ...args, ...prompts];
	return collect(spawn(NODE_24, argv, { cwd: place.cwd, env: { ...environment(place), ...env }, stdio: "pipe" }), {
		stdin,
		patience: patience[program] ?? PATIENCE,
	});
}

function environment({ home, agentDir, bin }) {
	const keys = Object.keys(process.env).filter(
		(key) => /_(API_KEY|TOKEN)$/.test(key) || /^(VITEST|NODE_|npm_)/.test(key),
	);
	const kept = Object.fromEntries(Object.entries(process.env).filter(([key]) => !keys.includes(key)));
	return {
		...kept,
		...gitEnvironment(home),
		HOME: home,
		PATH: `${bin}:${process.env.PATH}`,
		PI_CODING_AGENT_DIR: agentDir,
		PI_OFFLINE: "1",
		NODE_NO_WARNINGS: "1",
	};
}

function collect(child, { stdin, patience }) {
	let stdout = "";
	let stderr = "";
	child.stdout.on("data", (data) => (stdout += data));
	child.stderr.on("data", (data) => (stderr += data));
	child.stdin.on("error", () => {}); // The program may end before it reads its input.
	child.stdin.end(stdin);
	const timer = setTimeout(() => child.kill("SIGKILL"), patience);
	return new Promise((resolve) => {
		child.on("close", (code) => {
			clearTimeout(timer);
			resolve({ code, stdout, stderr });
		});
	});
}
