// Plays what the peer's examples promise, with Tau and with the peer, and compares both with the promise and with each
// other. Usage: node conformance/example-behaviour.mjs [part of a name] [--show]
// --show also prints what expected differences consist of.
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
			runs: world.runs.map(({ code, stdout }) => ({ code, stdout: answerOrEvents(stdout) })),
			requests: world.requests.map((request) => maskProse(requestShape(request))),
			entries: readEntries(world.place.agentDir).map(maskProse),
		},
		stderr: world.runs.map(({ stderr }) => stderr),
	}));
}

/** Both programs side by side, or one after the other when the case says it needs something of the machine alone. */
export async function playBoth(server, one) {
	const playing = playBehaviour(server, "peer", one);
	if (one.alone) await playing;
	const [peer, tau] = await Promise.all([playing, playBehaviour(server, "tau", one)]);
	return { peer, tau };
}

/**
 * Prompt texts, ids of entries and costs. The peer's prompt also names the folder of its own documentation; Tau's has no
 * such section.
 */
function maskProse(value) {
	const masked = JSON.stringify(value, (key, inner) => {
		if (key === "sections")
			return Object.fromEntries(
				Object.keys(inner)
					.filter((name) => name !== "docs")
					.map((name) => [name, inner[name] === null ? null : "…"]),
			);
		if (key === "firstKeptEntryId" || key === "cost" || key === "durationMs") return "…";
		return key === "content" && Array.isArray(inner) ? inner.filter((item) => item !== "docs") : inner;
	});
	return JSON.parse(masked);
}

function attempt(observe) {
	try {
		return observe();
	} catch (error) {
		return `cannot be observed: ${error}`;
	}
}

/** The answer as it is, without paths and blanks at the ends of lines; of JSON mode's events the kinds. */
function answerOrEvents(stdout) {
	if (!stdout.startsWith('{"type":"session"'))
		return stdout
			.replace(/\/tmp\/[^"\s\\]+/g, "<path>")
			.replaceAll(/ +$/gm, "")
			.trim();
	const kinds = stdout
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line))
		.map(eventKind);
	return kinds.filter((kind, index) => kind !== kinds[index - 1]);
}

function eventKind({ type, message, toolName, isError, assistantMessageEvent }) {
	return [type, message?.role, message?.customType, toolName, isError, assistantMessageEvent?.type]
		.filter((part) => part !== undefined)
		.join(" ");
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

/**
 * Plays a case with both programs. The status is `lacks` when Tau breaks the promise, `differs` when it keeps it but does
 * not do what the peer does, and `same`. `found` says where.
 */
export async function compareCase(server, one) {
	const played = await playBoth(server, one);
	const broken = Object.entries(played).filter(([, { observed }]) => !isDeepStrictEqual(observed, one.expected));
	const found = [
		...broken.flatMap(([name, { observed, stderr }]) => [
			`${name} breaks the promise: ${JSON.stringify({ observed, expected: one.expected, stderr })}`,
		]),
		...differences(played.peer.seen, played.tau.seen),
	];
	const tauBreaks = broken.some(([name]) => name === "tau");
	return { status: tauBreaks ? "lacks" : found.length > 0 ? "differs" : "same", found };
}

/** The status the case is marked with, and the reason it gives. */
export function expectedStatus({ lacks, differs }) {
	if (lacks) return { status: "lacks", reason: lacks };
	return differs ? { status: "differs", reason: differs } : { status: "same", reason: "nothing is marked" };
}

async function main() {
	const args = process.argv.slice(2);
	if (!peerInstalled()) throw new Error("The peer is not installed: run npm ci --ignore-scripts in conformance/");
	const filter = args.find((arg) => !arg.startsWith("--")) ?? "";
	const server = await startModelServer();
	ensureTriggerFile();
	const counts = {};
	let unexpected = 0;
	for (const one of CASES.filter(({ example, promise }) => `${example} ${promise}`.includes(filter))) {
		const { status, found } = await compareCase(server, one);
		const expected = expectedStatus(one);
		const title = `${[one.example].flat().join(" and ")} ${one.promise}`;
		counts[status] = (counts[status] ?? 0) + 1;
		if (status !== expected.status) unexpected++;
		if (status !== expected.status) console.log(`UNEXPECTED ${status}: ${title} (${expected.reason})`);
		else if (status !== "same") console.log(`${status}: ${title} (${expected.reason})`);
		if (status !== expected.status || args.includes("--show"))
			for (const line of found) console.log(`  ${line.slice(0, 1000)}`);
	}
	await server.close();
	console.log(`${JSON.stringify(counts)}, ${unexpected} unexpected`);
	process.exitCode = unexpected > 0 ? 1 : 0;
}

if (isMain(import.meta.url)) await main();
