/** Waits that many milliseconds, or until the signal aborts, whichever comes first. Never rejects. */
export type Wait = (milliseconds: number, signal: AbortSignal) => Promise<void>;

export const systemWait: Wait = (milliseconds, signal) =>
	new Promise((resolve) => {
		if (signal.aborted) return resolve();
		const end = (): void => {
			clearTimeout(timer);
			signal.removeEventListener("abort", end);
			resolve();
		};
		const timer = setTimeout(end, milliseconds);
		signal.addEventListener("abort", end);
	});
