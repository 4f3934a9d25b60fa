import { checksumOf, checksumOfAll } from "./checksum.ts";
import type { FileStamp } from "./file-stamp.ts";
import type { RowColumns, RowNames } from "./skeleton.ts";

/**
 * The file beside a session that spares reading it: a header of fixed size that is replaced in place, and frames that
 * are only appended. Numbers are in the byte order of the machine; another machine's file is foreign and made anew.
 */
export interface IndexHeader {
	/** Of the session file the index speaks of. */
	readonly stamp: FileStamp;
	/** Set anew whenever the whole file is written. */
	readonly generation: string;
	readonly rows: number;
	readonly frames: number;
	/** Bytes of this file that count. */
	readonly end: number;
	/** Where the last facts are. */
	readonly facts: FrameSpan;
}

export interface FrameSpan {
	readonly offset: number;
	readonly length: number;
}

export type FrameKind = "rows" | "facts" | "text";

export interface FrameHead {
	readonly kind: FrameKind;
	readonly rows: number;
	/** Bytes behind the columns, or all of them. */
	readonly tail: number;
	readonly checksum: number;
}

export const HEADER_BYTES = 128;
export const FRAME_BYTES = 16;
/** Offset, length, parent, key, checksum, type. */
export const ROW_BYTES: number = 8 + 4 + 4 + 4 + 4 + 2;

const MAGIC = "TAUIDX1\n";
const BYTE_ORDER = 0x01020304;
const KINDS: readonly FrameKind[] = ["rows", "facts", "text"];
const GENERATION_BYTES = 8;

export function encodeHeader(header: IndexHeader): Buffer {
	const bytes = Buffer.alloc(HEADER_BYTES);
	const { stamp } = header;
	bytes.write(MAGIC, 0, "latin1");
	bytes.set(new Uint8Array(Uint32Array.of(BYTE_ORDER).buffer), 8);
	bytes.write(header.generation, 12, GENERATION_BYTES, "hex");
	[stamp.device, stamp.inode, stamp.size, stamp.modified, stamp.changed].forEach((value, at) =>
		bytes.writeBigUInt64LE(BigInt.asUintN(64, value), 24 + at * 8),
	);
	const numbers = [stamp.head, stamp.tail, header.rows, header.frames, header.facts.length];
	numbers.forEach((value, at) => bytes.writeUInt32LE(value, 64 + at * 4));
	bytes.writeDoubleLE(header.end, 88);
	bytes.writeDoubleLE(header.facts.offset, 96);
	bytes.writeUInt32LE(checksumOf(bytes.subarray(0, HEADER_BYTES - 4)), HEADER_BYTES - 4);
	return bytes;
}

/** Undefined for bytes that are no header of this format and machine. */
export function decodeHeader(bytes: Buffer): IndexHeader | undefined {
	if (bytes.length !== HEADER_BYTES || bytes.toString("latin1", 0, MAGIC.length) !== MAGIC) return undefined;
	if (bytes.readUInt32LE(HEADER_BYTES - 4) !== checksumOf(bytes.subarray(0, HEADER_BYTES - 4))) return undefined;
	if (new Uint32Array(bytes.buffer.slice(bytes.byteOffset + 8, bytes.byteOffset + 12))[0] !== BYTE_ORDER)
		return undefined;
	const [device = 0n, inode = 0n, size = 0n, modified = 0n, changed = 0n] = [0, 1, 2, 3, 4].map((at) =>
		bytes.readBigUInt64LE(24 + at * 8),
	);
	const [head = 0, tail = 0, rows = 0, frames = 0, length = 0] = [0, 1, 2, 3, 4].map((at) =>
		bytes.readUInt32LE(64 + at * 4),
	);
	return {
		stamp: { device, inode, size, modified, changed, head, tail },
		generation: bytes.toString("hex", 12, 12 + GENERATION_BYTES),
		rows,
		frames,
		end: bytes.readDoubleLE(88),
		facts: { offset: bytes.readDoubleLE(96), length },
	};
}

/** The pieces of a frame of rows, in the order in which they stand in the file. */
export function rowPieces(columns: RowColumns, names: RowNames): Uint8Array[] {
	return [...columnBytes(columns), Buffer.from(JSON.stringify(names))];
}

/** The memory of the columns, in the order of the file. */
export function columnBytes({ offsets, lengths, parents, keys, checksums, types }: RowColumns): Uint8Array[] {
	return [offsets, lengths, parents, keys, checksums, types].map(
		(column) => new Uint8Array(column.buffer, column.byteOffset, column.byteLength),
	);
}

export function encodeFrame(kind: FrameKind, rows: number, pieces: readonly Uint8Array[]): Uint8Array[] {
	const head = Buffer.alloc(FRAME_BYTES);
	const size = pieces.reduce((sum, piece) => sum + piece.length, 0);
	const numbers = [KINDS.indexOf(kind) + 1, rows, size - rows * ROW_BYTES, checksumOfAll(pieces)];
	numbers.forEach((value, at) => head.writeUInt32LE(value, at * 4));
	return [head, ...pieces];
}

export function decodeFrame(bytes: Buffer): FrameHead | undefined {
	if (bytes.length !== FRAME_BYTES) return undefined;
	const kind = KINDS[bytes.readUInt32LE(0) - 1];
	if (kind === undefined) return undefined;
	return { kind, rows: bytes.readUInt32LE(4), tail: bytes.readUInt32LE(8), checksum: bytes.readUInt32LE(12) };
}
