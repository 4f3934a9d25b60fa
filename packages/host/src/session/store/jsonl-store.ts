import type { SessionEntry, SessionHeader } from "../entry.ts";
import { SESSION_VERSION } from "../entry.ts";
import { readSpan } from "./byte-source.ts";
import { type Disk, nodeDisk } from "./disk.ts";
import { EntryCache } from "./entry-cache.ts";
import { migrateSession } from "./migrate.ts";
import { readHeader, readHeaderLine } from "./read-header.ts";
import { planReads } from "./plan-reads.ts";
import { rowOf } from "./read-skeleton-line.ts";
import { scanEntries, SEPARATORS, type Tail } from "./scan-entries.ts";
import { SessionFile } from "./session-file.ts";
import { Skeleton } from "./skeleton.ts";
import { isConversation, type SessionStore, type StoreProblem, type StoreProblemListener } from "./store.ts";

/** Bytes of JSON text whose entries stay parsed; most sessions fit as a whole. */
const CACHED_BYTES = 8 << 20;

/** Of many entries, this much is gathered for one write. */
const WRITTEN_BYTES = 4 << 20;

export interface JsonlStoreOptions {
	onProblem?: StoreProblemListener | undefined;
	disk?: Disk;
}

/** Facts about the file that writing depends on. */
interface WriteState {
	tail: Tail;
	/** Set while the file is to be converted: the version it has. */
	migratesFrom?: number | undefined;
	/** Half of the set-up is no session: nothing is created before somebody speaks (S05). */
	started: boolean;
	failed: boolean;
}

/** A session in a file of JSON lines. */
export class JsonlStore implements SessionStore {
	readonly header: SessionHeader;
	#index = new Skeleton();
	readonly #file: SessionFile;
	readonly #report: StoreProblemListener;
	readonly #cache = new EntryCache(CACHED_BYTES);
	/** Lines by position that are not in the file yet. */
	readonly #unwritten = new Map<number, string>();
	readonly #unreadable = new Set<number>();
	readonly #state: WriteState = { tail: "closed", started: false, failed: false };

	private constructor(header: SessionHeader, file: SessionFile, onProblem: StoreProblemListener | undefined) {
		this.header = header;
		this.#file = file;
		this.#report = onProblem ?? ignoreProblem;
	}

	/** A new session; its file appears with the first user or assistant message. */
	static create(path: string, header: SessionHeader, options: JsonlStoreOptions = {}): JsonlStore {
		return new JsonlStore(header, new SessionFile(path, options.disk ?? nodeDisk), options.onProblem);
	}

	/**
	 * Opens a file and learns where its entries are. Throws `not_a_session`, `newer_session_version`, or what the system
	 * says when the file cannot be read. Opening never writes.
	 */
	static open(path: string, options: JsonlStoreOptions = {}): JsonlStore {
		const file = new SessionFile(path, options.disk ?? nodeDisk);
		file.open();
		try {
			const { header, version, end } = readHeader(file, path);
			const store = new JsonlStore({ ...header, version: SESSION_VERSION }, file, options.onProblem);
			store.#state.started = true;
			if (version < SESSION_VERSION) store.#convert(version);
			else store.#learn(end);
			return store;
		} catch (error) {
			file.close();
			throw error;
		}
	}

	get index(): Skeleton {
		return this.#index;
	}

	get file(): string {
		return this.#file.path;
	}

	append(entry: SessionEntry): void {
		this.#hold(entry);
		if (this.#state.started) this.#write();
	}

	appendAll(entries: Iterable<SessionEntry>): void {
		let waiting = 0;
		for (const entry of entries) {
			waiting += this.#hold(entry);
			if (waiting < WRITTEN_BYTES || !this.#state.started) continue;
			this.#write();
			waiting = 0;
		}
		if (this.#state.started && this.#unwritten.size > 0) this.#write();
	}

	read(id: string): SessionEntry | undefined {
		const position = this.#index.positionOf(id);
		if (position === undefined) return undefined;
		const known = this.#known(position);
		if (known !== undefined) return known;
		const length = this.#index.lengthAt(position);
		const bytes = this.#fetch(this.#index.offsetAt(position), length);
		const entry = bytes === undefined ? undefined : this.#parse(position, bytes);
		if (entry !== undefined) this.#cache.add(position, entry, length);
		return entry;
	}

	*readEach(positions: Iterable<number>): Iterable<SessionEntry> {
		for (const run of planReads(positions, this.#index, (position) => this.#known(position))) {
			if ("entry" in run) yield run.entry;
			else yield* this.#readRun(run.positions);
		}
	}

	close(): void {
		if (this.#unwritten.size > 0 && this.#state.started) this.#write();
		this.#file.close();
	}

	/** Takes the entry in; returns the bytes of its line. */
	#hold(entry: SessionEntry): number {
		const line = JSON.stringify(entry);
		const length = Buffer.byteLength(line);
		this.#unwritten.set(this.#index.add(rowOf(entry, length)), line);
		this.#state.started ||= isConversation(entry);
		return length;
	}

	/** From memory, if it is there. */
	#known(position: number): SessionEntry | undefined {
		const cached = this.#cache.get(position);
		if (cached !== undefined) return cached;
		const line = this.#unwritten.get(position);
		if (line === undefined) return undefined;
		const entry = JSON.parse(line) as SessionEntry;
		this.#cache.add(position, entry, this.#index.lengthAt(position));
		return entry;
	}

	*#readRun(positions: readonly number[]): Iterable<SessionEntry> {
		const first = this.#index.offsetAt(positions[0] ?? 0);
		const last = positions.at(-1) ?? 0;
		const bytes = this.#fetch(first, this.#index.offsetAt(last) + this.#index.lengthAt(last) - first);
		if (bytes === undefined) return;
		for (const position of positions) {
			const begin = this.#index.offsetAt(position) - first;
			const length = this.#index.lengthAt(position);
			const entry = this.#parse(position, bytes.subarray(begin, begin + length));
			if (entry === undefined) continue;
			this.#cache.addIfRoom(position, entry, length);
			yield entry;
		}
	}

	#fetch(offset: number, length: number): Buffer | undefined {
		try {
			return readSpan(this.#file, offset, length);
		} catch (error) {
			this.#tell({ type: "read_failed", path: this.file, message: messageOf(error) });
			return undefined;
		}
	}

	#parse(position: number, bytes: Buffer): SessionEntry | undefined {
		try {
			const entry = JSON.parse(bytes.toString("utf8", 0, bytes.length)) as SessionEntry;
			if (entry.id === this.#index.idAt(position)) return entry;
		} catch {
			// Told below: the index reads only the beginning of a line, so that damage behind it shows up here.
		}
		if (!this.#unreadable.has(position)) {
			this.#unreadable.add(position);
			this.#tell({ type: "unreadable_entry", path: this.file, id: this.#index.idAt(position) });
		}
		return undefined;
	}

	#convert(version: number): void {
		const image = migrateSession(this.#file, version);
		this.#file.setImage(image);
		this.#state.migratesFrom = version;
		this.#learn(image.indexOf("\n") + 1);
	}

	#learn(from: number): void {
		const { tail, torn, broken } = scanEntries(this.#file, from, this.#index);
		// A header without line end: what follows must not join it.
		this.#state.tail = tail === "closed" && !this.#endsInNewline() ? "open" : tail;
		if (torn !== undefined) this.#tell({ type: "torn_tail", path: this.file, ...torn });
		if (broken.length > 0) this.#tell({ type: "broken_lines", path: this.file, lines: broken });
	}

	#endsInNewline(): boolean {
		return readSpan(this.#file, this.#file.size - 1, 1)[0] === 0x0a;
	}

	/** Writes every line that is not in the file. A failure is told once and leaves the lines for the next time. */
	#write(): void {
		try {
			this.#settle();
			const lines = Array.from(this.#unwritten);
			const resumed = this.#state.failed;
			const begin = this.#put(lines.map(([, line]) => `${line}\n`).join(""));
			this.#locate(lines, begin);
			this.#unwritten.clear();
			this.#state.tail = "closed";
			this.#state.failed = false;
			if (resumed) this.#tell({ type: "write_resumed", path: this.file, written: lines.length });
		} catch (error) {
			if (!this.#state.failed) this.#tell({ type: "write_failed", path: this.file, message: messageOf(error) });
			this.#state.failed = true;
		}
	}

	/** Appends the text, with what has to stand before it; returns where the text itself begins. */
	#put(text: string): number {
		if (!this.#file.exists) {
			const head = `${JSON.stringify(this.header)}\n`;
			this.#file.create(Buffer.from(head + text));
			return Buffer.byteLength(head);
		}
		const separator = SEPARATORS[this.#state.tail];
		return this.#file.append(Buffer.from(separator + text)) + separator.length;
	}

	#locate(lines: readonly (readonly [number, string])[], begin: number): void {
		let offset = begin;
		for (const [position] of lines) {
			const length = this.#index.lengthAt(position);
			this.#index.setSpan(position, { offset, length });
			offset += length + 1;
		}
	}

	/** Brings file and index together again after whatever somebody else did to the file. */
	#settle(): void {
		const state = this.#file.look();
		if (state === "deleted" || state === "replaced") {
			const keptAs = state === "replaced" ? this.#file.setAside() : undefined;
			this.#file.rewrite();
			this.#state.migratesFrom = undefined;
			if (keptAs === undefined) this.#tell({ type: "recreated", path: this.file });
			else this.#tell({ type: "set_aside", path: this.file, keptAs });
		} else if (this.#state.migratesFrom !== undefined) {
			const from = this.#state.migratesFrom;
			const keptAs = this.#file.commitImage(`.v${from}-original`);
			this.#state.migratesFrom = undefined;
			this.#tell({ type: "migrated", path: this.file, from, keptAs });
		} else if (state === "grown") this.#absorb();
		else if (state === "cut") this.#recover();
	}

	/** Another program appended: its entries belong to the session, too. */
	#absorb(): void {
		const { tail } = scanEntries(this.#file, this.#file.measure(), this.#index);
		this.#state.tail = tail;
	}

	/** The file became shorter: what is gone from it is written again, if it is still in memory. */
	#recover(): void {
		this.#file.measure();
		const former = this.#index;
		const present = new Skeleton();
		const head = readHeaderLine(this.#file);
		if (head !== undefined) this.#state.tail = scanEntries(this.#file, head.end, present).tail;
		const rescued = positionsFrom(former, 0).filter(
			(position) => present.positionOf(former.idAt(position)) === undefined,
		);
		const lines = rescued.map((position) => this.#known(position)).filter((entry) => entry !== undefined);
		const lost = rescued.length - lines.length;
		this.#index = present;
		this.#cache.clear();
		this.#unreadable.clear();
		this.#unwritten.clear();
		for (const entry of lines) this.#hold(entry);
		this.#tell({ type: "truncated", path: this.file, lost });
		if (head !== undefined) return;
		// Without a header the file is no session any more: begin it anew.
		if (this.#file.size > 0) this.#tell({ type: "set_aside", path: this.file, keptAs: this.#file.setAside() });
		this.#file.forget();
	}

	#tell(problem: StoreProblem): void {
		this.#report(problem);
	}
}

function positionsFrom(index: Skeleton, first: number): number[] {
	return Array.from({ length: index.size - first }, (_, at) => first + at);
}

function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}

function ignoreProblem(): void {
	// Nobody asked to hear of problems.
}
