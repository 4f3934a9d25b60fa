import type { BigIntStats } from "node:fs";
import { type ByteSource, readSpan } from "./byte-source.ts";
import { checksumOf } from "./checksum.ts";

/** Bytes at the beginning and at the end of a file that its stamp covers. */
const REGION_BYTES = 4096;

/**
 * Tells whether a file is still the one that was looked at. Size and times alone would do for programs that behave; the
 * change time cannot be set back by any, and the two regions see through a copied disk or a clock that was set.
 */
export interface FileStamp {
	readonly device: bigint;
	readonly inode: bigint;
	readonly size: bigint;
	readonly modified: bigint;
	readonly changed: bigint;
	readonly head: number;
	readonly tail: number;
}

export function stampOf(stats: BigIntStats, source: ByteSource): FileStamp {
	const size = Number(stats.size);
	const region = Math.min(size, REGION_BYTES);
	return {
		device: stats.dev,
		inode: stats.ino,
		size: stats.size,
		modified: stats.mtimeNs,
		changed: stats.ctimeNs,
		head: checksumOf(readSpan(source, 0, region)),
		tail: checksumOf(readSpan(source, size - region, region)),
	};
}

export function isSameStamp(left: FileStamp, right: FileStamp): boolean {
	return isSameFile(left, right) && left.head === right.head && left.tail === right.tail;
}

/** What can be told without reading. */
export function isSameFile(left: FileStamp, right: FileStamp): boolean {
	return (
		left.device === right.device &&
		left.inode === right.inode &&
		left.size === right.size &&
		left.modified === right.modified &&
		left.changed === right.changed
	);
}
