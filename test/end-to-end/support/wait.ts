import { existsSync, readFileSync } from "node:fs";
import { vi } from "vitest";

const LONGEST_WAIT = { timeout: 10_000, interval: 10 };

/** The content of a file that a program under test writes, as soon as it is there and not empty. */
export function fileText(path: string): Promise<string> {
	return vi.waitFor(() => {
		const text = existsSync(path) ? readFileSync(path, "utf8") : "";
		if (text === "") throw new Error(`${path} is not there yet`);
		return text;
	}, LONGEST_WAIT);
}

/** Resolves when a process has ended, which a signal only begins. */
export function processGone(pid: number): Promise<void> {
	return vi.waitFor(() => {
		if (isRunning(pid)) throw new Error(`process ${pid} still runs`);
	}, LONGEST_WAIT);
}

function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0);
	} catch {
		// ESRCH: nobody has this number any more.
		return false;
	}
	// An orphan that ended keeps its number until somebody collects it, which takes its time in containers.
	const stat = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, "utf8") : "";
	return !/\) Z /.test(stat);
}
