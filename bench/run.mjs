// Whole processes, Tau and the program it is compared with in turns. Tells, never judges: `npm run bench -- --help`.
import { execFileSync } from "node:child_process";
import { parseArgs } from "node:util";
import { startModelServer } from "./model-server.mjs";
import { choosePrograms } from "./programs.mjs";
import { formatHeading, formatSummary, summarise } from "./report.mjs";
import { runScenario } from "./run-scenario.mjs";
import { SCENARIOS } from "./scenarios.mjs";

const OPTIONS = {
	only: { type: "string", multiple: true },
	runs: { type: "string", default: "9" },
	json: { type: "boolean", default: false },
	tau: { type: "string" },
	against: { type: "string" },
	help: { type: "boolean", default: false },
};

function usage() {
	const scenarios = SCENARIOS.map(({ name, about }) => `  ${name.padEnd(17)} ${about}\n`).join("");
	return `node bench/run.mjs [--only SCENARIO]... [--runs N] [--json] [--tau FILE] [--against FILE]\n${scenarios}  Stores of a million entries and lists of large files: node bench/session-store.mjs\n`;
}

function chooseScenarios(names) {
	const unknown = names?.find((name) => !SCENARIOS.some((scenario) => scenario.name === name));
	if (unknown !== undefined) throw new Error(`there is no scenario "${unknown}"\n${usage()}`);
	return names ? SCENARIOS.filter(({ name }) => names.includes(name)) : SCENARIOS.filter(({ onDemand }) => !onDemand);
}

async function main() {
	const { values } = parseArgs({ options: OPTIONS });
	if (values.help) return void process.stdout.write(usage());
	const runs = Number(values.runs);
	if (!Number.isInteger(runs) || runs < 1) throw new Error(`--runs takes a number of runs, not "${values.runs}"`);
	const scenarios = chooseScenarios(values.only);
	const { node, programs } = choosePrograms(values);
	const version = execFileSync(node, ["--version"], { encoding: "utf8" }).trim();
	const print = (text) => void (values.json || process.stdout.write(`${text}\n`));
	print(`Node ${version}, ${runs} runs each, medians\n${formatHeading()}`);
	const server = await startModelServer();
	const summaries = [];
	try {
		for (const scenario of scenarios) {
			const samples = await runScenario(scenario, { node, programs, server, runs });
			const summary = summarise(scenario.name, programs, samples);
			summaries.push({ ...summary, samples });
			print(formatSummary(summary));
		}
	} finally {
		server.close();
	}
	if (values.json)
		process.stdout.write(`${JSON.stringify({ node: version, runs, scenarios: summaries }, null, "\t")}\n`);
}

try {
	await main();
} catch (error) {
	process.stderr.write(`bench: ${error instanceof Error ? error.message : error}\n`);
	process.exitCode = 1;
}
