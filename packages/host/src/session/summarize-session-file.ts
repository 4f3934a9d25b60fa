import { type FileHandle, open } from "node:fs/promises";
import { isRecord } from "../base/is-record.ts";
import type { SessionEntry, SessionHeader } from "./entry.ts";
import { nameFrom } from "./session-name.ts";
import { LineSplitter, type RawLine } from "./store/line-splitter.ts";
import { parseHeader } from "./store/read-header.ts";
import { readSkeletonLine } from "./store/read-skeleton-line.ts";

/** What pickers and programs are told about a stored session (S22). */
export interface SessionInfo {
	path: string;
	id: string;
	/** Empty in sessions of early versions. */
	cwd: string;
	name?: string;
	/** File of the session it was forked from. */
	parentSessionPath?: string;
	created: Date;
	/** Time of the last user or assistant message. */
	modified: Date;
	messageCount: number;
	/** Text of the first user message, or a placeholder. */
	firstMessage: string;
	/** What user and assistant said, for searching; long sessions are cut (see `SEARCHED_CHARACTERS`). */
	allMessagesText: string;
}

/** Most text kept per session: a picker holds hundreds of sessions at once. */
export const SEARCHED_CHARACTERS: number = 1 << 18;
/** Longer lines are images or output; their text is not searched. */
const LONGEST_SEARCHED_LINE = 1 << 18;
const NO_MESSAGES = "(no messages)";
const USER_OR_ASSISTANT = /"role":"(?:user|assistant)"/;
const ENTRY_TIME = /"timestamp":"([^"]+)"/;
const HEAD_BYTES = 320;

/** Reads one file from start to end in chunks, so that its size costs time and no memory. */
export async function summarizeSessionFile(path: string, signal: AbortSignal): Promise<SessionInfo | undefined> {
	const file = await open(path, "r");
	try {
		const splitter = new LineSplitter();
		const summary = new SummaryBuilder(path);
		const visit = (line: RawLine): void => summary.add(line);
		for (;;) {
			signal.throwIfAborted();
			const count = await readChunk(file, splitter.room());
			if (count === 0) break;
			splitter.accept(count, visit);
			if (summary.isRefused) return undefined;
		}
		splitter.finish(visit);
		return summary.finish();
	} finally {
		await file.close();
	}
}

async function readChunk(file: FileHandle, target: Buffer): Promise<number> {
	return (await file.read(target, 0, target.length)).bytesRead;
}

class SummaryBuilder {
	readonly #path: string;
	#header: SessionHeader | undefined;
	#refused = false;
	#count = 0;
	#first: string | undefined;
	#modified = Number.NaN;
	#name: string | undefined;
	#text = "";

	constructor(path: string) {
		this.#path = path;
	}

	/** The file is no session. */
	get isRefused(): boolean {
		return this.#refused;
	}

	add(line: RawLine): void {
		if (line.number === 1) {
			this.#header = parseHeader(line.bytes.subarray(line.start, line.end))?.header;
			this.#refused = this.#header === undefined;
			return;
		}
		const type = typeOf(line);
		if (type === "message") this.#addMessage(line);
		else if (type === "session_info") this.#name = nameFrom(parseEntry(line) as { name?: string } | undefined);
	}

	finish(): SessionInfo | undefined {
		const header = this.#header;
		if (header === undefined) return undefined;
		const created = new Date(header.timestamp);
		return {
			path: this.#path,
			id: header.id,
			cwd: header.cwd ?? "",
			...(this.#name !== undefined && { name: this.#name }),
			...(header.parentSession !== undefined && { parentSessionPath: header.parentSession }),
			created,
			modified: Number.isNaN(this.#modified) ? created : new Date(this.#modified),
			messageCount: this.#count,
			firstMessage: this.#first ?? NO_MESSAGES,
			allMessagesText: this.#text,
		};
	}

	#addMessage(line: RawLine): void {
		this.#count += 1;
		if (!mayBeSpoken(line)) return;
		if (line.end - line.start > LONGEST_SEARCHED_LINE && this.#first !== undefined) {
			this.#modified = entryTimeOf(line) ?? this.#modified;
			return;
		}
		const entry = parseEntry(line);
		if (entry?.type !== "message") return;
		const { message } = entry;
		if (message.role !== "user" && message.role !== "assistant") return;
		this.#modified = message.timestamp;
		const text = spokenText(message.content);
		if (message.role === "user" && text !== "") this.#first ??= text;
		if (text === "" || this.#text.length >= SEARCHED_CHARACTERS) return;
		this.#text = `${this.#text}${this.#text === "" ? "" : " "}${text}`.slice(0, SEARCHED_CHARACTERS);
	}
}

/** The type of an entry, as far as it takes no parsing of long lines. Old entries without id count, too. */
function typeOf(line: RawLine): string | undefined {
	const row = readSkeletonLine(line);
	if (typeof row === "object") return row.type;
	return row === "blank" ? undefined : parseEntry(line)?.type;
}

/** Reads the beginning of a line: the role of a message stands before its content in every program's files. */
function mayBeSpoken(line: RawLine): boolean {
	if (line.end - line.start <= HEAD_BYTES) return true;
	const head = line.bytes.toString("latin1", line.start, line.start + HEAD_BYTES);
	return USER_OR_ASSISTANT.test(head) || !head.includes('"role":"');
}

/** Of a line that is too long to parse for it. */
function entryTimeOf(line: RawLine): number | undefined {
	const head = line.bytes.toString("latin1", line.start, line.start + HEAD_BYTES);
	const time = Date.parse(ENTRY_TIME.exec(head)?.[1] ?? "");
	return Number.isNaN(time) ? undefined : time;
}

function parseEntry(line: RawLine): SessionEntry | undefined {
	try {
		const value: unknown = JSON.parse(line.bytes.toString("utf8", line.start, line.end));
		return isRecord(value) ? (value as unknown as SessionEntry) : undefined;
	} catch {
		return undefined; // a damaged line counts for nothing here; opening the session reports it
	}
}

function spokenText(content: unknown): string {
	if (typeof content === "string") return content;
	if (!Array.isArray(content)) return "";
	const blocks: unknown[] = content;
	return blocks
		.flatMap((block) => (isRecord(block) && typeof block["text"] === "string" ? [block["text"]] : []))
		.join(" ");
}
