// Runs every scenario with the published program and with Tau and compares what extensions heard, what the model was
// asked and what the session holds. An expected difference must be the one that was recorded, line by line.
// Usage: node conformance/run-differential.mjs [part of a name] [--show] [--part i/n] [--record]
import { createHash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { readEntries, readEvents, requestShape } from "./compare.mjs";
import { expectedDifference } from "./expected-differences.mjs";
import { BATCHES } from "./generated/index.mjs";
import { observeBatch } from "./generated/observe-batch.mjs";
import { startModelServer } from "./model-server.mjs";
import { peerInstalled, runProgram } from "./programs.mjs";
import { SCENARIOS } from "./scenarios/index.mjs";

const args = process.argv.slice(2);
const show = args.includes("--show");
const partAt = args.indexOf("--part");
const [part, parts] = partAt === -1 ? [1, 1] : args.splice(partAt, 2)[1].split("/").map(Number);
const filter = args.find((arg) => !arg.startsWith("--"));
const record = args.includes("--record");
const RECORDED_FILE = new URL("recorded-differences.json", import.meta.url);
const recorded = JSON.parse(readFileSync(RECORDED_FILE, "utf8"));
const BATCHED = new Set(BATCHES.flatMap(({ cases }) => cases.map(({ name }) => name)));

if (!peerInstalled()) {
	console.error("The peer is not installed: run npm ci --ignore-scripts in conformance/");
	process.exit(2);
}

async function observe(server, program, scenario) {
	const { baseUrl, requests } = server.open(scenario.turns);
	const run = await runProgram(program, { baseUrl, ...scenario });
	const seen = {
		code: run.code,
		stdout: run.stdout.trim(),
		events: readEvents(run.eventsFile, scenario),
		requests: requests.map(requestShape),
		entries: readEntries(run.agentDir).map((entry) => JSON.stringify(entry)),
	};
	if (show) console.log(program, JSON.stringify(seen, null, 1), run.stderr);
	rmSync(run.home, { recursive: true, force: true });
	return seen;
}

function differences(peer, tau) {
	const found = [];
	for (const key of ["code", "stdout"])
		if (peer[key] !== tau[key]) found.push(`${key}: ${JSON.stringify(peer[key])} | ${JSON.stringify(tau[key])}`);
	for (const key of ["events", "entries"]) found.push(...diffLines(key, peer[key], tau[key]));
	found.push(
		...diffLines(
			"requests",
			peer.requests.map((r) => JSON.stringify(r)),
			tau.requests.map((r) => JSON.stringify(r)),
		),
	);
	return found;
}

function diffLines(title, left, right) {
	const at = left.findIndex((line, index) => line !== right[index]);
	if (at === -1 && left.length === right.length) return [];
	const from = at === -1 ? left.length : at;
	const part = (lines) =>
		lines
			.slice(from, from + 4)
			.map((line) => line.slice(0, 1500))
			.join("\n      ") || "(end)";
	return [`${title} differ at ${from}\n    peer: ${part(left)}\n    tau:  ${part(right)}`];
}

/** Where something differs, and a hash of what both sides say there: `--show` prints it. */
function fingerprint(difference) {
	const [title] = difference.split("\n    peer:");
	return `${title.slice(0, 80)} #${createHash("sha256").update(difference).digest("hex").slice(0, 12)}`;
}

/** Scenarios one by one and batches of generated cases: each is one start of each program. */
function chooseUnits() {
	const wanted = ({ name }) => !filter || name.includes(filter);
	const single = SCENARIOS.filter(wanted).map((scenario) => ({
		names: [scenario.name],
		observe: async (program) => [await observe(server, program, scenario)],
	}));
	const batches = BATCHES.map((batch) => ({ ...batch, wanted: batch.cases.map((one) => wanted(one) || wanted(batch)) }))
		.filter((batch) => batch.wanted.includes(true))
		.map((batch) => ({
			names: batch.cases.map(({ name }, index) => (batch.wanted[index] ? name : undefined)),
			observe: (program) => observeBatch(server, program, batch),
		}));
	return [...batches, ...single].filter((_, index) => index % parts === part - 1);
}

function report(name, peer, tau) {
	const found = differences(peer, tau);
	const expected = expectedDifference(name);
	const status = statusOf(name, found, expected);
	results.push(status);
	if (show && name && BATCHED.has(name)) console.log(JSON.stringify({ peer, tau }, null, 1));
	if (status !== "same") console.log(`${status}: ${name}${expected ? ` (${expected})` : ""}`);
	if (["different", "another difference"].includes(status)) for (const line of found) console.log(`  ${line}`);
}

function statusOf(name, found, expected) {
	if (found.length === 0) return expected ? "expected difference is gone" : "same";
	if (!expected) return "different";
	const prints = found.map(fingerprint);
	if (record) recorded[name] = prints;
	return JSON.stringify(recorded[name]) === JSON.stringify(prints) ? "expected" : "another difference";
}

async function compareUnit({ names, observe: play }) {
	const [peer, tau] = await Promise.all(["peer", "tau"].map((program) => inTurn(() => play(program))));
	names.forEach((name, index) => name !== undefined && report(name, peer[index], tau[index]));
}

// As many programs at a time as there are cores.
let running = 0;
const waiting = [];
async function inTurn(play) {
	if (running >= availableParallelism()) await new Promise((resolve) => waiting.push(resolve));
	else running++;
	try {
		return await play();
	} finally {
		const next = waiting.shift();
		if (next) next();
		else running--;
	}
}

const started = Date.now();
const server = await startModelServer();
const results = [];
await Promise.all(chooseUnits().map(compareUnit));
await server.close();
const count = (status) => results.filter((result) => result === status).length;
const unexplained = results.length - count("same") - count("expected");
if (record) {
	const names = Object.keys(recorded).filter(expectedDifference).sort();
	const kept = Object.fromEntries(names.map((name) => [name, recorded[name]]));
	writeFileSync(RECORDED_FILE, `${JSON.stringify(kept, null, "\t")}\n`);
}
console.log(
	`${results.length} scenarios in ${Math.round((Date.now() - started) / 1000)} s: ${count("same")} same, ${count("expected")} expected differences, ${unexplained} unexplained`,
);
process.exit(unexplained > 0 || results.length === 0 ? 1 : 0);
