import { homedir } from "node:os";
import { join } from "node:path";
import { findOnPath, isFile } from "./find-on-path.ts";

/** How to start a shell; the command follows the arguments, or goes to stdin. */
export interface ShellConfig {
	shell: string;
	args: string[];
	commandTransport?: "argv" | "stdin";
}

/**
 * The Bash to use: the given path; else Git Bash and `bash.exe` on PATH on Windows, `/bin/bash`, `bash` on PATH and
 * `sh` elsewhere. Throws when the given path does not exist or Windows has none.
 */
export function getShellConfig(customShellPath?: string): ShellConfig {
	if (customShellPath !== undefined && customShellPath !== "") {
		const path = customShellPath.replace(/^~(?=$|[\\/])/, () => homedir());
		if (!isFile(path)) throw new Error(`Custom shell path not found: ${customShellPath}`);
		return bashConfig(path);
	}
	if (process.platform === "win32") return windowsBash();
	if (isFile("/bin/bash")) return bashConfig("/bin/bash");
	return bashConfig(findOnPath(["bash"]) ?? "sh");
}

function bashConfig(shell: string): ShellConfig {
	// The launcher of legacy WSL mangles quotes on its command line.
	if (/[\\/]system32[\\/]bash\.exe$/i.test(shell)) return { shell, args: ["-s"], commandTransport: "stdin" };
	return { shell, args: ["-c"] };
}

function windowsBash(): ShellConfig {
	const known = programFolders().map((folder) => join(folder, "Git", "bin", "bash.exe"));
	const shell = known.find(isFile) ?? findOnPath(["bash.exe"]);
	if (shell !== undefined) return bashConfig(shell);
	throw new Error(`No Bash found. Looked at ${known.join(", ")} and PATH; install Git for Windows or set shellPath.`);
}

function programFolders(): string[] {
	return [process.env["ProgramFiles"], process.env["ProgramFiles(x86)"]].filter((folder) => folder !== undefined);
}

const POWERSHELL_ARGS = ["-NoProfile", "-NonInteractive", "-ExecutionPolicy", "Bypass", "-Command"];

/** PowerShell, the current one before Windows PowerShell; nothing where neither is installed (AD16). */
export function findPowerShell(): ShellConfig | undefined {
	const shell = process.platform === "win32" ? windowsPowerShell() : findOnPath(["pwsh"]);
	return shell === undefined ? undefined : { shell, args: [...POWERSHELL_ARGS] };
}

/** Throws where PowerShell is not installed. */
export function getPowerShellConfig(): ShellConfig {
	const config = findPowerShell();
	if (config === undefined) throw new Error("PowerShell was not found: neither pwsh nor powershell is installed here.");
	return config;
}

function windowsPowerShell(): string | undefined {
	const current = findOnPath(["pwsh.exe"]);
	if (current !== undefined) return current;
	const installed = programFolders().map((folder) => join(folder, "PowerShell", "7", "pwsh.exe"));
	const system = join(process.env["SystemRoot"] ?? "C:\\Windows", "System32", "WindowsPowerShell", "v1.0");
	return installed.find(isFile) ?? findOnPath(["powershell.exe"]) ?? [join(system, "powershell.exe")].find(isFile);
}
