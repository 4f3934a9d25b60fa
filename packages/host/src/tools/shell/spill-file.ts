import { randomBytes } from "node:crypto";
import { closeSync, openSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A command that never stops writing must not fill the disk: what is written after these bytes (100 MiB) is not saved. */
export const LARGEST_SPILL: number = 100 * 1024 * 1024;

/**
 * A file in the temporary folder that takes the output of a command, up to a limit. It writes synchronously on purpose: a
 * program that writes faster than the disk is slowed down by its full pipe instead of filling the memory.
 */
export class SpillFile {
	readonly path: string;
	#descriptor: number | undefined;
	#room: number;
	/** Whether there was more than the limit. */
	isCut = false;
	/** Why the file is incomplete. */
	failure: string | undefined;

	constructor(prefix: string, limit: number) {
		this.#room = limit;
		this.path = join(tmpdir(), `${prefix}-${randomBytes(8).toString("hex")}.log`);
		this.#attempt(() => {
			this.#descriptor = openSync(this.path, "wx", 0o600);
		});
	}

	write(chunk: Buffer): void {
		const descriptor = this.#descriptor;
		if (descriptor === undefined) return;
		const end = Math.min(chunk.length, this.#room);
		if (end < chunk.length) this.isCut = true;
		this.#room -= end;
		this.#attempt(() => {
			let start = 0;
			while (start < end) start += writeSync(descriptor, chunk, start, end - start);
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
