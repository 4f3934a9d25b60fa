import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const MAIN = "packages/host/src/cli/main.ts";
const FROM_SOURCE = [
	"--conditions=source",
	"--import",
	join(ROOT, "node_modules/tsx/dist/loader.mjs"),
	join(ROOT, MAIN),
];

/** Far above what a run takes. */
const LONGEST_RUN_MS = 15_000;

export interface ProgramRun {
	/** Undefined when a signal ended it. */
	readonly code: number | undefined;
	readonly stdout: string;
	readonly stderr: string;
}

export interface ProgramHome {
	/** Runs the program from its sources in a folder of its own, on a server of the given protocol. */
	run(...args: string[]): Promise<ProgramRun>;
	/** The text of the only session. */
	session(): string;
}

/** A user's folders, with one provider that speaks to the server. */
export function createProgramHome(server: { readonly api: string; readonly baseUrl: string }): ProgramHome {
	const home = realpathSync(mkdtempSync(join(tmpdir(), "tau-sendable-")));
	onTestFinished(() => rmSync(home, { recursive: true, force: true }));
	const agentDir = join(home, ".pi", "agent");
	const cwd = join(home, "project");
	mkdirSync(cwd);
	mkdirSync(agentDir, { recursive: true });
	const models = [{ id: "strict-1", contextWindow: 200_000, maxTokens: 8_192 }];
	const providers = { strict: { ...server, apiKey: "key", models } };
	writeFileSync(join(agentDir, "models.json"), JSON.stringify({ providers }));
	const env = { PATH: process.env["PATH"], HOME: home, XDG_CACHE_HOME: join(home, "cache") };
	return {
		run: (...args) =>
			new Promise((resolve) => {
				const words = [...FROM_SOURCE, "--model", "strict/strict-1", ...args];
				const options = { cwd, env, timeout: LONGEST_RUN_MS };
				const child = execFile(process.execPath, words, options, (_error, stdout, stderr) =>
					resolve({ code: child.exitCode ?? undefined, stdout, stderr }),
				);
				child.stdin?.end();
			}),
		session: () => {
			const sessions = join(agentDir, "sessions");
			const [file = ""] = readdirSync(sessions, { recursive: true, encoding: "utf8" }).filter((name) =>
				name.endsWith(".jsonl"),
			);
			return readFileSync(join(sessions, file), "utf8");
		},
	};
}
