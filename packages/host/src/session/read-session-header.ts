import { closeSync, openSync, readSync } from "node:fs";
import type { SessionHeader } from "./entry.ts";
import { type HeaderLine, parseHeader } from "./store/read-header.ts";

/** A header is one line of a few hundred bytes. */
const HEADER_BYTES = 1 << 13;

/** The first line of a file, if it is a session. */
export function readSessionHeader(path: string): SessionHeader | undefined {
	return readSessionHeaderLine(path)?.header;
}

export function readSessionHeaderLine(path: string): HeaderLine | undefined {
	let file: number;
	try {
		file = openSync(path, "r");
	} catch {
		return undefined; // gone or not ours to read: nothing to list
	}
	try {
		const bytes = Buffer.allocUnsafe(HEADER_BYTES);
		return parseHeader(bytes.subarray(0, readSync(file, bytes, 0, HEADER_BYTES, 0)));
	} catch {
		return undefined; // a folder of that name, or a disk that fails
	} finally {
		closeSync(file);
	}
}
