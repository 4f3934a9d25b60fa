// What a user gets: the packed host, installed for production in an empty folder, and one turn of it with extensions.
// Needs a build and the registry; prints the size and fails above the limit or when something does not run.
import { execFileSync } from "node:child_process";
import { cpSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const HOST = join(ROOT, "packages/host");
const LIMIT_MB = 60;
const npm = process.platform === "win32" ? "npm.cmd" : "npm";

/** Imports every module that extensions share with the host; its tool says what it got. */
const EXTENSION = `
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { truncateHead } from "@earendil-works/pi-coding-agent";
import { visibleWidth } from "@earendil-works/pi-tui";
import { Type } from "typebox";

enum Form { Short = "short" }

export default function (pi: ExtensionAPI) {
	pi.registerTool({
		name: "probe",
		label: "Probe",
		description: "Says what the extension got.",
		parameters: Type.Object({ text: Type.String() }),
		async execute(_id, { text }) {
			const got = [Form.Short, truncateHead(text).content, visibleWidth(text), typeof import.meta.dirname].join(" ");
			return { content: [{ type: "text", text: got }], details: {} };
		},
	});
}
`;
const SCRIPT = {
	turns: [{ toolCalls: [{ name: "probe", arguments: { text: "日本" } }] }, { text: "The turn is over." }],
};
const EXPECTED_RESULT = "short 日本 4 string";

function run(file, args, options) {
	return execFileSync(file, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], ...options });
}

function install(folder) {
	const [{ filename }] = JSON.parse(
		run(npm, ["pack", "--json", "--ignore-scripts", "--pack-destination", folder], { cwd: HOST }),
	);
	writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }));
	const flags = ["--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"];
	run(npm, ["install", ...flags, `./${filename}`], { cwd: folder });
}

/** Disk space in megabytes; every file takes whole blocks. */
function measure(folder) {
	const blocks = readdirSync(folder, { recursive: true }).map((name) => lstatSync(join(folder, name)).blocks ?? 0);
	return blocks.reduce((sum, count) => sum + count, 0) / 2048;
}

function largest(folder) {
	const modules = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
	const packages = modules.flatMap(({ name }) =>
		name.startsWith("@") ? readdirSync(join(folder, name)).map((inner) => join(name, inner)) : [name],
	);
	const sizes = packages.map((name) => ({ name, size: measure(join(folder, name)) }));
	return sizes.sort((one, other) => other.size - one.size).slice(0, 5);
}

/** One scripted turn of the installed program. Resolves with what it printed and the session it left. */
function turn(folder, { extension, script, prompt }) {
	const agentDir = join(folder, "agent");
	rmSync(agentDir, { recursive: true, force: true });
	const program = join(folder, "node_modules/.bin", process.platform === "win32" ? "tau.cmd" : "tau");
	const args = ["--print", "--no-extensions", "--extension", extension, "--model", `scripted/${script}`, prompt];
	const env = { ...process.env, PI_CODING_AGENT_DIR: agentDir };
	const options = { cwd: join(folder, "work"), env, shell: process.platform === "win32" };
	const output = run(program, args, options);
	const session = readdirSync(agentDir, { recursive: true }).find((name) => name.endsWith(".jsonl"));
	return { output, session: session === undefined ? "" : readFileSync(join(agentDir, session), "utf8") };
}

function expectText(what, text, expected) {
	if (!text.includes(expected)) throw new Error(`${what} lacks ${JSON.stringify(expected)}:\n${text.slice(-2000)}`);
}

function checkTurns(folder) {
	const work = join(folder, "work");
	mkdirSync(work);
	writeFileSync(join(work, "probe.ts"), EXTENSION);
	writeFileSync(join(work, "script.json"), JSON.stringify(SCRIPT));
	const probe = turn(folder, { extension: "probe.ts", script: "script.json", prompt: "go" });
	expectText("the answer", probe.output, "The turn is over.");
	expectText("the session", probe.session, JSON.stringify(EXPECTED_RESULT));

	for (const name of ["LICENSE", "examples"]) cpSync(join(ROOT, name), join(work, name), { recursive: true });
	const extension = "examples/extensions/word-count-and-gate.ts";
	const demo = turn(folder, { extension, script: "examples/demo/script.json", prompt: "Clean up." });
	expectText("the demo's answer", demo.output, "was refused by the extension's gate");
	expectText("the demo's session", demo.session, '"toolName":"word_count"');
}

function check(folder) {
	install(folder);
	const { version } = JSON.parse(readFileSync(join(HOST, "package.json"), "utf8"));
	const program = join(folder, "node_modules/.bin", process.platform === "win32" ? "tau.cmd" : "tau");
	expectText(
		"tau --version",
		run(program, ["--version"], { cwd: folder, shell: process.platform === "win32" }),
		version,
	);
	checkTurns(folder);
	const modules = join(folder, "node_modules");
	const size = measure(modules);
	const packages = largest(modules).map((entry) => `${entry.name} ${entry.size.toFixed(1)}`);
	process.stdout.write(`installed ${size.toFixed(1)} MB of ${LIMIT_MB} (${packages.join(", ")}); both turns ran\n`);
	if (size > LIMIT_MB) throw new Error(`the install takes ${size.toFixed(1)} MB, more than ${LIMIT_MB}`);
}

const folder = mkdtempSync(join(tmpdir(), "tau-install-"));
try {
	check(folder);
} catch (error) {
	process.stderr.write(`check-install: ${error instanceof Error ? error.message : error}\n`);
	process.exitCode = 1;
} finally {
	rmSync(folder, { recursive: true, force: true });
}
