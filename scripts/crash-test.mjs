// Kills writers of sessions and lets the power of their disk fail, thousands of times: `npm run crash-test -- --help`.
// What was acknowledged must be there afterwards. Stop it at any time; the next run with the same seed goes on.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const OPTIONS = {
	kills: { type: "string", default: "5000" },
	cuts: { type: "string", default: "100000" },
	seed: { type: "string", default: "1" },
	state: { type: "string", default: join(tmpdir(), "tau-crash-test.json") },
	help: { type: "boolean", default: false },
};
const USAGE = "node scripts/crash-test.mjs [--kills N] [--cuts N] [--seed N] [--state FILE]\n";

async function bundle(source, folder) {
	await build({
		entryPoints: [join(ROOT, "packages/host/test/session/crash/programs", source)],
		outdir: folder,
		entryNames: "[name]",
		outExtension: { ".js": ".mjs" },
		bundle: true,
		platform: "node",
		format: "esm",
		target: "node20",
		conditions: ["source"],
		define: {
			"import.meta.url": JSON.stringify(pathToFileURL(join(ROOT, "packages/host/src/platform/host-facts.ts")).href),
		},
		logLevel: "error",
	});
}

async function main() {
	const { values } = parseArgs({ options: OPTIONS });
	if (values.help) return void process.stdout.write(USAGE);
	const [kills, cuts, seed] = [values.kills, values.cuts, values.seed].map(Number);
	if (![kills, cuts, seed].every((number) => Number.isSafeInteger(number) && number >= 0)) throw new Error(USAGE);
	const folder = mkdtempSync(join(tmpdir(), "tau-crash-programs-"));
	try {
		await bundle("crash-test.ts", folder);
		await bundle("append-and-acknowledge.ts", folder);
		const { runCrashTest } = await import(pathToFileURL(join(folder, "crash-test.mjs")).href);
		const program = join(folder, "append-and-acknowledge.mjs");
		const write = (line) => void process.stdout.write(`${line}\n`);
		process.exitCode = await runCrashTest({ program, seed, kills, cuts, stateFile: values.state, write });
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

try {
	await main();
} catch (error) {
	process.stderr.write(`crash-test: ${error instanceof Error ? error.message : error}\n`);
	process.exitCode = 1;
}
