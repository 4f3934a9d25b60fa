import { stat } from "node:fs/promises";
import type { BackendProcesses, ShellOutcome, ShellRequest } from "./backend.ts";
import { runProcess } from "./run-process.ts";
import { getPowerShellConfig, getShellConfig, type ShellConfig } from "./shell.ts";

/** A command that was stopped gets this long to clean up; the user is waiting. */
const KILL_GRACE = 2000;

/** Shell commands on this machine; the shell is looked up anew for each command. */
export function createLocalProcesses(options: { shellPath?: string | undefined } = {}): BackendProcesses {
	const configOf = (shell: ShellRequest["shell"]): ShellConfig =>
		shell === "bash" ? getShellConfig(options.shellPath) : getPowerShellConfig();
	return { runShell: async (request, signal) => await runShell(configOf(request.shell), request, signal) };
}

async function runShell(
	{ shell, args, commandTransport }: ShellConfig,
	request: ShellRequest,
	signal: AbortSignal | undefined,
): Promise<ShellOutcome> {
	// Node reports a missing working directory as a missing shell.
	const isFolder = await stat(request.cwd).then(
		(status) => status.isDirectory(),
		() => false,
	);
	if (!isFolder) throw new Error(`Working directory does not exist: ${request.cwd}`);
	const viaStdin = commandTransport === "stdin";
	return await runProcess(
		{
			command: shell,
			args: viaStdin ? args : [...args, request.command],
			input: viaStdin ? request.command : undefined,
			cwd: request.cwd,
			env: request.env,
			timeoutMilliseconds: request.timeoutSeconds === undefined ? undefined : request.timeoutSeconds * 1000,
			killGraceMilliseconds: KILL_GRACE,
			onStdout: request.onData,
			onStderr: request.onData,
		},
		signal,
	);
}
