/** Waiting, as a thing that can be passed in. */
export interface Clock {
	/** Runs once after so many milliseconds. Returns the cancellation. */
	after(milliseconds: number, run: () => void): () => void;
}

export const systemClock: Clock = {
	after: (milliseconds, run) => {
		const timer = setTimeout(run, milliseconds);
		return () => clearTimeout(timer);
	},
};
