import { closeSync, openSync, readSync } from "node:fs";

/** More than any header of a session has. */
const START_BYTES = 1 << 16;

/** The first bytes of a file, as far as there is one that can be read. */
export function readStart(path: string): Buffer | undefined {
	let descriptor: number;
	try {
		descriptor = openSync(path, "r");
	} catch {
		return undefined; // nothing there to look at; writing will say what is wrong with the place
	}
	try {
		const bytes = Buffer.alloc(START_BYTES);
		return bytes.subarray(0, readSync(descriptor, bytes, 0, START_BYTES, 0));
	} catch {
		return undefined; // a folder
	} finally {
		closeSync(descriptor);
	}
}
