import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { systemClock } from "../base/clock.ts";
import { HOST_FILES } from "../platform/host-facts.ts";
import { readJsonLines } from "./json-lines.ts";

export interface RpcClientOptions {
	/** The program to start; default: the one that this package brings along. */
	cliPath?: string;
	cwd?: string;
	/** Added to the environment of this process. */
	env?: Record<string, string>;
	provider?: string;
	model?: string;
	/** Further arguments. */
	args?: string[];
}

export interface RpcProcessListeners {
	onLine(line: string): void;
	/** Told once, when the process has ended or could not be started. */
	onExit(reason: Error): void;
}

/** Enough to find out what went wrong; a process that complains all day does not fill this one. */
const LARGEST_STDERR = 64 * 1024;
/** What an orderly shutdown may take before it is helped along. */
const GRACE_MS = 5_000;

/** The child process of a client: lines in both directions, and what it says on stderr. */
export class RpcProcess {
	readonly #child: ChildProcess;
	readonly #listeners: RpcProcessListeners;
	#stderr = "";
	#exit: Error | undefined;

	constructor(options: RpcClientOptions, listeners: RpcProcessListeners) {
		this.#listeners = listeners;
		const cli = options.cliPath ?? join(dirname(HOST_FILES.manifest), "bin/tau.js");
		this.#child = spawn(process.execPath, [cli, ...wordsOf(options)], {
			...(options.cwd !== undefined && { cwd: options.cwd }),
			env: { ...process.env, ...options.env },
			stdio: ["pipe", "pipe", "pipe"],
		});
		this.#listen(this.#child);
	}

	get stderr(): string {
		return this.#stderr;
	}

	/** Resolves when the pipe takes more; rejects when the process has ended. */
	async send(line: string): Promise<void> {
		if (this.#exit) throw this.#exit;
		const { stdin } = this.#child;
		if (!stdin || stdin.write(`${line}\n`)) return;
		await Promise.race([once(stdin, "drain"), once(this.#child, "close")]);
	}

	/** Asks for an orderly end, then ends it. Resolves when the process is gone. */
	async stop(): Promise<void> {
		if (this.#exit) return;
		const gone = once(this.#child, "close");
		this.#child.stdin?.end();
		const cancels = [
			systemClock.after(GRACE_MS, () => this.#child.kill("SIGTERM")),
			systemClock.after(GRACE_MS * 2, () => this.#child.kill("SIGKILL")),
		];
		await gone;
		for (const cancel of cancels) cancel();
	}

	#listen(child: ChildProcess): void {
		child.stderr?.setEncoding("utf8").on("data", (text: string) => {
			this.#stderr = (this.#stderr + text).slice(-LARGEST_STDERR);
		});
		if (child.stdout) readJsonLines(child.stdout, { onLine: (line) => this.#listeners.onLine(line), onEnd: () => {} });
		// The pipe of a process that ended takes nothing; its end is told below.
		child.stdin?.on("error", () => {});
		child.on("error", (error) => this.#ended(error));
		child.on("close", (code, signal) => {
			const how = signal === null ? `with code ${code}` : `by ${signal}`;
			const said = this.#stderr.trim();
			this.#ended(new Error(`The RPC process ended ${how}${said === "" ? "" : `: ${said}`}`));
		});
	}

	#ended(reason: Error): void {
		if (this.#exit) return;
		this.#exit = reason;
		this.#listeners.onExit(reason);
	}
}

function wordsOf({ provider, model, args = [] }: RpcClientOptions): string[] {
	return [
		"--mode",
		"rpc",
		...(provider === undefined ? [] : ["--provider", provider]),
		...(model === undefined ? [] : ["--model", model]),
		...args,
	];
}
