import { killAllProcessGroups } from "../platform/process-group.ts";

/** Signals that ask the program to end, with the number the exit code is made of. */
const SIGNALS = { SIGTERM: 15, SIGHUP: 1, SIGINT: 2 } as const;

/**
 * Ends the program in order when it is asked to: `close` is awaited, then everything it started is ended. A second
 * signal ends it at once (O09).
 */
export function endOnSignal(close: () => Promise<void>): void {
	let ending = false;
	for (const [name, number] of Object.entries(SIGNALS))
		process.on(name, () => {
			const exit = (): never => {
				// Node calls no exit handlers for a signal that ends it, so nothing else would end these.
				killAllProcessGroups();
				process.exit(128 + number);
			};
			if (ending) exit();
			ending = true;
			void close().finally(exit);
		});
}
