import { constants } from "node:buffer";
import { existsSync } from "node:fs";
import { StringDecoder } from "node:string_decoder";
import { type ProcessOutcome, runProcess } from "./run-process.ts";

export interface ExecOptions {
	signal?: AbortSignal;
	/** Milliseconds. */
	timeout?: number;
	cwd?: string;
	/** Bytes of stdout and stderr together; default 256 MiB. */
	maxBuffer?: number;
}

/** What a program came to (API15). `killed` is true when the host ended it. */
export interface ExecResult {
	stdout: string;
	stderr: string;
	/** 128 + n when signal n ended it. */
	code: number;
	killed: boolean;
	truncated: boolean;
}

/** API15. */
const DEFAULT_MAX_BUFFER = 256 * 1024 * 1024;

/**
 * Runs a program without a shell. Never rejects for what becomes of the program: one that cannot be started has code 1
 * and the reason in `stderr` (API15). SIGTERM on abort, timeout or too much output; SIGKILL five seconds later.
 */
export async function execCommand(
	command: string,
	args: readonly string[],
	options: ExecOptions = {},
): Promise<ExecResult> {
	const limit = Math.min(options.maxBuffer ?? DEFAULT_MAX_BUFFER, constants.MAX_STRING_LENGTH);
	const overflow = new AbortController();
	const output = new BoundedOutput(limit, () => overflow.abort());
	const signal = options.signal === undefined ? overflow.signal : AbortSignal.any([options.signal, overflow.signal]);
	const request = {
		command,
		args,
		cwd: options.cwd,
		timeoutMilliseconds: options.timeout,
		onStdout: (chunk: Buffer) => output.add("stdout", chunk),
		onStderr: (chunk: Buffer) => output.add("stderr", chunk),
	};
	let outcome: ProcessOutcome;
	try {
		outcome = await runProcess(request, signal);
	} catch (error) {
		return { stdout: "", stderr: startFailure(error as Error, options.cwd), code: 1, killed: false, truncated: false };
	}
	return {
		stdout: output.text("stdout"),
		stderr: output.text("stderr"),
		// Output may exceed the limit after the program ended well; incomplete output is never a success.
		code: output.truncated ? outcome.exitCode || 1 : outcome.exitCode,
		killed: outcome.endedBy !== "itself",
		truncated: output.truncated,
	};
}

/** Node reports a missing working directory as a missing program. */
function startFailure(error: Error, cwd: string | undefined): string {
	if (cwd !== undefined && !existsSync(cwd)) return `Working directory does not exist: ${cwd}`;
	return error.message;
}

class BoundedOutput {
	readonly #limit: number;
	readonly #onOverflow: () => void;
	readonly #chunks: Record<"stdout" | "stderr", Buffer[]> = { stdout: [], stderr: [] };
	#bytes = 0;
	truncated = false;

	constructor(limit: number, onOverflow: () => void) {
		this.#limit = limit;
		this.#onOverflow = onOverflow;
	}

	add(stream: "stdout" | "stderr", chunk: Buffer): void {
		if (this.truncated) return;
		const kept = chunk.subarray(0, this.#limit - this.#bytes);
		this.#bytes += kept.length;
		this.#chunks[stream].push(kept);
		if (kept.length === chunk.length) return;
		this.truncated = true;
		this.#onOverflow();
	}

	text(stream: "stdout" | "stderr"): string {
		const bytes = Buffer.concat(this.#chunks[stream]);
		// A character cut by the limit is left out.
		return this.truncated ? new StringDecoder("utf8").write(bytes) : bytes.toString("utf8");
	}
}
