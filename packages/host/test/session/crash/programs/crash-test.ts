import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { cutPower } from "../cut-power.ts";
import { KILLS_PER_FILE, killWriters } from "../kill-writers.ts";

const CUTS_PER_SESSION = 100;
const LANES = 2;

export interface CrashTestOptions {
	/** The bundled program whose processes are killed. */
	readonly program: string;
	/** The first seed; the same seed does the same again. */
	readonly seed: number;
	readonly kills: number;
	readonly cuts: number;
	/** Where the progress is kept, so that a run that was stopped goes on. */
	readonly stateFile: string;
	write(line: string): void;
}

interface Progress {
	readonly seed: number;
	kills: number;
	cuts: number;
	failures: string[];
}

/** Kills and cuts until the numbers are reached. Resolves with the exit code. */
export async function runCrashTest(options: CrashTestOptions): Promise<number> {
	const progress = readProgress(options);
	const { write } = options;
	if (progress.kills + progress.cuts > 0) write(`going on after ${progress.kills} kills and ${progress.cuts} cuts`);
	while (progress.cuts < options.cuts) {
		const seed = options.seed + progress.cuts / CUTS_PER_SESSION;
		const { done, failures } = await cutPower(seed, CUTS_PER_SESSION);
		progress.cuts += done;
		record(progress, failures, options);
		if (progress.cuts % 5000 === 0) write(`${progress.cuts} cuts, ${progress.failures.length} failures`);
	}
	await killAll(progress, options);
	write(`${progress.kills} kills, ${progress.cuts} cuts, ${progress.failures.length} failures`);
	for (const failure of progress.failures) write(failure);
	rmSync(options.stateFile, { force: true });
	return progress.failures.length === 0 ? 0 : 1;
}

async function killAll(progress: Progress, options: CrashTestOptions): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), "tau-crash-"));
	try {
		while (progress.kills < options.kills) {
			const first = options.seed + progress.kills / KILLS_PER_FILE;
			const left = Math.ceil((options.kills - progress.kills) / KILLS_PER_FILE);
			const seeds = Array.from({ length: Math.min(LANES, left) }, (_, lane) => first + lane);
			const counts = await Promise.all(seeds.map((seed) => killWriters(seed, { program: options.program, folder })));
			for (const { done, failures } of counts) {
				progress.kills += done;
				record(progress, failures, options);
			}
			if (progress.kills % 200 === 0) options.write(`${progress.kills} kills, ${progress.failures.length} failures`);
		}
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** Progress of a run with another seed is another run's. */
function readProgress({ stateFile, seed }: CrashTestOptions): Progress {
	const kept = existsSync(stateFile) ? (JSON.parse(readFileSync(stateFile, "utf8")) as Progress) : undefined;
	return kept?.seed === seed ? kept : { seed, kills: 0, cuts: 0, failures: [] };
}

function record(progress: Progress, failures: readonly string[], { stateFile }: CrashTestOptions): void {
	progress.failures.push(...failures);
	mkdirSync(dirname(stateFile), { recursive: true });
	writeFileSync(`${stateFile}.new`, JSON.stringify(progress));
	renameSync(`${stateFile}.new`, stateFile);
}
