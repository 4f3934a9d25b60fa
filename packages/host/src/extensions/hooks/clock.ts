/** Time as the hooks need it. */
export interface HookClock {
	/** Monotonic milliseconds. */
	now(): number;
	/** Runs once after so many milliseconds and does not keep the process alive. Returns the cancellation. */
	after(milliseconds: number, run: () => void): () => void;
}

export const systemClock: HookClock = {
	now: () => performance.now(),
	after: (milliseconds, run) => {
		const timer = setTimeout(run, milliseconds);
		timer.unref();
		return () => clearTimeout(timer);
	},
};
