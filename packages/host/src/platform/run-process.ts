import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import { signalProcessGroup, trackProcessGroup, untrackProcessGroup } from "./process-group.ts";
import { withProgramShim } from "./program-shim.ts";

export interface ProcessRequest {
	command: string;
	args: readonly string[];
	cwd?: string | undefined;
	env?: NodeJS.ProcessEnv | undefined;
	/** What the program reads from stdin; without it stdin is at its end from the start. */
	input?: string | undefined;
	timeoutMilliseconds?: number | undefined;
	/** How long the group may take to end after SIGTERM before it gets SIGKILL; default 5000 (API15). */
	killGraceMilliseconds?: number | undefined;
	/** Must not throw. */
	onStdout?: ((chunk: Buffer) => void) | undefined;
	/** Must not throw. */
	onStderr?: ((chunk: Buffer) => void) | undefined;
}

export interface ProcessOutcome {
	/** 128 + n when signal n ended the program. */
	exitCode: number;
	/** What ended it: the program itself (or a foreign signal), the time limit, or the abort signal. */
	endedBy: "itself" | "timeout" | "abort";
}

const KILL_GRACE = 5000;
/** A program that ended may leave descendants that hold its pipes; output already written arrives within this time. */
const QUIET_AFTER_EXIT = 100;
/** Descendants that keep writing do not extend the result beyond this. */
const LONGEST_DRAIN = 1000;
/** Longer delays make Node's timers fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * The one way to start a program. It leads a process group of its own, so that ending it ends everything it started;
 * stdin is at its end; the result never waits for descendants that keep the pipes open. Rejects when the program
 * cannot be started.
 */
export async function runProcess(request: ProcessRequest, signal: AbortSignal | undefined): Promise<ProcessOutcome> {
	if (signal?.aborted) return { exitCode: exitCodeOf(null, "SIGTERM"), endedBy: "abort" };
	const child = spawn(request.command, request.args, {
		cwd: request.cwd,
		env: withProgramShim(request.env ?? process.env),
		detached: process.platform !== "win32",
		stdio: [request.input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
		windowsHide: true,
	});
	// A program that does not read its input closes the pipe; the outcome says what it made of that.
	child.stdin?.on("error", () => {}).end(request.input);
	return await new RunningProcess(child, request, signal).outcome;
}

class RunningProcess {
	readonly outcome: Promise<ProcessOutcome>;
	readonly #child: ChildProcess;
	readonly #request: ProcessRequest;
	readonly #signal: AbortSignal | undefined;
	readonly #timers = new Map<"limit" | "grace" | "drain" | "quiet", NodeJS.Timeout>();
	#endedBy: ProcessOutcome["endedBy"] = "itself";
	#exitCode: number | undefined;
	#settle: { resolve: (outcome: ProcessOutcome) => void; reject: (error: Error) => void } | undefined;

	constructor(child: ChildProcess, request: ProcessRequest, signal: AbortSignal | undefined) {
		this.#child = child;
		this.#request = request;
		this.#signal = signal;
		this.outcome = new Promise((resolve, reject) => {
			this.#settle = { resolve, reject };
		});
		if (child.pid !== undefined) trackProcessGroup(child.pid);
		child.stdout?.on("data", (chunk: Buffer) => this.#receive(chunk, request.onStdout));
		child.stderr?.on("data", (chunk: Buffer) => this.#receive(chunk, request.onStderr));
		child.once("error", (error) => this.#finish(error));
		child.once("exit", (code, name) => this.#exited(exitCodeOf(code, name)));
		child.once("close", () => this.#finish());
		signal?.addEventListener("abort", this.#onAbort, { once: true });
		const limit = request.timeoutMilliseconds;
		if (limit !== undefined) this.#after("limit", limit, () => this.#stop("timeout"));
	}

	readonly #onAbort = (): void => this.#stop("abort");

	#receive(chunk: Buffer, listener: ((chunk: Buffer) => void) | undefined): void {
		// After the result the pipes are only drained, so that a background descendant can go on writing.
		if (this.#settle === undefined) return;
		listener?.(chunk);
		if (this.#exitCode !== undefined && this.#endedBy === "itself") this.#waitForQuiet();
	}

	#exited(exitCode: number): void {
		this.#exitCode = exitCode;
		if (this.#endedBy !== "itself") return;
		this.#clearTimers();
		this.#after("drain", LONGEST_DRAIN, () => this.#finish());
		this.#waitForQuiet();
	}

	#waitForQuiet(): void {
		this.#after("quiet", QUIET_AFTER_EXIT, () => this.#finish());
	}

	#stop(endedBy: "timeout" | "abort"): void {
		// The program has ended by itself and only its pipes are drained: what ended it is settled.
		if (this.#endedBy !== "itself" || this.#exitCode !== undefined) return;
		const pid = this.#child.pid;
		if (pid === undefined) return;
		this.#endedBy = endedBy;
		signalProcessGroup(pid, "SIGTERM");
		this.#after("grace", this.#request.killGraceMilliseconds ?? KILL_GRACE, () => {
			signalProcessGroup(pid, "SIGKILL");
			// A member that escaped the group may hold the pipes; it is not waited for.
			this.#waitForQuiet();
		});
	}

	#finish(error?: Error): void {
		const settle = this.#settle;
		if (settle === undefined) return;
		this.#settle = undefined;
		this.#clearTimers();
		this.#signal?.removeEventListener("abort", this.#onAbort);
		this.#release();
		if (error !== undefined) settle.reject(error);
		else settle.resolve({ exitCode: this.#exitCode ?? exitCodeOf(null, "SIGKILL"), endedBy: this.#endedBy });
	}

	#release(): void {
		const { pid, stdout, stderr } = this.#child;
		if (pid === undefined) return;
		if (this.#endedBy !== "itself") signalProcessGroup(pid, "SIGKILL");
		untrackProcessGroup(pid);
		for (const stream of [stdout, stderr]) {
			if (this.#endedBy !== "itself") stream?.destroy();
			else (stream as { unref?: () => void } | null)?.unref?.();
		}
		this.#child.unref();
	}

	#after(name: "limit" | "grace" | "drain" | "quiet", milliseconds: number, action: () => void): void {
		clearTimeout(this.#timers.get(name));
		this.#timers.set(name, setTimeout(action, Math.min(milliseconds, LONGEST_TIMER)));
	}

	#clearTimers(): void {
		for (const timer of this.#timers.values()) clearTimeout(timer);
		this.#timers.clear();
	}
}

function exitCodeOf(code: number | null, signal: NodeJS.Signals | null): number {
	if (code !== null) return code;
	return 128 + (signal === null ? 0 : constants.signals[signal]);
}
