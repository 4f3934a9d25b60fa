import type { AgentToolUpdateCallback } from "@tau/agent";
import type { BashToolDetails, BashToolInput } from "../../extension-api/builtin-tool-types.ts";
import type { Clock } from "../../base/clock.ts";
import type { BashOperations } from "../../extension-api/tool-operations.ts";
import { OutputLog } from "./output-log.ts";
import { type SessionContext, shellEnvironment } from "./session-environment.ts";
import { settleAfterAbort, StillRunning } from "./settle-after-abort.ts";
import { endedResult, runningResult, type ShellResult, stoppedError } from "./shell-result.ts";
import type { BashSpawnContext, BashToolOptions } from "./shell-tool-options.ts";
import { UpdateThrottle } from "./update-throttle.ts";

/** Ten times a second is as live as a reader can follow. */
const UPDATE_INTERVAL = 100;
/** The local shell ends within two seconds of an abort; whoever needs longer is taken to ignore it. */
const ABORT_GRACE = 3000;

export interface ShellCommand {
	input: BashToolInput;
	cwd: string;
	operations: BashOperations;
	options: Pick<BashToolOptions, "commandPrefix" | "exposeSessionEnvironment" | "spawnHook">;
	session: SessionContext | undefined;
	/** Begins the name of the file that takes long output. */
	spillPrefix: string;
	onUpdate: AgentToolUpdateCallback<BashToolDetails | undefined> | undefined;
	clock: Clock;
}

/**
 * Runs one command of a shell tool. Throws on timeout and abort; any exit code is a result (BT05). An aborted command
 * is not waited for longer than a short grace, whatever the operations do.
 */
export async function runCommand(command: ShellCommand, signal: AbortSignal | undefined): Promise<ShellResult> {
	const timeout = checkedTimeout(command.input.timeout);
	const spawn = spawnContextOf(command);
	const log = new OutputLog(command.spillPrefix);
	const updates = new UpdateThrottle(UPDATE_INTERVAL, () => command.onUpdate?.(runningResult(log)));
	if (signal?.aborted) throw stoppedError(log, "Command aborted");
	command.onUpdate?.({ content: [], details: undefined });
	const startedAt = performance.now();
	try {
		const running = command.operations.exec(spawn.command, spawn.cwd, {
			env: spawn.env,
			onData: (chunk) => {
				log.append(Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk));
				updates.request();
			},
			...(timeout === undefined ? {} : { timeout }),
			...(signal === undefined ? {} : { signal }),
		});
		const { exitCode } = await settleAfterAbort(running, { clock: command.clock, grace: ABORT_GRACE }, signal);
		log.finish();
		if (exitCode === null) throw stoppedError(log, "Command terminated without an exit code");
		return endedResult(log, exitCode, (performance.now() - startedAt) / 1000);
	} catch (error) {
		log.finish();
		throw stopOf(error, log, signal);
	} finally {
		updates.stop();
	}
}

function checkedTimeout(seconds: number | undefined): number | undefined {
	if (seconds === undefined || (Number.isFinite(seconds) && seconds > 0)) return seconds;
	throw new Error("Invalid timeout: must be a finite number of seconds above 0");
}

function spawnContextOf({ input, cwd, options, session }: ShellCommand): BashSpawnContext {
	const isExposed = options.exposeSessionEnvironment !== false;
	const prefix = options.commandPrefix ? `${options.commandPrefix}\n` : "";
	const context = {
		command: prefix + input.command,
		cwd,
		env: shellEnvironment(process.env, isExposed ? session : undefined),
	};
	return options.spawnHook?.(context) ?? context;
}

/** Operations reject with the published messages `aborted` and `timeout:<seconds>`. */
function stopOf(error: unknown, log: OutputLog, signal: AbortSignal | undefined): unknown {
	if (error instanceof StillRunning) return stoppedError(log, "Command aborted, but it may still be running", error);
	const message = error instanceof Error ? error.message : "";
	if (signal?.aborted || message === "aborted") return stoppedError(log, "Command aborted", error);
	const seconds = /^timeout:(.*)$/.exec(message)?.[1];
	return seconds === undefined ? error : stoppedError(log, `Command timed out after ${seconds} seconds`, error);
}
