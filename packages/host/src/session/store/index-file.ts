import { randomBytes } from "node:crypto";
import { closeSync, fstatSync, mkdirSync, openSync, readSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { isRecord } from "../../base/is-record.ts";
import type { SummaryState } from "../session-summary.ts";
import { type ByteSource, readSpan } from "./byte-source.ts";
import { checksumOf, checksumOfAll } from "./checksum.ts";
import type { FileStamp } from "./file-stamp.ts";
import {
	columnBytes,
	decodeFrame,
	decodeHeader,
	encodeFrame,
	encodeHeader,
	FRAME_BYTES,
	type FrameKind,
	HEADER_BYTES,
	type IndexHeader,
	ROW_BYTES,
	rowPieces,
} from "./index-format.ts";
import type { Findings } from "./scan-entries.ts";
import { type RowNames, Skeleton } from "./skeleton.ts";

/** What an index says of its session besides the rows. */
export interface IndexFacts extends Findings {
	/** Of the session: another file that got the same key is foreign. */
	readonly path: string;
	/** Absent until somebody read what was said. */
	readonly summary?: SummaryState | undefined;
}

/** An index file that is open and whose header is sound. Whether it fits its session is for the caller to judge. */
export interface OpenIndex {
	readonly header: IndexHeader;
	readonly facts: IndexFacts;
	readRows(): Skeleton | undefined;
	/** What was said, for searching. */
	readText(): string | undefined;
}

/** What is added to an index; `from` is the number of rows it has. */
export interface IndexAddition {
	readonly stamp: FileStamp;
	readonly facts: IndexFacts;
	readonly rows: Skeleton;
	readonly from: number;
	/** Names that are in the file already. */
	readonly fromType: number;
	readonly text: string;
}

/** Visits an index; undefined when there is none, or none that can be used. */
export function withIndex<T>(path: string, visit: (index: OpenIndex) => T): T | undefined {
	let descriptor: number;
	try {
		descriptor = openSync(path, "r");
	} catch {
		return undefined; // none yet, or not ours to read: then the session is read
	}
	try {
		const source = sourceOf(descriptor);
		const header = decodeHeader(readSpan(source, 0, HEADER_BYTES));
		const facts = header && header.end <= source.size ? readFacts(source, header) : undefined;
		if (header === undefined || facts === undefined) return undefined;
		const readRows = (): Skeleton | undefined => readSkeleton(source, header);
		return visit({ header, facts, readRows, readText: () => readText(source, header) });
	} catch {
		return undefined; // the disk cannot read it: as if there were none
	} finally {
		closeSync(descriptor);
	}
}

/** Writes the whole index under its name, at once or not at all; returns its header. */
export function writeIndex(path: string, content: Omit<IndexAddition, "from" | "fromType">): IndexHeader {
	mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
	const temporary = `${path}.${process.pid}.${randomBytes(4).toString("hex")}`;
	const descriptor = openSync(temporary, "wx", 0o600);
	try {
		const empty = { generation: randomBytes(8).toString("hex"), frames: 0, end: HEADER_BYTES };
		const header = writeFrames(descriptor, empty, { ...content, from: 0, fromType: 0 });
		renameSync(temporary, path);
		return header;
	} catch (error) {
		rmSync(temporary, { force: true });
		throw error;
	} finally {
		closeSync(descriptor);
	}
}

/** Adds to an index that is still as this header says; undefined when it is not. */
export function extendIndex(path: string, known: IndexHeader, addition: IndexAddition): IndexHeader | undefined {
	let descriptor: number;
	try {
		descriptor = openSync(path, "r+");
	} catch {
		return undefined; // gone; it is written as a whole
	}
	try {
		const present = decodeHeader(readSpan(sourceOf(descriptor), 0, HEADER_BYTES));
		const isKnown = present?.generation === known.generation && present.end === known.end;
		return isKnown ? writeFrames(descriptor, known, addition) : undefined;
	} finally {
		closeSync(descriptor);
	}
}

function writeFrames(
	descriptor: number,
	start: Pick<IndexHeader, "generation" | "frames" | "end">,
	{ stamp, facts, rows, from, fromType, text }: IndexAddition,
): IndexHeader {
	const count = rows.size - from;
	const factBytes = Buffer.from(JSON.stringify(facts));
	const frames = [
		...(count > 0 ? [encodeFrame("rows", count, rowPieces(rows.rows(from), rows.namesOf(from, fromType)))] : []),
		...(text === "" ? [] : [encodeFrame("text", 0, [Buffer.from(text)])]),
		encodeFrame("facts", 0, [factBytes]),
	];
	let end = start.end;
	for (const piece of frames.flat()) end += writeAll(descriptor, piece, end);
	const header: IndexHeader = {
		stamp,
		generation: start.generation,
		rows: rows.size,
		frames: start.frames + frames.length,
		end,
		facts: { offset: end - factBytes.length - FRAME_BYTES, length: factBytes.length },
	};
	writeAll(descriptor, encodeHeader(header), 0);
	return header;
}

function writeAll(descriptor: number, bytes: Uint8Array, position: number): number {
	for (let written = 0; written < bytes.length;)
		written += writeSync(descriptor, bytes, written, bytes.length - written, position + written);
	return bytes.length;
}

function sourceOf(descriptor: number): ByteSource {
	return {
		size: fstatSync(descriptor).size,
		readInto: (target, position) => readSync(descriptor, target, 0, target.length, position),
	};
}

function readFacts(source: ByteSource, { facts }: IndexHeader): IndexFacts | undefined {
	const bytes = readSpan(source, facts.offset, FRAME_BYTES + facts.length);
	const head = decodeFrame(bytes.subarray(0, FRAME_BYTES));
	const content = bytes.subarray(FRAME_BYTES);
	if (head?.kind !== "facts" || head.checksum !== checksumOf(content)) return undefined;
	const value: unknown = JSON.parse(content.toString());
	return isRecord(value) ? (value as unknown as IndexFacts) : undefined;
}

interface Frame {
	readonly rows: number;
	readonly tail: number;
	readonly checksum: number;
	/** Of what follows the frame's head. */
	readonly offset: number;
}

/** The frames of one kind; undefined when the file is not made of frames to its end. */
function findFrames(source: ByteSource, header: IndexHeader, kind: FrameKind): Frame[] | undefined {
	const found: Frame[] = [];
	let at = HEADER_BYTES;
	while (at < header.end) {
		const head = decodeFrame(readSpan(source, at, FRAME_BYTES));
		if (head === undefined) return undefined;
		const offset = at + FRAME_BYTES;
		if (head.kind === kind) found.push({ ...head, offset });
		at = offset + head.rows * ROW_BYTES + head.tail;
	}
	return at === header.end ? found : undefined;
}

function readSkeleton(source: ByteSource, header: IndexHeader): Skeleton | undefined {
	const frames = findFrames(source, header, "rows");
	if (frames === undefined || frames.reduce((sum, { rows }) => sum + rows, 0) !== header.rows) return undefined;
	const rows = new Skeleton(header.rows);
	for (const { rows: count, tail, checksum, offset } of frames) {
		const columns = columnBytes(rows.room(count));
		const names = readSpan(source, offset + count * ROW_BYTES, tail);
		let at = offset;
		for (const column of columns) at += fill(source, column, at);
		if (checksumOfAll([...columns, names]) !== checksum) return undefined;
		rows.addRows(count, JSON.parse(names.toString()) as RowNames);
	}
	return rows;
}

function fill(source: ByteSource, target: Uint8Array, position: number): number {
	for (let filled = 0; filled < target.length;) {
		const count = source.readInto(target.subarray(filled), position + filled);
		if (count === 0) break; // cut short: the checksum tells
		filled += count;
	}
	return target.length;
}

function readText(source: ByteSource, header: IndexHeader): string | undefined {
	const pieces: string[] = [];
	for (const { tail, checksum, offset } of findFrames(source, header, "text") ?? []) {
		const bytes = readSpan(source, offset, tail);
		if (checksumOf(bytes) !== checksum) return undefined;
		pieces.push(bytes.toString());
	}
	return pieces.join("");
}
