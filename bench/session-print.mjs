// What a long session adds to a print turn: `node bench/session-print.mjs [--entries N] [--runs N] [--full]`. Tau and
// the program it is compared with in turns, each against the same turn in an empty session. Tells, never judges.
import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createHome } from "./home.mjs";
import { measure } from "./measure.mjs";
import { startModelServer } from "./model-server.mjs";
import { choosePrograms } from "./programs.mjs";
import { generateSession } from "./session-generate.mjs";

const OPTIONS = {
	entries: { type: "string", default: "100000" },
	runs: { type: "string", default: "5" },
	/** Without compaction: the whole session is sent. */
	full: { type: "boolean", default: false },
	tau: { type: "string" },
	against: { type: "string" },
};

const median = (values) => values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)];

async function turn({ node, program, home, session }) {
	const args = ["-p", "--model", "fake/fake", ...(session ? ["--session", session] : []), "hi"];
	const { code, stdout, stderr, ...usage } = await measure({ node, file: program.file, args, home });
	if (code !== 0 || stdout.trim() !== "ok") throw new Error(`${program.name} ended with ${code}: ${stderr}${stdout}`);
	return usage;
}

/** Every turn makes a session longer, so each program has its own and goes on with it: its caches are warm. */
async function compare(program, { node, server, entries, runs, full }) {
	const home = createHome({ baseUrl: server.baseUrl });
	try {
		const original = join(home.cwd, "original.jsonl");
		const session = join(home.cwd, "session.jsonl");
		generateSession(original, { entries, cwd: home.cwd, compacted: !full });
		copyFileSync(original, session);
		rmSync(original);
		const cold = await turn({ node, program, home, session });
		await turn({ node, program, home });
		const samples = { empty: [], long: [] };
		for (let run = 0; run < runs; run++) {
			samples.empty.push(await turn({ node, program, home }));
			samples.long.push(await turn({ node, program, home, session }));
		}
		const added = (name) =>
			median(samples.long.map((sample) => sample[name])) - median(samples.empty.map((sample) => sample[name]));
		return {
			cold: cold.wall,
			empty: median(samples.empty.map(({ wall }) => wall)),
			wall: added("wall"),
			cpu: added("cpu"),
			memory: added("memory"),
		};
	} finally {
		home.remove();
	}
}

const { values } = parseArgs({ options: OPTIONS });
const { node, programs } = choosePrograms(values);
const server = await startModelServer();
const [entries, runs] = [Number(values.entries), Number(values.runs)];
process.stdout.write(
	`${entries} entries${values.full ? "" : ", compacted"}; medians of ${runs}, added to an empty session\n`,
);
try {
	for (const program of programs) {
		const { cold, empty, wall, cpu, memory } = await compare(program, {
			node,
			server,
			entries,
			runs,
			full: values.full,
		});
		const numbers = [wall, cpu, empty, cold].map((value) => `${(value / 1000).toFixed(3)} s`);
		process.stdout.write(
			`${program.name.padEnd(8)} wall +${numbers[0]}, cpu +${numbers[1]}, memory +${memory.toFixed(0)} MB (empty ${numbers[2]}, first ${numbers[3]})\n`,
		);
	}
} finally {
	server.close();
}
