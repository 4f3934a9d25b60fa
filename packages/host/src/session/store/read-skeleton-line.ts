import { isRecord } from "../../base/is-record.ts";
import { type EntryKey, toEntryKey } from "./entry-key.ts";
import type { RawLine } from "./line-splitter.ts";
import type { SkeletonRow } from "./skeleton.ts";

const TYPE = Buffer.from('{"type":"');
const ID = Buffer.from('"id":"');
const PARENT = Buffer.from(',"parentId":');
const NULL = Buffer.from("null");
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const TAB = 0x09;
const CLOSING_BRACE = 0x7d;
/** Ids and types longer than this are left to the JSON parser. */
const LONGEST_NAME = 128;
/** Enough for the three last fields of an entry. */
const TAIL_BYTES = 400;
const LAST_FIELDS =
	/,"id":"([!#-[\]-~]{1,128})","parentId":(?:null|"([!#-[\]-~]{1,128})"),"timestamp":"[^"\\]{0,64}"\}\s*$/;

/**
 * What a line says about the tree. Lines that begin with type, id and parent, or begin with the type and end with id,
 * parent and time, are the ones programs write; they are read without parsing the rest. Any other order is parsed.
 */
export function readSkeletonLine(line: RawLine): SkeletonRow | "blank" | "broken" {
	const { bytes } = line;
	const end = trimEnd(bytes, line.start, line.end);
	if (end === line.start) return "blank";
	// A tab at the end marks half a record, which can look like a whole one.
	if (bytes[end - 1] === CLOSING_BRACE && bytes[line.end - 1] !== TAB) {
		const type = readType(bytes, line.start, end);
		const row = type === undefined ? undefined : (readFirstFields(line, type) ?? readLastFields(line, type));
		if (row !== undefined) return row;
	}
	return parseLine(line);
}

/** Whether the whole line is valid: asked of a last line, which may be half of one and still look right. */
export function isWholeLine(line: RawLine): boolean {
	return typeof parseLine(line) === "object";
}

/** One entry of this text, for entries that are made in memory. */
export function rowOf(entry: { id: string; parentId: string | null; type: string }, length: number): SkeletonRow {
	const parent = entry.parentId === null ? null : toEntryKey(entry.parentId);
	return { key: toEntryKey(entry.id), parent, type: entry.type, offset: -1, length };
}

function readFirstFields(line: RawLine, type: string): SkeletonRow | undefined {
	const { bytes } = line;
	const idStart = line.start + TYPE.length + type.length + 2 + ID.length;
	if (!matches(bytes, idStart - ID.length, ID)) return undefined;
	const idEnd = closingQuote(bytes, idStart, line.end);
	if (idEnd < 0 || !matches(bytes, idEnd + 1, PARENT)) return undefined;
	const parentStart = idEnd + 1 + PARENT.length;
	let parent: EntryKey | null = null;
	if (!matches(bytes, parentStart, NULL)) {
		if (bytes[parentStart] !== QUOTE) return undefined;
		const parentEnd = closingQuote(bytes, parentStart + 1, line.end);
		if (parentEnd < 0) return undefined;
		parent = keyOf(bytes, parentStart + 1, parentEnd);
	}
	const key = keyOf(bytes, idStart, idEnd);
	return { key, parent, type, offset: line.offset, length: line.end - line.start };
}

/** Sound because a valid line that ends in exactly one closing brace ends in fields of the entry itself. */
function readLastFields(line: RawLine, type: string): SkeletonRow | undefined {
	const tail = line.bytes.toString("latin1", Math.max(line.start, line.end - TAIL_BYTES), line.end);
	const fields = LAST_FIELDS.exec(tail);
	if (fields?.[1] === undefined) return undefined;
	const parent = fields[2] === undefined ? null : toEntryKey(fields[2]);
	return { key: toEntryKey(fields[1]), parent, type, offset: line.offset, length: line.end - line.start };
}

/** The type, when it is the first field and others follow. */
function readType(bytes: Buffer, start: number, end: number): string | undefined {
	if (!matches(bytes, start, TYPE)) return undefined;
	const from = start + TYPE.length;
	const quote = closingQuote(bytes, from, end);
	if (quote < 0 || bytes[quote + 1] !== COMMA) return undefined;
	const type = bytes.toString("latin1", from, quote);
	return type === "session" ? undefined : type;
}

function parseLine(line: RawLine): SkeletonRow | "broken" {
	const start = skipPadding(line);
	let value: unknown;
	try {
		value = JSON.parse(line.bytes.toString("utf8", start, line.end));
	} catch {
		return "broken"; // counted and reported by the caller, and kept in the file
	}
	if (!isRecord(value)) return "broken";
	const { type, id, parentId } = value;
	if (typeof type !== "string" || typeof id !== "string" || id === "" || type === "session") return "broken";
	return {
		key: toEntryKey(id),
		parent: typeof parentId === "string" ? toEntryKey(parentId) : null,
		type,
		offset: line.offset + start - line.start,
		length: line.end - start,
	};
}

/** A crash of the machine can leave a run of NUL bytes before what was appended afterwards. */
function skipPadding(line: RawLine): number {
	let start = line.start;
	while (start < line.end && line.bytes[start] === 0) start += 1;
	return start;
}

function trimEnd(bytes: Buffer, start: number, end: number): number {
	let last = end;
	while (last > start && isBlank(bytes[last - 1])) last -= 1;
	return last;
}

function isBlank(byte: number | undefined): boolean {
	return byte === 0x20 || byte === 0x09 || byte === 0x0d;
}

function matches(bytes: Buffer, at: number, pattern: Buffer): boolean {
	for (let index = 0; index < pattern.length; index += 1) {
		if (bytes[at + index] !== pattern[index]) return false;
	}
	return true;
}

/** The end of a short string of plain ASCII, or -1. */
function closingQuote(bytes: Buffer, from: number, end: number): number {
	const limit = Math.min(end, from + LONGEST_NAME);
	for (let at = from; at < limit; at += 1) {
		const byte = bytes[at] ?? 0;
		if (byte === QUOTE) return at === from ? -1 : at;
		if (byte === BACKSLASH || byte < 0x20 || byte > 0x7e) return -1;
	}
	return -1;
}

function keyOf(bytes: Buffer, start: number, end: number): EntryKey {
	if (end - start !== 8) return bytes.toString("latin1", start, end);
	let value = 0;
	for (let at = start; at < end; at += 1) {
		const digit = hexDigit(bytes[at] ?? 0);
		if (digit < 0) return bytes.toString("latin1", start, end);
		value = value * 16 + digit;
	}
	return value;
}

/** Lower case only: ids that differ in case are different ids. */
function hexDigit(byte: number): number {
	if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
	return byte >= 0x61 && byte <= 0x66 ? byte - 0x57 : -1;
}
