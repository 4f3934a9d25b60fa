import { StringDecoder } from "node:string_decoder";
import { systemClock } from "../../base/clock.ts";
import type { BashResult } from "../../extension-api/events/input-events.ts";
import type { BashOperations } from "../../extension-api/tool-operations.ts";
import { OutputLog } from "../../tools/shell/output-log.ts";
import { type SessionContext, shellEnvironment } from "../../tools/shell/session-environment.ts";
import { settleAfterAbort } from "../../tools/shell/settle-after-abort.ts";

/** The shell ends within two seconds of an abort; whoever needs longer is taken to ignore it. */
const ABORT_GRACE = 3000;

export interface ShellRun {
	readonly command: string;
	readonly cwd: string;
	readonly operations: BashOperations;
	readonly session: SessionContext;
	/** Seconds. */
	readonly timeout?: number | undefined;
	/** Told of all output as it comes. */
	onOutput(text: string): void;
}

/** Operations reject with the published message `timeout:<seconds>`. */
const isTimeout = (error: unknown): boolean => error instanceof Error && error.message.startsWith("timeout:");

/** Runs a command to its end, or until it is stopped. Any exit code is a result; rejects when nothing could run. */
export async function runShellCommand(run: ShellRun, signal: AbortSignal): Promise<BashResult> {
	const log = new OutputLog("tau-bash");
	// Characters may be cut between two pieces.
	const decoder = new StringDecoder("utf8");
	const tell = (text: string): void => {
		if (text !== "") run.onOutput(text);
	};
	let exitCode: number | null = null;
	let isStopped = false;
	try {
		const running = run.operations.exec(run.command, run.cwd, {
			env: shellEnvironment(process.env, run.session),
			signal,
			...(run.timeout !== undefined && { timeout: run.timeout }),
			onData: (data) => {
				const chunk = Buffer.from(data);
				log.append(chunk);
				tell(decoder.write(chunk));
			},
		});
		({ exitCode } = await settleAfterAbort(running, { clock: systemClock, grace: ABORT_GRACE }, signal));
	} catch (error) {
		isStopped = run.timeout !== undefined && isTimeout(error);
		if (!isStopped && !signal.aborted) throw error;
	} finally {
		log.finish();
		tell(decoder.end());
	}
	isStopped ||= signal.aborted;
	const { content, truncated } = log.shown();
	const fullOutputPath = truncated ? log.spill?.path : undefined;
	return {
		output: content,
		exitCode: isStopped ? undefined : (exitCode ?? undefined),
		cancelled: isStopped,
		truncated,
		...(fullOutputPath !== undefined && { fullOutputPath }),
	};
}
