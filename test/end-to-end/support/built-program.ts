import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, rmdirSync, statSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";

/** The repository. */
export const ROOT: string = fileURLToPath(new URL("../../../", import.meta.url));
/** The package folder of the program under test. */
export const HOST_FOLDER: string = join(ROOT, "packages/host");
/** What `tau` on a user's PATH leads to. */
export const LAUNCHER: string = join(HOST_FOLDER, "bin/tau.js");

const PROGRAM = join(HOST_FOLDER, "dist/cli.js");
/** One for each run of the tests: its workers have the same parent. */
const LOCK = join(tmpdir(), `tau-end-to-end-build-${process.ppid}`);
/** A machine that runs other tests as well is slow. */
export const LONGEST_BUILD_MS = 120_000;
const PAUSE_MS = 50;

/**
 * Bundles the program when it is missing or older than its sources: a test of yesterday's program proves nothing. Test
 * files run in workers of their own; one of them builds and the others wait for it.
 */
export async function ensureBuilt(): Promise<void> {
	const deadline = Date.now() + LONGEST_BUILD_MS;
	while (isStale() && Date.now() < deadline) {
		if (takeLock()) await buildUnderLock();
		else await setTimeout(PAUSE_MS);
	}
}

function isStale(): boolean {
	const built = statSync(PROGRAM, { throwIfNoEntry: false })?.mtimeMs ?? 0;
	return readdirSync(join(ROOT, "packages")).some((name) => newestSource(join(ROOT, "packages", name, "src")) > built);
}

function newestSource(folder: string): number {
	const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
		({ name }) => name.endsWith(".ts") && !name.endsWith(".test.ts"),
	);
	return Math.max(...files.map(({ parentPath, name }) => statSync(join(parentPath, name)).mtimeMs));
}

async function buildUnderLock(): Promise<void> {
	const script = `import { bundle } from ${JSON.stringify(pathToFileURL(join(ROOT, "scripts/bundle.mjs")).href)};
		await bundle({ folder: ${JSON.stringify(HOST_FOLDER)}, entries: { cli: "src/cli/main.ts" } });`;
	const started = new Date();
	try {
		mkdirSync(dirname(PROGRAM), { recursive: true });
		await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], { cwd: ROOT });
		// What was edited meanwhile may be missing in it.
		utimesSync(PROGRAM, started, started);
	} finally {
		rmdirSync(LOCK);
	}
}

function takeLock(): boolean {
	try {
		mkdirSync(LOCK);
		return true;
	} catch {
		// EEXIST: another worker builds.
		return false;
	}
}
