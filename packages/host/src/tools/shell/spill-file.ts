import { randomBytes } from "node:crypto";
import { closeSync, openSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * A file in the temporary folder that takes the whole output of a command. It writes synchronously on purpose: a
 * program that writes faster than the disk is slowed down by its full pipe instead of filling the memory.
 */
export class SpillFile {
	readonly path: string;
	#descriptor: number | undefined;
	/** Why the file is incomplete. */
	failure: string | undefined;

	constructor(prefix: string) {
		this.path = join(tmpdir(), `${prefix}-${randomBytes(8).toString("hex")}.log`);
		this.#attempt(() => {
			this.#descriptor = openSync(this.path, "wx", 0o600);
		});
	}

	write(chunk: Buffer): void {
		const descriptor = this.#descriptor;
		if (descriptor === undefined) return;
		this.#attempt(() => {
			let start = 0;
			while (start < chunk.length) start += writeSync(descriptor, chunk, start);
		});
	}

	close(): void {
		if (this.#descriptor !== undefined) closeSync(this.#descriptor);
		this.#descriptor = undefined;
	}

	/** A full disk must not end the command whose output it cannot hold. */
	#attempt(action: () => void): void {
		try {
			action();
		} catch (error) {
			this.failure = (error as Error).message;
			this.close();
		}
	}
}
