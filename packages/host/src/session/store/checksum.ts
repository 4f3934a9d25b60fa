import { crc32 } from "node:zlib";

/** Where nobody computed one. */
export const NO_CHECKSUM = 0;

/** CRC-32 of the bytes, or of the text as UTF-8; never `NO_CHECKSUM`. */
export function checksumOf(bytes: Uint8Array | string): number {
	return crc32(bytes) || 1;
}

/** The checksum of several pieces that follow one another. */
export function checksumOfAll(pieces: Iterable<Uint8Array>): number {
	let value = 0;
	for (const piece of pieces) value = crc32(piece, value);
	return value || 1;
}
