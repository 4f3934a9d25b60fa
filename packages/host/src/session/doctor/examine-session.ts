import { basename } from "node:path";
import { SESSION_VERSION, type SessionHeader } from "../entry.ts";
import { newerSessionVersion, notASession } from "../errors.ts";
import { createSessionId } from "../session-id.ts";
import { parseSessionFileName } from "../session-paths.ts";
import { type ByteSource, scanLines } from "../store/byte-source.ts";
import { checksumOf } from "../store/checksum.ts";
import type { RawLine } from "../store/line-splitter.ts";
import { parseHeader } from "../store/read-header.ts";
import { type DoctorEntry, readDoctorLine, salvagePlace } from "./read-doctor-line.ts";
import type { SessionFault } from "./session-fault.ts";

/** What a session file holds and what is wrong with it, after reading every byte. */
export interface Examination {
	readonly header: SessionHeader;
	/** The one that the file names, before any conversion. */
	readonly version: number;
	/** Without those that a repair leaves out. */
	readonly entries: number;
	readonly faults: readonly SessionFault[];
	/** Where broken records stood in the tree, as far as they still say. */
	readonly salvaged: ReadonlyMap<string, string | null>;
	/** Of all entries. */
	readonly ids: { has(id: string): boolean };
}

/** Reads everything. Throws `not_a_session` for a file without header and entries, and `newer_session_version`. */
export function examineSession(source: ByteSource, path: string): Examination {
	const reader = new ExaminingReader(path);
	scanLines(source, 0, (line) => reader.take(line));
	return reader.finish();
}

class ExaminingReader {
	readonly #path: string;
	readonly #faults: SessionFault[] = [];
	/** Line and checksum of the first entry of each id. */
	readonly #known = new Map<string, { line: number; checksum: number }>();
	readonly #salvaged = new Map<string, string | null>();
	/** What entries name before it is there, checked once all ids are known. */
	readonly #named: (SessionFault & { type: "missing_parent" | "missing_target" })[] = [];
	#header: { header: SessionHeader; version: number } | undefined;
	#entries = 0;
	#firstTime = "";

	constructor(path: string) {
		this.#path = path;
	}

	take(line: RawLine): void {
		if (line.number === 1) return this.#takeHeader(line);
		const read = readDoctorLine(line);
		if (read.type === "blank") return;
		if (read.type === "entry") {
			if (read.padding > 0) this.#faults.push({ type: "padding", line: line.number, bytes: read.padding });
			if (!line.terminated) this.#faults.push({ type: "no_line_end", line: line.number });
			return this.#takeEntry(read.entry, line.number, checksumOf(read.text));
		}
		const place = salvagePlace(read.text);
		if (place !== undefined) this.#salvaged.set(place.id, place.parentId);
		const type = line.terminated ? "broken_line" : "torn_tail";
		this.#faults.push({ type, line: line.number, bytes: line.end - line.start });
	}

	finish(): Examination {
		if (this.#header === undefined || (this.#isHeaderDamaged && this.#entries === 0)) throw notASession(this.#path);
		const { header, version } = this.#header;
		if (version > SESSION_VERSION) throw newerSessionVersion(this.#path, version, SESSION_VERSION);
		const missing = this.#named.filter((fault) => !this.#known.has(targetOf(fault)));
		const faults = [...this.#faults, ...missing].toSorted((left, right) => lineOf(left) - lineOf(right));
		const complete = { ...header, timestamp: header.timestamp || this.#firstTime };
		return { header: complete, version, entries: this.#entries, faults, salvaged: this.#salvaged, ids: this.#known };
	}

	get #isHeaderDamaged(): boolean {
		return this.#faults[0]?.type === "damaged_header";
	}

	#takeHeader(line: RawLine): void {
		const bytes = line.bytes.subarray(line.start, line.end);
		this.#header = parseHeader(bytes);
		if (this.#header !== undefined) {
			if (this.#header.version < SESSION_VERSION)
				this.#faults.push({ type: "old_version", version: this.#header.version });
			return;
		}
		this.#header = {
			header: rebuildHeader(this.#path, bytes.toString("utf8", 0, bytes.length)),
			version: SESSION_VERSION,
		};
		this.#faults.push({ type: "damaged_header", line: 1, bytes: bytes.length });
	}

	#takeEntry(entry: DoctorEntry, line: number, checksum: number): void {
		const { id } = entry;
		if (typeof entry["timestamp"] === "string") this.#firstTime ||= entry["timestamp"];
		const known = this.#known.get(id);
		if (known?.checksum === checksum) return void this.#faults.push({ type: "repeated_entry", line, id });
		this.#entries += 1;
		if (known === undefined) this.#known.set(id, { line, checksum });
		else this.#faults.push({ type: "duplicate_id", line, id });
		const { parentId } = entry;
		if (parentId !== null && !this.#known.has(parentId))
			this.#named.push({ type: "missing_parent", line, id, parentId });
		const target = entry["targetId"] ?? entry["firstKeptEntryId"];
		if (typeof target === "string" && !this.#known.has(target))
			this.#named.push({ type: "missing_target", line, id, targetId: target });
	}
}

function targetOf(fault: SessionFault & { type: "missing_parent" | "missing_target" }): string {
	return fault.type === "missing_parent" ? fault.parentId : fault.targetId;
}

function lineOf(fault: SessionFault): number {
	return "line" in fault ? fault.line : 1;
}

/** From what the first line still says, and from the file's name. */
function rebuildHeader(path: string, text: string): SessionHeader {
	const named = parseSessionFileName(basename(path));
	const id = named?.id ?? /"id":"([A-Za-z0-9._-]+)"/.exec(text)?.[1] ?? createSessionId(Date.now());
	const timestamp = named?.timestamp ?? /"timestamp":"([0-9T:.Z-]+)"/.exec(text)?.[1] ?? "";
	const cwd = /"cwd":("(?:[^"\\]|\\.)*")/.exec(text)?.[1];
	return { type: "session", version: SESSION_VERSION, id, timestamp, cwd: cwd === undefined ? "" : parseText(cwd) };
}

function parseText(json: string): string {
	try {
		return String(JSON.parse(json));
	} catch {
		return ""; // cut inside an escape
	}
}
