import { createHash } from "node:crypto";
import { mkdirSync, renameSync, statSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { BRAND, getAgentDir, HOST_FILES } from "./host-facts.ts";

/** What child processes start by name, and what it stands for. */
export interface ProgramShim {
	readonly dir: string;
	readonly node: string;
	readonly script: string;
	readonly names: readonly string[];
	readonly platform: NodeJS.Platform;
}

/** The name under which extensions and their scripts know the program, and the program's own. */
const NAMES: readonly string[] = [...new Set(["pi", BRAND.name])];

/**
 * The environment of a child process, in which `pi` is the program that runs now, on the same Node. The folder is made
 * at the first process and found again with one look afterwards. Where it cannot be made, the environment stays as it is.
 */
export function withProgramShim(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
	const dir = shimFolder();
	return dir === undefined ? env : prependToPath(env, dir);
}

/** The same for what extensions start without the host: this process hands its environment on. */
export function offerProgram(): void {
	Object.assign(process.env, withProgramShim(process.env));
}

function shimFolder(): string | undefined {
	const script = join(dirname(HOST_FILES.manifest), "bin", "tau.js");
	const node = process.execPath;
	// Two installations with one agent folder keep apart.
	const id = createHash("sha256").update(`${node}\0${script}`).digest("hex").slice(0, 12);
	const dir = join(getAgentDir(), "cache", "bin", id);
	return ensureShim({ dir, node, script, names: NAMES, platform: process.platform }) ? dir : undefined;
}

/** Whether the folder is there now. */
export function ensureShim(shim: ProgramShim): boolean {
	const files = shimFiles(shim);
	try {
		// The last one written stands for all.
		const last = Object.keys(files).at(-1)!;
		if (statSync(join(shim.dir, last), { throwIfNoEntry: false })?.isFile()) return true;
		mkdirSync(shim.dir, { recursive: true, mode: 0o700 });
		for (const [name, text] of Object.entries(files)) {
			const file = join(shim.dir, name);
			// Another process may make the same folder or run the file at this moment.
			writeFileSync(`${file}.${process.pid}`, text, { mode: 0o755 });
			renameSync(`${file}.${process.pid}`, file);
		}
		return true;
	} catch {
		// A folder that cannot be written costs the name, not the process that was asked for.
		return false;
	}
}

function shimFiles({ node, script, names, platform }: ProgramShim): Record<string, string> {
	const shell = `#!/bin/sh\nexec ${quote(node)} ${quote(script)} "$@"\n`;
	const batch = `@"${node}" "${script}" %*\r\n`;
	const isWindows = platform === "win32";
	// Git Bash on Windows starts the first, cmd and PowerShell the second.
	return Object.fromEntries(names.flatMap((name) => [[name, shell], ...(isWindows ? [[`${name}.cmd`, batch]] : [])]));
}

function quote(word: string): string {
	return `'${word.replaceAll("'", "'\\''")}'`;
}

/** The folder first; everything else keeps its order. */
export function prependToPath(env: NodeJS.ProcessEnv, dir: string): NodeJS.ProcessEnv {
	// Windows calls it `Path`.
	const key = Object.keys(env).find((name) => name.toUpperCase() === "PATH") ?? "PATH";
	const rest = (env[key] ?? "").split(delimiter).filter((entry) => entry !== dir);
	return { ...env, [key]: [dir, ...rest].join(delimiter) };
}
