// Sessions of the sizes that hurt: opening a million entries, appending to them, listing five hundred files of which
// three have 300 MB. `node bench/session-store.mjs [--entries N] [--runs N]`. Tells, never judges.
import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { generateImageSession, generateSession } from "./session-generate.mjs";

const OPTIONS = { entries: { type: "string", default: "1000000" }, runs: { type: "string", default: "5" } };
const APPENDS = "2000";
const FILES = 500;
const LARGE_BYTES = 300 << 20;

async function bundleProbe(folder) {
	const outfile = join(folder, "measure-sessions.mjs");
	const manifest = new URL("../packages/host/src/platform/host-facts.ts", import.meta.url).href;
	await build({
		entryPoints: [
			fileURLToPath(new URL("../packages/host/test/session/programs/measure-sessions.ts", import.meta.url)),
		],
		outfile,
		bundle: true,
		platform: "node",
		format: "esm",
		conditions: ["source"],
		define: { "import.meta.url": JSON.stringify(manifest) },
	});
	return outfile;
}

function createProbe(program) {
	return (...args) => JSON.parse(execFileSync(process.execPath, [program, ...args], { encoding: "utf8" }));
}

function print(name, samples) {
	const numbers = Object.keys(samples[0]).map((key) => {
		const values = samples.map((sample) => sample[key]).toSorted((left, right) => left - right);
		return `${key} ${Number(values[values.length >> 1].toPrecision(3))}`;
	});
	process.stdout.write(`${name.padEnd(12)} ${numbers.join("  ")}\n`);
}

function repeat(runs, probe) {
	return Array.from({ length: runs }, probe);
}

const { values } = parseArgs({ options: OPTIONS });
const runs = Number(values.runs);
const folder = mkdtempSync(join(tmpdir(), "tau-bench-sessions-"));
try {
	const probe = createProbe(await bundleProbe(folder));
	const [long, indexes] = [join(folder, "long.jsonl"), join(folder, "indexes")];
	generateSession(long, { entries: Number(values.entries), cwd: folder, outputBytes: 2200, compacted: true });
	process.stdout.write(
		`${values.entries} entries, ${(statSync(long).size / 1e6).toFixed(0)} MB; ms, µs for appends, MB\n`,
	);
	print(
		"open first",
		repeat(1, () => probe("open", long, join(folder, "unused"))),
	);
	probe("append", long, indexes, "1");
	print(
		"open warm",
		repeat(runs, () => probe("open", long, indexes)),
	);
	print(
		"append",
		repeat(runs, () => probe("append", long, indexes, APPENDS)),
	);
	rmSync(long);
	const many = join(folder, "many");
	mkdirSync(many);
	for (let number = 3; number < FILES; number++)
		generateSession(join(many, `${number}.jsonl`), { entries: 40, cwd: folder, id: `s${number}` });
	generateImageSession(join(many, "0.jsonl"), { bytes: LARGE_BYTES, cwd: folder, id: "large" });
	for (const number of [1, 2]) linkSync(join(many, "0.jsonl"), join(many, `${number}.jsonl`));
	process.stdout.write(`${FILES} files, three of ${LARGE_BYTES >> 20} MB\n`);
	print(
		"list first",
		repeat(1, () => probe("list", many, indexes, "question 36")),
	);
	print(
		"list warm",
		repeat(runs, () => probe("list", many, indexes, "question 36")),
	);
} finally {
	rmSync(folder, { recursive: true, force: true });
}
