import type { SessionEntry, SessionHeader } from "../entry.ts";
import { SESSION_VERSION } from "../entry.ts";
import { sessionReadOnly, unreadableSession } from "../errors.ts";
import { type Disk, nodeDisk } from "./disk.ts";
import { EntryReader } from "./entry-reader.ts";
import { endsInNewline, EntryWriter } from "./entry-writer.ts";
import type { Ledger } from "./ledger.ts";
import { migrateSession } from "./migrate.ts";
import { type HeaderLine, readHeader, readHeaderLine } from "./read-header.ts";
import { scanEntries } from "./scan-entries.ts";
import { SessionFile } from "./session-file.ts";
import { SideIndex } from "./side-index.ts";
import { Skeleton } from "./skeleton.ts";
import type { WriterClaim } from "../writer-lease.ts";
import type { SessionStore, StoreProblemListener, SyncPolicy } from "./store.ts";

/** Of many entries, this much is gathered for one write. */
const WRITTEN_BYTES = 4 << 20;

export interface JsonlStoreOptions {
	onProblem?: StoreProblemListener | undefined;
	disk?: Disk | undefined;
	/** Default: "group". */
	sync?: SyncPolicy | undefined;
	/** Folder for what spares reading large sessions; without it, nothing is kept beside the file. */
	indexDir?: string | undefined;
	/** Asked before the file is written; let go of with it. Without one, everybody may write. */
	lease?: WriterClaim | undefined;
	/** Appending is misuse. */
	isReadOnly?: boolean | undefined;
}

/** A session in a file of JSON lines. */
export class JsonlStore implements SessionStore {
	readonly header: SessionHeader;
	readonly #ledger: Ledger;
	readonly #reader: EntryReader;
	readonly #writer: EntryWriter;
	readonly #side: SideIndex | undefined;
	readonly #options: JsonlStoreOptions;

	private constructor(header: SessionHeader, file: SessionFile, options: JsonlStoreOptions) {
		this.header = header;
		this.#options = options;
		const ledger: Ledger = {
			file,
			index: new Skeleton(),
			findings: { tail: "closed", broken: [] },
			hasUnnumberedDamage: false,
			unwritten: new Map(),
		};
		const report = options.onProblem ?? ignoreProblem;
		const reader = new EntryReader({ ledger, report, relearn: () => this.#relearn() });
		this.#ledger = ledger;
		this.#reader = reader;
		this.#writer = new EntryWriter({
			header,
			ledger,
			report,
			sync: options.sync ?? "group",
			withChecksums: this.#withChecksums,
			known: (position) => reader.known(position),
			forget: () => reader.forget(),
			claim: () => options.lease?.claim(),
		});
		const { indexDir } = options;
		if (indexDir !== undefined) this.#side = new SideIndex(indexDir, ledger, (positions) => reader.readEach(positions));
	}

	/** A new session; its file appears with the first user or assistant message. */
	static create(path: string, header: SessionHeader, options: JsonlStoreOptions = {}): JsonlStore {
		const store = new JsonlStore(header, new SessionFile(path, options.disk ?? nodeDisk), options);
		store.#side?.begin();
		return store;
	}

	/**
	 * Opens a file and learns where its entries are. Throws `not_a_session`, `newer_session_version`, or
	 * `unreadable_session` with what the system says. Opening never writes to the session.
	 */
	static open(path: string, options: JsonlStoreOptions = {}): JsonlStore {
		const file = new SessionFile(path, options.disk ?? nodeDisk);
		const head = readable(path, () => openHeader(file));
		try {
			const store = new JsonlStore({ ...head.header, version: SESSION_VERSION }, file, options);
			const isOld = head.version < SESSION_VERSION;
			store.#writer.start(isOld ? head.version : undefined);
			readable(path, () => (isOld ? store.#convert(head.version) : store.#learn(head.end)));
			return store;
		} catch (error) {
			file.close();
			throw error;
		}
	}

	get index(): Skeleton {
		return this.#ledger.index;
	}

	get file(): string {
		return this.#ledger.file.path;
	}

	append(entry: SessionEntry): void {
		this.#hold(entry);
		this.#write();
	}

	appendAll(entries: Iterable<SessionEntry>): void {
		let waiting = 0;
		for (const entry of entries) {
			waiting += this.#hold(entry);
			if (waiting < WRITTEN_BYTES) continue;
			this.#write();
			waiting = 0;
		}
		this.#write();
	}

	read(id: string): SessionEntry | undefined {
		const position = this.index.positionOf(id);
		return position === undefined ? undefined : this.#reader.read(position);
	}

	readEach(positions: Iterable<number>): Iterable<SessionEntry> {
		return this.#reader.readEach(positions);
	}

	async flush(): Promise<boolean> {
		if (this.#options.isReadOnly) return true;
		const isDurable = await this.#writer.flush();
		this.#side?.flush();
		return isDurable;
	}

	refresh(): boolean {
		const { file } = this.#ledger;
		const before = this.index.size;
		if (file.look() !== "grown") return false;
		this.#writer.absorb();
		return this.index.size > before;
	}

	close(): void {
		if (!this.#options.isReadOnly) {
			this.#writer.finish();
			this.#side?.flush();
		}
		this.#ledger.file.close();
		this.#options.lease?.release();
	}

	#hold(entry: SessionEntry): number {
		if (this.#options.isReadOnly) throw sessionReadOnly(this.file);
		return this.#writer.hold(entry);
	}

	#write(): void {
		this.#writer.write();
		this.#side?.later();
	}

	#convert(version: number): void {
		const { file } = this.#ledger;
		const image = migrateSession(file, version);
		file.setImage(image);
		this.#scan(image.indexOf("\n") + 1);
		this.#tellFindings();
	}

	#learn(from: number): void {
		const loaded = this.#side?.load();
		if (loaded === undefined) {
			this.#scan(from);
			if (!this.#options.isReadOnly) this.#side?.later();
		} else {
			this.#ledger.index = loaded.index;
			this.#ledger.findings = loaded.findings;
		}
		this.#tellFindings();
	}

	#scan(from: number): void {
		const index = new Skeleton();
		const findings = scanEntries(this.#ledger.file, index, { from, withChecksums: this.#withChecksums });
		if (findings.tail === "closed" && !endsInNewline(this.#ledger)) findings.tail = "open";
		this.#ledger.index = index;
		this.#ledger.findings = findings;
	}

	/** A line is not what the index says, in a file of the same size: somebody changed it in place. */
	#relearn(): boolean {
		const { file, unwritten } = this.#ledger;
		if (unwritten.size > 0 || !file.isAsWritten || file.look() !== "same") return false;
		const head = readHeaderLine(file);
		if (head === undefined) return false;
		this.#scan(head.end);
		this.#reader.forget();
		return true;
	}

	#tellFindings(): void {
		const report = this.#options.onProblem ?? ignoreProblem;
		const { torn, broken } = this.#ledger.findings;
		if (torn !== undefined) report({ type: "torn_tail", path: this.file, ...torn });
		if (broken.length > 0) report({ type: "broken_lines", path: this.file, lines: broken });
	}

	/** What is kept beyond this process has to be checked. */
	get #withChecksums(): boolean {
		return this.#options.indexDir !== undefined;
	}
}

function openHeader(file: SessionFile): HeaderLine {
	file.open();
	try {
		return readHeader(file, file.path);
	} catch (error) {
		file.close();
		throw error;
	}
}

/** What the system refuses becomes one line that names the file. */
function readable<T>(path: string, read: () => T): T {
	try {
		return read();
	} catch (error) {
		if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
		throw unreadableSession(path, error);
	}
}

function ignoreProblem(): void {
	// Nobody asked to hear of problems.
}
