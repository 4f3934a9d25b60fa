import { spawn } from "node:child_process";

const liveGroups = new Set<number>();

function killLiveGroups(): void {
	for (const pid of liveGroups) signalProcessGroup(pid, "SIGKILL");
}

/**
 * Remembers a child that leads its own group: it gets no signal from the terminal of the host, so nobody but the host
 * ends it. The hook is installed only while there is something to end.
 */
export function trackProcessGroup(pid: number): void {
	if (liveGroups.size === 0) process.on("exit", killLiveGroups);
	liveGroups.add(pid);
}

export function untrackProcessGroup(pid: number): void {
	liveGroups.delete(pid);
	if (liveGroups.size === 0) process.off("exit", killLiveGroups);
}

/** Ends everything the host started and that still runs; for a host that must leave without an `exit` event. */
export function killAllProcessGroups(): void {
	killLiveGroups();
}

/** Sends a signal to a child and everything it started; false when nothing was there to receive it. */
export function signalProcessGroup(pid: number, signal: "SIGTERM" | "SIGKILL"): boolean {
	if (process.platform === "win32") {
		// There is no polite signal for a tree of console programs on Windows: both requests end it.
		spawn("taskkill", ["/PID", String(pid), "/T", "/F"], { stdio: "ignore", windowsHide: true }).on("error", () => {
			// Without taskkill only the child itself can be ended, which its handle does.
		});
		return true;
	}
	try {
		process.kill(-pid, signal);
		return true;
	} catch {
		// ESRCH: the whole group has ended. EPERM: its last member changed its user and is out of reach.
		return false;
	}
}
