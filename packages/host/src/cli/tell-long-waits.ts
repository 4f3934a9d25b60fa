import { systemClock } from "../base/clock.ts";
import type { WaitListener } from "../extensions/hooks/wait-listeners.ts";

/** Milliseconds from the notice of a wait, which comes after two seconds, to the line about it. */
const PATIENCE = 8000;

/** Says once on stderr who has kept the program for ten seconds. */
export function tellLongWaits(warn: (line: string) => void): WaitListener {
	const timers = new Map<string, (() => void)[]>();
	return ({ type, extensionPath, event }) => {
		const key = `${extensionPath}\n${event}`;
		const open = timers.get(key) ?? [];
		timers.set(key, open);
		if (type === "extension_wait_end") return open.pop()?.();
		const line = `Waiting for ${extensionPath}, which has not answered ${event} for 10 s`;
		open.push(systemClock.after(PATIENCE, () => warn(line)));
	};
}
