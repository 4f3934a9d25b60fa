// Installs packages of the registry at pinned versions into a cache outside this repository, loads each, compares what it
// registers with what it registers in the peer, and shows its behaviour. Usage:
// node conformance/corpus.mjs [part of a name] [--peer] [--show]. CORPUS_CACHE names the cache.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PACKAGES } from "./corpus/packages.mjs";
import { recorderSource } from "./corpus/recorder.mjs";
import { startRpc } from "./corpus/rpc-run.mjs";
import { makeHome, removeHome } from "./examples/run-example.mjs";
import { startModelServer } from "./model-server.mjs";
import { peerInstalled } from "./programs.mjs";

const args = process.argv.slice(2);
const program = args.includes("--peer") ? "peer" : "tau";
const filter = args.find((arg) => !arg.startsWith("--")) ?? "";
const CACHE = process.env.CORPUS_CACHE ?? join(tmpdir(), "tau-corpus");

if (!peerInstalled()) {
	console.error("Node 24 is not installed: run npm ci --ignore-scripts in conformance/");
	process.exit(2);
}

/** The package's folder, installed without running any of its scripts. */
function install(spec) {
	const root = join(CACHE, spec.replaceAll(/[/@]/g, "_"));
	const folder = join(root, "node_modules", spec.slice(0, spec.lastIndexOf("@")));
	if (existsSync(folder)) return folder;
	mkdirSync(root, { recursive: true });
	writeFileSync(join(root, "package.json"), '{"private":true}');
	const flags = ["--ignore-scripts", "--legacy-peer-deps", "--no-audit", "--no-fund"];
	const { status, stderr } = spawnSync("npm", ["install", ...flags, spec], { cwd: root, encoding: "utf8" });
	if (status !== 0) throw new Error(`npm install ${spec}: ${stderr}`);
	return folder;
}

/** The manifest's extensions; a folder among them stands for its index, or for the folders in it that have one. */
function entriesOf(folder) {
	const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
	return (manifest.pi?.extensions ?? ["index.ts"]).flatMap((name) => entriesAt(join(folder, name)));
}

function entriesAt(path) {
	if (/\.[jt]s$/.test(path)) return [path];
	const indexOf = (folder) =>
		["index.ts", "index.js"].map((file) => join(folder, file)).find((file) => existsSync(file));
	const own = indexOf(path);
	return own ? [own] : readdirSync(path).flatMap((name) => indexOf(join(path, name)) ?? []);
}

function homeFor(server, one) {
	const open = server.open(
		[],
		one.steps.map(({ call }) => ({ turns: call ? [{ calls: [call] }, { text: "done" }] : [], requests: [] })),
	);
	const place = makeHome({ baseUrl: open.baseUrl, agentFiles: one.agentFiles });
	const models = JSON.parse(readFileSync(join(place.agentDir, "models.json"), "utf8"));
	models.providers.fake.models.push({ ...models.providers.fake.models[0], id: "other" });
	writeFileSync(join(place.agentDir, "models.json"), JSON.stringify(models));
	const log = join(place.home, "registered");
	writeFileSync(log, "");
	const env = {
		PATH: process.env.PATH,
		HOME: place.home,
		PI_CODING_AGENT_DIR: place.agentDir,
		PI_OFFLINE: "1",
		NODE_NO_WARNINGS: "1",
		CORPUS_LOG: log,
	};
	return { place, env, log, caseUrl: open.caseUrl };
}

async function registrations(home, which, entries) {
	const path = join(home.place.home, "recorder.ts");
	writeFileSync(path, recorderSource(entries));
	const run = startRpc(which, { cwd: home.place.cwd, env: home.env, extensions: [path] });
	run.send({ type: "get_state", id: "s" });
	await run.until(() => run.seen.lines.some((line) => line.includes('"id":"s"')));
	await run.close();
	const lines = readFileSync(home.log, "utf8").trim().split("\n");
	writeFileSync(home.log, "");
	return { lines: [...new Set(lines)].sort(), stderr: run.seen.stderr };
}

async function playStep(run, home, { step, index }) {
	await fetch(home.caseUrl + index);
	const from = run.seen.lines.length;
	const after = () => run.seen.lines.slice(from);
	run.send({ type: "prompt", id: `p${index}`, message: step.say ?? "go" });
	if (step.ends !== undefined) {
		await run.until(() => run.seen.code !== undefined);
		return run.seen.code === step.ends;
	}
	const done = (line) => line.startsWith('{"type":"agent_settled"') || line.includes('"type":"agent_settled"');
	const answered = () => after().some((line) => line.includes(`"id":"p${index}"`));
	const shown = await run.until(() => answered() && after().some((line) => step.shows.test(line)));
	const started = after().some((line) => line.includes('"type":"agent_start"'));
	if (started) await run.until(() => after().some(done));
	return shown;
}

async function check(server, one) {
	const entries = entriesOf(install(one.spec));
	const home = homeFor(server, one);
	const problems = [];
	try {
		const [mine, peers] = [await registrations(home, program, entries), await registrations(home, "peer", entries)];
		const lacks = peers.lines.filter((line) => !mine.lines.includes(line));
		const adds = mine.lines.filter((line) => !peers.lines.includes(line));
		if (peers.lines[0] === "") problems.push(`the peer registers nothing: ${peers.stderr.slice(0, 300)}`);
		if (lacks.length + adds.length > 0)
			problems.push(`lacks ${lacks.join(" ")} adds ${adds.join(" ")} ${mine.stderr.slice(0, 600)}`);
		const run = startRpc(program, { cwd: home.place.cwd, env: home.env, extensions: entries, args: one.args });
		for (const [index, step] of one.steps.entries())
			if (!(await playStep(run, home, { step, index })))
				problems.push(`not shown: ${step.say ?? JSON.stringify(step.call)}`);
		await run.close();
		if (args.includes("--show") || problems.length > 0) console.log(run.seen.stderr.slice(0, 800));
		if (args.includes("--show"))
			console.log(
				run.seen.lines
					.filter((line) => !line.includes("message_update"))
					.map((line) => line.slice(0, 400))
					.join("\n"),
			);
		return { registered: mine.lines.length, problems };
	} finally {
		removeHome(home.place);
	}
}

const server = await startModelServer();
let failed = 0;
let count = 0;
for (const one of PACKAGES.filter(({ spec }) => spec.includes(filter))) {
	count++;
	const { registered, problems } = await check(server, one);
	if (problems.length > 0) failed++;
	console.log(
		`${problems.length > 0 ? "FAILED" : "works"} | ${one.spec} | ${registered} registered | ${one.steps.length} steps | ${problems.join("; ")}`,
	);
}
await server.close();
console.log(`${count} packages, ${failed} failed`);
process.exitCode = failed > 0 || count === 0 ? 1 : 0;
