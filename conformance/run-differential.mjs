// Runs every scenario with the published program and with Tau and compares what extensions heard, what the model was
// asked and what the session holds. Usage: node conformance/run-differential.mjs [part of a name] [--show]
import { rmSync } from "node:fs";
import { readEntries, readEvents, requestShape } from "./compare.mjs";
import { EXPECTED_DIFFERENCES } from "./expected-differences.mjs";
import { startModelServer } from "./model-server.mjs";
import { peerInstalled, runProgram } from "./programs.mjs";
import { SCENARIOS } from "./scenarios/index.mjs";

const args = process.argv.slice(2);
const show = args.includes("--show");
const filter = args.find((arg) => !arg.startsWith("--"));

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

const server = await startModelServer();
const chosen = SCENARIOS.filter((scenario) => !filter || scenario.name.includes(filter));
const results = [];
// One scenario at a time, both programs side by side: two cores.
for (const scenario of chosen) {
	const [peer, tau] = await Promise.all(["peer", "tau"].map((program) => observe(server, program, scenario)));
	const found = differences(peer, tau);
	const expected = EXPECTED_DIFFERENCES[scenario.name];
	const status =
		found.length === 0 ? (expected ? "expected difference is gone" : "same") : expected ? "expected" : "different";
	results.push(status);
	if (status !== "same") console.log(`${status}: ${scenario.name}${expected ? ` (${expected})` : ""}`);
	if (status === "different") for (const line of found) console.log(`  ${line}`);
}
await server.close();
const count = (status) => results.filter((result) => result === status).length;
const unexplained = count("different") + count("expected difference is gone");
console.log(
	`${results.length} scenarios: ${count("same")} same, ${count("expected")} expected differences, ${unexplained} unexplained`,
);
process.exit(unexplained > 0 ? 1 : 0);
