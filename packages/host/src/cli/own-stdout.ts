/** The one door to stdout. */
export interface StdoutWriter {
	/** Resolves when the pipe takes more, or when nobody reads it any longer. */
	write(text: string): void | Promise<void>;
	/** Resolves when everything was handed to the system. */
	flush(): Promise<void>;
}

/**
 * Takes stdout for the mode: whatever else writes there (an extension's `console.log`, a library) goes to stderr from
 * now on. To be called before any extension code runs (O03).
 */
export function ownStdout({ stdout, stderr }: Pick<NodeJS.Process, "stdout" | "stderr"> = process): StdoutWriter {
	const write = stdout.write.bind(stdout) as (text: string, done?: (error?: Error | null) => void) => boolean;
	stdout.write = stderr.write.bind(stderr) as typeof stdout.write;
	let closed = false;
	// A reader that went away is no failure of the run: what is said after that is lost to nobody.
	stdout.on("error", (error: NodeJS.ErrnoException) => {
		if (error.code !== "EPIPE") throw error;
		closed = true;
	});
	return {
		write: (text) => {
			if (closed || write(text)) return;
			return new Promise((resolve) => {
				const done = (): void => {
					stdout.off("drain", done);
					stdout.off("error", done);
					resolve();
				};
				stdout.once("drain", done);
				stdout.once("error", done);
			});
		},
		flush: () => (closed ? Promise.resolve() : new Promise((resolve) => void write("", () => resolve()))),
	};
}
