import { spawn, type ChildProcess } from "node:child_process";
import type { Readable } from "node:stream";
import { beforeAll, vi } from "vitest";
import { ensureBuilt, LAUNCHER, LONGEST_BUILD_MS } from "./built-program.ts";
import { temporaryFolder, type Home } from "./home.ts";

export interface RunOptions {
	/** What is piped in; without it there is nothing to read. */
	readonly stdin?: string;
	/** Added to an environment that holds nothing but PATH and HOME. */
	readonly env?: Readonly<Record<string, string>>;
	/** A program that starts the one under test, with the words before it. */
	readonly through?: readonly string[];
	/** Another launcher, for copies of the package. */
	readonly launcher?: string;
	/** Instead of the working directory of the home. */
	readonly cwd?: string;
}

export interface Outcome {
	/** Nothing when a signal ended the program. */
	readonly code: number | null;
	readonly stdout: string;
	readonly stderr: string;
}

/** A program that runs. */
export interface Running {
	readonly child: ChildProcess;
	readonly ended: Promise<Outcome>;
}

/** Far above what any run takes, on a crowded machine too: a program that hangs fails its test and nothing else. */
const LONGEST_RUN_MS = 30_000;
/** A test may wait for its turn while others run. */
const LONGEST_TEST_MS = 120_000;

// Compiled code of the program itself may be shared: it is no state of a home.
let compileCache: string | undefined;

vi.setConfig({ testTimeout: LONGEST_TEST_MS });
beforeAll(ensureBuilt, LONGEST_BUILD_MS);

/** Programs that run at the same time, so that tests may wait side by side without crowding a small machine. */
const SLOTS = 2;
let free = SLOTS;
const queue: (() => void)[] = [];

async function takeSlot(): Promise<void> {
	if (free > 0) free -= 1;
	else await new Promise<void>((resolve) => queue.push(resolve));
}

function giveSlot(): void {
	const next = queue.shift();
	if (next) next();
	else free += 1;
}

/** Starts the built program in a home, with the Node that runs the tests. */
export async function startTau(home: Home, args: readonly string[], options: RunOptions = {}): Promise<Running> {
	await takeSlot();
	compileCache ??= temporaryFolder();
	const words = [...(options.through ?? []), process.execPath, options.launcher ?? LAUNCHER, ...args];
	const child = spawn(words[0]!, words.slice(1), {
		cwd: options.cwd ?? home.cwd,
		env: { PATH: process.env["PATH"], HOME: home.home, XDG_CACHE_HOME: compileCache, ...options.env },
		stdio: [options.stdin === undefined ? "ignore" : "pipe", "pipe", "pipe"],
	});
	child.stdin?.end(options.stdin);
	return { child, ended: collect(child).finally(giveSlot) };
}

/** Runs the built program to its end. */
export async function runTau(home: Home, args: readonly string[], options?: RunOptions): Promise<Outcome> {
	return (await startTau(home, args, options)).ended;
}

async function collect(child: ChildProcess): Promise<Outcome> {
	const timer = setTimeout(() => child.kill("SIGKILL"), LONGEST_RUN_MS);
	const code = new Promise<number | null>((resolve, reject) => child.on("close", resolve).on("error", reject));
	const [stdout, stderr] = await Promise.all([readText(child.stdout), readText(child.stderr)]);
	const outcome = { code: await code, stdout, stderr };
	clearTimeout(timer);
	return outcome;
}

/** What came until the stream ended or the test closed it. */
function readText(stream: Readable | null): Promise<string> {
	const chunks: Buffer[] = [];
	return new Promise((resolve) => {
		stream?.on("data", (chunk: Buffer) => chunks.push(chunk));
		stream?.on("close", () => resolve(Buffer.concat(chunks).toString()));
	});
}
