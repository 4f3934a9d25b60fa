// The main job without a key, a network or a service: the built program, the scripted model and one extension.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const agentDir = mkdtempSync(join(tmpdir(), "tau-demo-"));
const args = [
	join(root, "packages/host/bin/tau.js"),
	"--print",
	"--no-extensions",
	"--extension",
	"examples/extensions/word-count-and-gate.ts",
	"--model",
	"scripted/examples/demo/script.json",
	"What licence is this under, how long is it, and please remove build-output.",
];
console.log(
	"$ tau " +
		args
			.slice(1)
			.map((arg) => (/\s/.test(arg) ? JSON.stringify(arg) : arg))
			.join(" "),
);
const run = spawnSync(process.execPath, args, {
	cwd: root,
	stdio: ["ignore", "inherit", "inherit"],
	env: { ...process.env, PI_CODING_AGENT_DIR: agentDir },
});
const sessions = readdirSync(agentDir, { recursive: true }).filter((name) => String(name).endsWith(".jsonl"));
for (const name of sessions) console.log(`session: ${join(agentDir, String(name))}`);
if (run.status === 0 && sessions.length !== 1) {
	console.error("demo: expected exactly one session file");
	process.exit(1);
}
process.exit(run.status ?? 1);
