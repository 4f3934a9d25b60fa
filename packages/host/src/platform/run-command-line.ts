import { execCommand } from "./exec-command.ts";

/** Longest wait for a command that prints a credential: password managers may ask the user first. */
const TIMEOUT_MS = 60_000;

/** Runs a command line in the system's shell and gives what it printed; rejects with its error output (V02). */
export async function runCommandLine(command: string, signal: AbortSignal): Promise<string> {
	const [program, args] =
		process.platform === "win32" ? ["cmd.exe", ["/d", "/s", "/c", command]] : ["/bin/sh", ["-c", command]];
	const { code, stdout, stderr } = await execCommand(program, args, { signal, timeout: TIMEOUT_MS });
	if (code === 0) return stdout;
	throw new Error(stderr.trim() === "" ? `exit code ${code}` : stderr.trim());
}
