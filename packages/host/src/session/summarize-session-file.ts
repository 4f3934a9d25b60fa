import { closeSync, fstatSync, openSync, read, readSync, realpathSync } from "node:fs";
import { SESSION_VERSION, type SessionHeader } from "./entry.ts";
import { readSessionHeaderLine } from "./read-session-header.ts";
import { readSessionText } from "./read-session-text.ts";
import { SessionSummary, type SummaryState } from "./session-summary.ts";
import { type ByteSource, scanLines } from "./store/byte-source.ts";
import { type FileStamp, isSameStamp, stampOf } from "./store/file-stamp.ts";
import { type IndexFacts, withIndex, writeIndex } from "./store/index-file.ts";
import type { IndexHeader } from "./store/index-format.ts";
import { LineSplitter, type LineVisitor, type RawLine } from "./store/line-splitter.ts";
import { EntryScan } from "./store/scan-entries.ts";
import { indexPathOf, SMALLEST_INDEXED } from "./store/side-index.ts";
import { Skeleton } from "./store/skeleton.ts";

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
	/** Text of the first user message, cut if it is very long, or a placeholder. */
	firstMessage: string;
	/** The model that answered last, or was chosen since. */
	model?: { provider: string; modelId: string };
	/** What user and assistant said, for searching; long sessions are cut (see `SEARCHED_CHARACTERS`). */
	readonly allMessagesText: string;
}

const NO_MESSAGES = "(no messages)";

/**
 * Reads one file from start to end in chunks, so that its size costs time and no memory. With a folder for indexes, a
 * large file is read once and then only when it changed.
 */
export async function summarizeSessionFile(
	path: string,
	indexDir: string | undefined,
	signal: AbortSignal,
): Promise<SessionInfo | undefined> {
	const head = readSessionHeaderLine(path);
	if (head === undefined) return undefined;
	const source = new FileSource(path);
	try {
		const isIndexed = head.version === SESSION_VERSION && source.size >= SMALLEST_INDEXED;
		const index = indexDir !== undefined && isIndexed ? describeIndex(path, indexDir, source) : undefined;
		const found = index && fromIndex(index, head.header);
		return found ?? (await readThrough(source, { path, header: head.header, index }, signal));
	} finally {
		source.close();
	}
}

interface IndexPlace {
	/** As the caller knows the session. */
	readonly path: string;
	readonly real: string;
	readonly indexPath: string;
	readonly stamp: FileStamp;
}

class FileSource implements ByteSource {
	readonly size: number;
	readonly #file: number;

	constructor(path: string) {
		this.#file = openSync(path, "r");
		this.size = fstatSync(this.#file).size;
	}

	readInto(target: Uint8Array, position: number): number {
		return readSync(this.#file, target, 0, target.length, position);
	}

	/** Without holding up everything else. */
	readLater(target: Uint8Array, position: number): Promise<number> {
		return new Promise((resolve, reject) => {
			read(this.#file, target, 0, target.length, position, (error, count) => {
				if (error === null) resolve(count);
				else reject(error);
			});
		});
	}

	stamp(): FileStamp {
		return stampOf(fstatSync(this.#file, { bigint: true }), this);
	}

	close(): void {
		closeSync(this.#file);
	}
}

function describeIndex(path: string, indexDir: string, source: FileSource): IndexPlace {
	const real = realpathSync(path);
	return { path, real, indexPath: indexPathOf(indexDir, real), stamp: source.stamp() };
}

function fromIndex({ path, real, indexPath, stamp }: IndexPlace, header: SessionHeader): SessionInfo | undefined {
	return withIndex(indexPath, (index) => {
		const { facts } = index;
		if (facts.path !== real || facts.summary === undefined || !isSameStamp(index.header.stamp, stamp)) return undefined;
		const { generation } = index.header;
		return toInfo({ path, header, state: facts.summary }, () => textOf(path, indexPath, generation));
	});
}

/** Hundreds of sessions are listed and few are searched: the text waits in the index, as long as that is the same. */
function textOf(path: string, indexPath: string, generation: string): string {
	const kept = withIndex(indexPath, ({ header, readText }) =>
		header.generation === generation ? readText() : undefined,
	);
	return kept ?? readSessionText(path);
}

interface ReadPlace {
	readonly path: string;
	readonly header: SessionHeader;
	readonly index: IndexPlace | undefined;
}

async function readThrough(
	source: FileSource,
	{ path, header, index }: ReadPlace,
	signal: AbortSignal,
): Promise<SessionInfo> {
	const summary = new SessionSummary();
	const rows = new Skeleton();
	const scan = new EntryScan(rows, { withChecksums: index !== undefined });
	const visit = (line: RawLine): void => takeLine(line, scan, summary);
	// A small file is read in the time that handing it to another thread takes.
	if (source.size < SMALLEST_INDEXED) scanLines(source, 0, visit);
	else await scanLater(source, visit, signal);
	const text = summary.takeText();
	const { state } = summary;
	const kept =
		index && keep(index, source, { rows, text, facts: { path: index.real, ...scan.findings, summary: state } });
	const readText = kept && index ? (): string => textOf(path, index.indexPath, kept.generation) : (): string => text;
	return toInfo({ path, header, state }, readText);
}

async function scanLater(source: FileSource, visit: LineVisitor, signal: AbortSignal): Promise<void> {
	const splitter = new LineSplitter(0, source.size);
	for (let position = 0; position < source.size;) {
		signal.throwIfAborted();
		const count = await source.readLater(splitter.room(), position);
		if (count === 0) break;
		position += count;
		splitter.accept(count, visit);
	}
	splitter.finish(visit);
}

function takeLine(line: RawLine, scan: EntryScan, summary: SessionSummary): void {
	if (line.number > 1) summary.addLine(line, scan.add(line, line.number)?.type);
}

/** Only of a file that did not change while it was read. An index that cannot be written is not missed. */
function keep(
	place: IndexPlace,
	source: FileSource,
	content: { rows: Skeleton; text: string; facts: IndexFacts },
): IndexHeader | undefined {
	try {
		if (!isSameStamp(place.stamp, source.stamp())) return undefined;
		return writeIndex(place.indexPath, { ...content, stamp: place.stamp });
	} catch {
		return undefined; // a full disk, or a folder that is not ours
	}
}

interface Summarized {
	readonly path: string;
	readonly header: SessionHeader;
	readonly state: SummaryState;
}

function toInfo({ path, header, state }: Summarized, readText: () => string): SessionInfo {
	const { first, modified, messageCount, name, model } = state;
	const created = new Date(header.timestamp);
	return {
		path,
		id: header.id,
		cwd: header.cwd ?? "",
		...(name !== undefined && { name }),
		...(header.parentSession !== undefined && { parentSessionPath: header.parentSession }),
		created,
		modified: modified === undefined ? created : new Date(modified),
		messageCount,
		firstMessage: first ?? NO_MESSAGES,
		...(model !== undefined && { model }),
		get allMessagesText() {
			return readText();
		},
	};
}
