import { execFileSync } from "node:child_process";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** Tells one process from every other, also from a later one that got the same number. */
export interface ProcessIdentity {
	readonly pid: number;
	/** When it began, in the system's own unit; only good for comparing. Absent where the system does not say. */
	readonly started?: string;
	readonly host: string;
	/** Two machines may share a name. */
	readonly machine?: string;
	/** Changes whenever the machine starts. */
	readonly boot?: string;
	/** Containers number their processes on their own. */
	readonly pidSpace?: string;
}

/** `unknown`: it runs, or may run, where this process cannot look. */
export type Liveness = "alive" | "dead" | "unknown";

/** Fields of `/proc/PID/stat` behind the command's name: state is the first, start time the twentieth (proc(5)). */
const STATE_FIELD = 0;
const START_FIELD = 19;
const ENDED_STATES: ReadonlySet<string | undefined> = new Set(["Z", "X", "x"]);

let own: ProcessIdentity | undefined;

export function ownIdentity(): ProcessIdentity {
	own ??= describeProcess(process.pid);
	return own;
}

export function livenessOf(other: ProcessIdentity): Liveness {
	const self = ownIdentity();
	if (other.host !== self.host || other.machine !== self.machine) return "unknown";
	if (other.boot !== self.boot) return "dead";
	if (other.pidSpace !== self.pidSpace) return "unknown";
	if (!exists(other.pid)) return "dead";
	const started = startOf(other.pid);
	if (started === undefined || other.started === undefined) return "unknown";
	return started === other.started ? "alive" : "dead";
}

function describeProcess(pid: number): ProcessIdentity {
	const facts = {
		started: startOf(pid),
		machine: readLine("/etc/machine-id"),
		boot: readLine("/proc/sys/kernel/random/boot_id"),
		pidSpace: readLink("/proc/self/ns/pid"),
	};
	const known = Object.entries(facts).filter(([, value]) => value !== undefined);
	return { pid, host: hostname(), ...(Object.fromEntries(known) as Partial<ProcessIdentity>) };
}

function exists(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		// Somebody else's process cannot be signalled, but it is there.
		return (error as NodeJS.ErrnoException).code === "EPERM";
	}
}

/** Undefined where the system has no way to ask, or the process is gone. */
function startOf(pid: number): string | undefined {
	if (process.platform === "linux") return startFromProc(pid);
	if (process.platform === "win32") return undefined;
	try {
		const env = { ...process.env, LC_ALL: "C", TZ: "UTC" };
		return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8", env }).trim() || undefined;
	} catch {
		return undefined; // no such process, or no `ps`
	}
}

/** A process that ended and that nobody has waited for is gone, whatever its number says. */
function startFromProc(pid: number): string | undefined {
	const text = readLine(`/proc/${pid}/stat`);
	if (text === undefined) return undefined;
	const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
	return ENDED_STATES.has(fields[STATE_FIELD]) ? "ended" : fields[START_FIELD];
}

function readLine(path: string): string | undefined {
	try {
		return readFileSync(path, "utf8").trim() || undefined;
	} catch {
		return undefined; // systems differ in what they tell
	}
}

function readLink(path: string): string | undefined {
	try {
		return readlinkSync(path);
	} catch {
		return undefined; // only Linux has it
	}
}
