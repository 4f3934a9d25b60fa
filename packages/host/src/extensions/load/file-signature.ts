import { type Stats, readFileSync } from "node:fs";

/** What stat tells about a file's content: the shortcut, never the truth. */
export interface FileSignature {
	readonly mtimeMs: number;
	readonly ctimeMs: number;
	readonly size: number;
	readonly ino: number;
}

/**
 * The span in which two writes may leave equal time stamps. A file that was touched less than this before it was read
 * is "racily clean" (git's word): its stat proves nothing, so its content is compared.
 */
const RACY_MS: number = 2000;

export function signatureOf(stats: Stats): FileSignature {
	return { mtimeMs: stats.mtimeMs, ctimeMs: stats.ctimeMs, size: stats.size, ino: stats.ino };
}

export function sameSignature(one: FileSignature, other: FileSignature): boolean {
	return (
		one.mtimeMs === other.mtimeMs && one.ctimeMs === other.ctimeMs && one.size === other.size && one.ino === other.ino
	);
}

/** Whether a file with this signature, read at `readAt`, may have been changed since without the signature telling. */
export function isRacy(signature: FileSignature, readAt: number): boolean {
	return Math.max(signature.mtimeMs, signature.ctimeMs) > readAt - RACY_MS;
}

const BYTE_ORDER_MARK: number = 0xfeff;

export function readSource(path: string): string {
	const text = readFileSync(path, "utf8");
	return text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text;
}
