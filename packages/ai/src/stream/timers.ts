/** The clock and timers that streaming uses; tests bring their own. */
export interface Timers {
	/** Milliseconds since the epoch. */
	now(): number;
	setTimeout(callback: () => void, milliseconds: number): unknown;
	clearTimeout(handle: unknown): void;
}

export const systemTimers: Timers = {
	now: () => Date.now(),
	setTimeout: (callback, milliseconds) => setTimeout(callback, milliseconds),
	clearTimeout: (handle) => clearTimeout(handle as NodeJS.Timeout),
};

/** Resolves after `milliseconds`, or rejects with the signal's reason. */
export function delay(milliseconds: number, timers: Timers, signal: AbortSignal): Promise<void> {
	return new Promise((resolve, reject) => {
		if (signal.aborted) return reject(signal.reason);
		const onAbort = (): void => {
			timers.clearTimeout(handle);
			reject(signal.reason);
		};
		const handle = timers.setTimeout(() => {
			signal.removeEventListener("abort", onAbort);
			resolve();
		}, milliseconds);
		signal.addEventListener("abort", onAbort, { once: true });
	});
}
