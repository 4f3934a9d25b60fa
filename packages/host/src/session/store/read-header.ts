import { isRecord } from "../../base/is-record.ts";
import { SESSION_VERSION, type SessionHeader } from "../entry.ts";
import { newerSessionVersion, notASession } from "../errors.ts";
import { type ByteSource, readSpan } from "./byte-source.ts";

const NEWLINE = 0x0a;
/** Headers are a few hundred bytes; whatever has no line end in this is something else. */
const LONGEST_HEADER = 1 << 16;
const USUAL_HEADER = 1 << 12;

export interface HeaderLine {
	header: SessionHeader;
	/** 1 where the file does not say. */
	version: number;
	/** Offset of the first entry's line. */
	end: number;
}

/** Reads the first line; throws `not_a_session` or `newer_session_version`. */
export function readHeader(source: ByteSource, path: string): HeaderLine {
	const line = readHeaderLine(source);
	if (line === undefined) throw notASession(path);
	if (line.version > SESSION_VERSION) throw newerSessionVersion(path, line.version, SESSION_VERSION);
	return line;
}

/** The first line, of whatever version, if it is a header. */
export function readHeaderLine(source: ByteSource): HeaderLine | undefined {
	const usual = readSpan(source, 0, Math.min(source.size, USUAL_HEADER));
	const isCut = usual.length === USUAL_HEADER && !usual.includes(NEWLINE);
	return parseHeader(isCut ? readSpan(source, 0, Math.min(source.size, LONGEST_HEADER)) : usual);
}

/** The header at the start of these bytes, of whatever version, if they are those of a session. */
export function parseHeader(bytes: Buffer): HeaderLine | undefined {
	const newline = bytes.indexOf(NEWLINE);
	const end = newline < 0 ? bytes.length : newline;
	let value: unknown;
	try {
		value = JSON.parse(bytes.toString("utf8", 0, end).replace(/^\uFEFF/, ""));
	} catch {
		return undefined; // not JSON, so not a session
	}
	if (!isRecord(value) || value["type"] !== "session" || typeof value["id"] !== "string") return undefined;
	const version = typeof value["version"] === "number" ? value["version"] : 1;
	return { header: value as unknown as SessionHeader, version, end: Math.min(end + 1, bytes.length) };
}
