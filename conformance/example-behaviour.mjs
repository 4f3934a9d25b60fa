// Plays what the peer's examples promise, with Tau and with the peer, and compares both with the promise and with each
// other. Usage: node conformance/example-behaviour.mjs [part of a name] [--show]
import { isDeepStrictEqual } from "node:util";
import { readEntries, requestShape } from "./compare.mjs";
import { CASES } from "./examples/cases.mjs";
import { isMain } from "./examples/is-main.mjs";
import { ensureTriggerFile } from "./examples/session-cases.mjs";
import { playCase } from "./examples/world.mjs";
import { startModelServer } from "./model-server.mjs";
import { peerInstalled } from "./programs.mjs";

/** What a program did with a case: what the case looks at, and everything else with ids, times and prose masked. */
export async function playBehaviour(server, program, one) {
	return playCase(server, { program, ...one }, (world) => ({
		observed: attempt(() => one.observe(world)),
		seen: {
			runs: world.runs.map(({ code, stdout }) => ({ code, stdout: maskPaths(stdout) })),
			requests: world.requests.map((request) => withoutDocs(requestShape(request))),
			entries: readEntries(world.place.agentDir).map(withoutDocs),
		},
		stderr: world.runs.map(({ stderr }) => stderr),
	}));
}

/** The peer's prompt names the folder of its own documentation; Tau's has no such section. */
function withoutDocs(value) {
	const text = JSON.stringify(value).replaceAll(/"docs":"…",?|"docs",/g, "");
	return JSON.parse(text);
}

function attempt(observe) {
	try {
		return observe();
	} catch (error) {
		return `cannot be observed: ${error}`;
	}
}

function maskPaths(text) {
	return text.replace(/\/tmp\/[^"\s\\]+/g, "<path>").trim();
}

/** Lines that say where two programs differ; none when they did the same. */
export function differences(peer, tau, path = "") {
	if (isDeepStrictEqual(peer, tau)) return [];
	if (!isTree(peer) || !isTree(tau) || Array.isArray(peer) !== Array.isArray(tau))
		return [`${path}: peer ${JSON.stringify(peer)}, tau ${JSON.stringify(tau)}`];
	return Array.from(new Set([...Object.keys(peer), ...Object.keys(tau)]), (key) =>
		differences(peer[key], tau[key], `${path}/${key}`),
	).flat();
}

function isTree(value) {
	return typeof value === "object" && value !== null;
}

async function main() {
	const args = process.argv.slice(2);
	if (!peerInstalled()) throw new Error("The peer is not installed: run npm ci --ignore-scripts in conformance/");
	const filter = args.find((arg) => !arg.startsWith("--")) ?? "";
	const server = await startModelServer();
	ensureTriggerFile();
	let failed = 0;
	for (const one of CASES.filter(({ example, promise }) => `${example} ${promise}`.includes(filter))) {
		// One after the other: one example watches a fixed path.
		const peer = await playBehaviour(server, "peer", one);
		const tau = await playBehaviour(server, "tau", one);
		const lines = [
			...Object.entries({ peer, tau }).flatMap(([name, { observed, stderr }]) =>
				isDeepStrictEqual(observed, one.expected)
					? []
					: [
							`${name} breaks the promise: ${JSON.stringify(observed)}`,
							`  expected: ${JSON.stringify(one.expected)}`,
							`  stderr: ${JSON.stringify(stderr)}`,
						],
			),
			...differences(peer.seen, tau.seen),
		];
		if (args.includes("--show")) console.log(JSON.stringify({ peer, tau }, null, 1));
		if (lines.length > 0) failed++;
		console.log(`${lines.length === 0 ? "same" : "DIFFERENT"}: ${one.example} ${one.promise}`);
		for (const line of lines) console.log(`  ${line.slice(0, 1000)}`);
	}
	await server.close();
	console.log(`${failed} with differences`);
	process.exitCode = failed > 0 ? 1 : 0;
}

if (isMain(import.meta.url)) await main();
