// Runs the peer's SDK examples and its RPC client, unmodified, against Tau: copied from the installed peer into a scratch
// folder in which the package names lead to Tau. Usage: node conformance/sdk-examples.mjs [part of a name]
import { spawn } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isMain } from "./examples/is-main.mjs";
import { makeHome, removeHome } from "./examples/run-example.mjs";
import { startModelServer } from "./model-server.mjs";
import { NODE_24, peerInstalled, PROGRAMS } from "./programs.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const EXAMPLES = join(here, "node_modules/@earendil-works/pi-coding-agent/examples");
/** Far more than an example takes under load. */
const PATIENCE = 60_000;
const OWN_PACKAGE = join(dirname(PROGRAMS.tau), "..");
const ROOT = join(OWN_PACKAGE, "../..");

/** What stands in for a model of the catalogue. */
const MODEL = {
	name: "stand-in",
	api: "openai-completions",
	reasoning: false,
	input: ["text"],
	cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
	contextWindow: 200_000,
	maxTokens: 8192,
};

/** One row per example: what the model answers, what the folder holds, and what must be seen. */
export const SDK_EXAMPLES = [
	{
		file: "sdk/01-minimal.ts",
		turns: [{ calls: [{ name: "ls", args: {} }] }, { text: "one file" }],
		stdout: ["one file", "role: 'user'"],
		requests: 2,
	},
	{
		file: "sdk/02-custom-model.ts",
		turns: [{ text: "Hello there." }],
		stdout: ["fake/fake", "Hello there."],
		requests: 1,
	},
	{
		file: "sdk/03-custom-prompt.ts",
		turns: [{ text: "Four. Arrr!" }, { text: "- safe" }],
		stdout: ["Replace prompt", "Four. Arrr!", "Modify prompt", "- safe"],
		prompts: ["speaks like a pirate", "Always be concise"],
		requests: 2,
	},
	{
		file: "sdk/04-skills.ts",
		agentFiles: {
			"skills/browser-use/SKILL.md": "---\nname: browser-use\ndescription: Uses a browser\n---\nbody",
			"skills/other/SKILL.md": "---\nname: other\ndescription: Something else\n---\nbody",
		},
		stdout: ["Discovered skills: [ 'browser-use', 'my-skill' ]", "Session created with filtered skills"],
	},
	{
		file: "sdk/05-tools.ts",
		stdout: ["Read-only session", "Custom tools session", "Custom cwd session", "Specific tools with custom cwd"],
	},
	{
		file: "sdk/06-extensions.ts",
		files: {
			"my-logging-extension.ts":
				'export default (pi) => pi.on("agent_start", () => console.log("[Extension] Agent starting"));',
			"my-safety-extension.ts":
				'export default (pi) => pi.on("tool_call", () => ({ block: true, reason: "not today" }));',
		},
		turns: [{ calls: [{ name: "bash", args: { command: "ls" } }] }, { text: "understood" }],
		stdout: ["[Inline Extension] Agent starting", "[Extension] Agent starting", "understood"],
		prompts: ["", "not today"],
		requests: 2,
	},
	{
		file: "sdk/07-context-files.ts",
		agentFiles: { "AGENTS.md": "be kind" },
		stdout: ["agent/AGENTS.md (7 chars)", "/virtual/AGENTS.md", "Session created with 3 context files"],
	},
	{
		file: "sdk/08-prompt-templates.ts",
		agentFiles: { "prompts/review.md": "---\ndescription: Reviews\n---\nReview it." },
		stdout: ["/review: Reviews", "/deploy: Deploy the application"],
	},
	{
		file: "sdk/09-api-keys-and-oauth.ts",
		stdout: ["default model runtime", "custom auth and models locations", "runtime API key override"],
	},
	{
		file: "sdk/10-settings.ts",
		agentFiles: { "settings.json": '{ "theme": "dark" }' },
		stdout: ['"theme": "dark"', "Session created with custom settings", "Test session created with in-memory settings"],
		agentFile: ["settings.json", '"defaultThinkingLevel": "low"'],
	},
	{
		file: "sdk/11-sessions.ts",
		stdout: ["In-memory session: (none)", "New session file: ", ".jsonl", "Continued session: ", "sessions:"],
	},
	{
		file: "sdk/12-full-control.ts",
		// It names a model of the catalogue: the scripted service stands in for its provider.
		standIn: { provider: "anthropic", id: "claude-sonnet-4-5" },
		turns: [{ calls: [{ name: "bash", args: { command: "echo seen" } }] }, { text: "that is all" }],
		env: { MY_ANTHROPIC_KEY: "sk-example" },
		stdout: ["that is all"],
		prompts: ["You are a minimal assistant.", "seen"],
		requests: 2,
	},
	{
		file: "sdk/13-session-runtime.ts",
		stdout: ["Initial session: ", "After newSession(): ", "After switchSession(): "],
	},
	{
		file: "rpc-client.ts",
		turns: [{ text: "It is a repository." }],
		args: ["Explain it"],
		stdout: ["It is a repository."],
		requests: 1,
	},
];

/** Runs one example. Gives what is wrong with what came of it, or nothing. */
export async function runSdkExample(server, example) {
	const { file, turns = [], files, agentFiles = {}, args = [], env, standIn, ...expected } = example;
	const { baseUrl, requests } = server.open(turns);
	const settings = { defaultProvider: "fake", defaultModel: "fake" };
	const withSettings = { "settings.json": JSON.stringify(settings), ...agentFiles };
	const place = makeHome({ baseUrl, files, agentFiles: withSettings });
	const script = layOut(place.home, { file, model: standIn && { ...MODEL, ...standIn, baseUrl } });
	const outcome = await collect([script, ...args], {
		cwd: place.cwd,
		env: { ...process.env, HOME: place.home, PI_CODING_AGENT_DIR: place.agentDir, PI_OFFLINE: "1", ...env },
	});
	const found = judge({ ...outcome, requests, place }, expected);
	removeHome(place);
	return found.length === 0 ? undefined : `${found.join("; ")}; ${JSON.stringify(outcome)}`;
}

function judge({ code, stdout, requests, place }, expected) {
	const found = code === 0 ? [] : [`exit code ${code}`];
	for (const text of expected.stdout ?? []) if (!stdout.includes(text)) found.push(`stdout lacks ${text}`);
	if (expected.requests !== undefined && requests.length !== expected.requests)
		found.push(`${requests.length} requests instead of ${expected.requests}`);
	(expected.prompts ?? []).forEach((text, index) => {
		if (!JSON.stringify(requests[index]?.body ?? "").includes(text)) found.push(`request ${index + 1} lacks ${text}`);
	});
	const [name, text] = expected.agentFile ?? [];
	if (name && !readFileSync(join(place.agentDir, name), "utf8").includes(text)) found.push(`${name} lacks ${text}`);
	return found;
}

/**
 * `package/examples/…` as in the peer's package, `package/dist/cli.js` that is Tau, and packages of the published names:
 * one module each, which is Tau's.
 */
function layOut(home, { file, model }) {
	const root = join(home, "package");
	const script = join(root, "examples", file);
	mkdirSync(dirname(script), { recursive: true });
	copyFileSync(join(EXAMPLES, file), script);
	writeFileSync(join(root, "package.json"), JSON.stringify({ name: "scratch", type: "module" }));
	mkdirSync(join(root, "dist"));
	writeFileSync(join(root, "dist/cli.js"), `import ${JSON.stringify(PROGRAMS.tau)};\n`);
	const packages = { "pi-coding-agent": "host", "pi-ai": "ai", "pi-agent-core": "agent", "pi-tui": "tui" };
	for (const [name, own] of Object.entries(packages)) {
		const folder = join(root, "node_modules/@earendil-works", name);
		mkdirSync(folder, { recursive: true });
		const module = join(ROOT, "packages", own, "dist/index.js");
		const all = `export * from ${JSON.stringify(module)};\n`;
		writeFileSync(join(folder, "index.js"), all);
		const getModel = model ? `export const getModel = () => (${JSON.stringify(model)});\n` : "";
		writeFileSync(join(folder, "compat.js"), all + getModel);
		const exports = { ".": "./index.js", "./compat": "./compat.js" };
		writeFileSync(join(folder, "package.json"), JSON.stringify({ name, version: "0.0.0", type: "module", exports }));
	}
	return script;
}

function collect(argv, options) {
	const child = spawn(NODE_24, argv, { ...options, stdio: ["ignore", "pipe", "pipe"] });
	let stdout = "";
	let stderr = "";
	child.stdout.on("data", (data) => (stdout += data));
	child.stderr.on("data", (data) => (stderr += data));
	const timer = setTimeout(() => child.kill("SIGKILL"), PATIENCE);
	return new Promise((resolve) => {
		child.on("close", (code) => {
			clearTimeout(timer);
			resolve({ code, stdout, stderr });
		});
	});
}

async function main() {
	if (!peerInstalled()) throw new Error("The peer is not installed: run npm ci --ignore-scripts in conformance/");
	const filter = process.argv[2] ?? "";
	const server = await startModelServer();
	for (const example of SDK_EXAMPLES.filter(({ file }) => file.includes(filter))) {
		const failure = await runSdkExample(server, example);
		console.log(`${example.file}: ${failure ?? "as expected"}`);
		if (failure) process.exitCode = 1;
	}
	await server.close();
}

if (isMain(import.meta.url)) await main();
