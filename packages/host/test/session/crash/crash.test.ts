import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { bundleProgram } from "../bundle-program.ts";
import { cutPower } from "./cut-power.ts";
import { KILLS_PER_FILE, killWriters } from "./kill-writers.ts";

const CUTS = 3000;
const CUTS_PER_SESSION = 100;
const KILLS = 300;
/** Writers that are killed at the same time, each over its own file. */
const LANES = 2;
const LIMIT_MS = 240_000;

const folder = mkdtempSync(join(tmpdir(), "tau-crash-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test(
	"wherever the power fails, what was acknowledged is on the disk and the session opens and goes on",
	{ timeout: LIMIT_MS },
	async () => {
		const failures: string[] = [];
		let done = 0;
		for (let seed = 1; done < CUTS; seed += 1) {
			const count = await cutPower(seed, CUTS_PER_SESSION);
			done += count.done;
			failures.push(...count.failures);
		}
		expect([done, failures]).toEqual([CUTS, []]);
	},
);

test(
	"whenever a writer is killed, what it acknowledged is in the file, and the next one goes on at once",
	{ timeout: LIMIT_MS },
	async () => {
		const program = await bundleProgram(join(import.meta.dirname, "programs/append-and-acknowledge.ts"), folder);
		const failures: string[] = [];
		const seeds = Array.from({ length: KILLS / KILLS_PER_FILE }, (_, at) => at + 1).values();
		let done = 0;
		const work = async (): Promise<void> => {
			for (const seed of seeds) {
				const count = await killWriters(seed, { program, folder });
				done += count.done;
				failures.push(...count.failures);
			}
		};
		await Promise.all(Array.from({ length: LANES }, work));
		expect([done, failures]).toEqual([KILLS, []]);
	},
);
