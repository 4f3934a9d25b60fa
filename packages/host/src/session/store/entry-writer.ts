import type { SessionEntry, SessionHeader } from "../entry.ts";
import { GroupSync } from "../../platform/group-sync.ts";
import { readSpan } from "./byte-source.ts";
import { checksumOf } from "./checksum.ts";
import type { Ledger } from "./ledger.ts";
import { messageOf } from "./message-of.ts";
import { readHeaderLine } from "./read-header.ts";
import { rowOf } from "./read-skeleton-line.ts";
import { scanEntries, SEPARATORS } from "./scan-entries.ts";
import { Skeleton } from "./skeleton.ts";
import { isConversation, type StoreProblemListener, type SyncPolicy } from "./store.ts";

export interface EntryWriterParts {
	readonly header: SessionHeader;
	readonly ledger: Ledger;
	readonly report: StoreProblemListener;
	readonly sync: SyncPolicy;
	readonly withChecksums: boolean;
	/** From memory, without the file. */
	known(position: number): SessionEntry | undefined;
	/** Positions mean something else from now on. */
	forget(): void;
	/** Asked before the file is touched; throws when somebody else may write it. */
	claim(): void;
}

/** Appends entries to the file as whole lines. What cannot be written waits in memory for the next time. */
export class EntryWriter {
	readonly #parts: EntryWriterParts;
	readonly #group: GroupSync;
	/** Half of the set-up is no session: nothing is created before somebody speaks (S05). */
	#isStarted = false;
	#hasFailed = false;
	/** The disk lost something it had taken: what it holds is written anew. */
	#isDoubtful = false;
	/** Set while the file is to be converted: the version it has. */
	#migratesFrom: number | undefined;

	constructor(parts: EntryWriterParts) {
		this.#parts = parts;
		const { file } = parts.ledger;
		this.#group = new GroupSync(
			(done) => file.syncLater(done),
			(error) => this.#doubt(error),
		);
	}

	/** There is a file; its version, if that is an old one. */
	start(migratesFrom?: number): void {
		this.#isStarted = true;
		this.#migratesFrom = migratesFrom;
	}

	/** Takes the entry in, to be written with the next `write`; returns the bytes of its line. */
	hold(entry: SessionEntry): number {
		const { ledger, withChecksums } = this.#parts;
		const isStarted = this.#isStarted || isConversation(entry);
		if (isStarted) this.#parts.claim();
		this.#isStarted = isStarted;
		const line = JSON.stringify(entry);
		const length = Buffer.byteLength(line);
		const checksum = withChecksums ? { checksum: checksumOf(line) } : {};
		ledger.unwritten.set(ledger.index.add({ ...rowOf(entry, length), ...checksum }), line);
		return length;
	}

	/** Writes every line that is not in the file. A failure is told once and leaves the lines for the next time. */
	write(): void {
		const { ledger } = this.#parts;
		if (this.#isStarted && (ledger.unwritten.size > 0 || this.#isDoubtful)) this.#writeAll();
	}

	#writeAll(): void {
		const { ledger, report } = this.#parts;
		try {
			this.#settle();
			const lines = Array.from(ledger.unwritten);
			if (lines.length > 0) this.#writeLines(lines);
			if (this.#hasFailed) report({ type: "write_resumed", path: ledger.file.path, written: lines.length });
			this.#hasFailed = false;
		} catch (error) {
			this.#tellFailure("write_failed", error);
		}
	}

	#writeLines(lines: readonly (readonly [number, string])[]): void {
		const { ledger, sync } = this.#parts;
		this.#locate(lines, this.#put(lines.map(([, line]) => `${line}\n`).join("")));
		ledger.unwritten.clear();
		ledger.findings.tail = "closed";
		delete ledger.findings.torn;
		if (sync === "group") this.#group.request();
		else if (sync === "always") ledger.file.sync();
	}

	/** Resolves with whether everything appended is durable. */
	async flush(): Promise<boolean> {
		const { ledger, sync } = this.#parts;
		// A file that somebody deleted is not on the disk, although every line was written.
		if (ledger.file.isAsWritten && ledger.file.look() !== "same") this.#writeAll();
		else this.write();
		if (this.#hasFailed || ledger.unwritten.size > 0 || sync === "off") return false;
		return (await this.#group.settled()) === undefined && !this.#isDoubtful;
	}

	/** The last chance: what is not durable yet becomes so before this returns. */
	finish(): void {
		this.write();
		if (this.#group.isSettled || this.#hasFailed) return;
		try {
			this.#parts.ledger.file.sync();
			this.#group.settle();
		} catch (error) {
			this.#doubt(error);
		}
	}

	#doubt(error: unknown): void {
		this.#isDoubtful = true;
		this.#tellFailure("sync_failed", error);
	}

	#tellFailure(type: "write_failed" | "sync_failed", error: unknown): void {
		const { ledger, report } = this.#parts;
		if (!this.#hasFailed) report({ type, path: ledger.file.path, message: messageOf(error) });
		this.#hasFailed = true;
	}

	/** Appends the text, with what has to stand before it; returns where the text itself begins. */
	#put(text: string): number {
		const { header, ledger, sync } = this.#parts;
		if (!ledger.file.exists) {
			const head = `${JSON.stringify(header)}\n`;
			ledger.file.create(Buffer.from(head + text), sync === "off" ? "unsynced" : "synced");
			return Buffer.byteLength(head);
		}
		const separator = SEPARATORS[ledger.findings.tail];
		return ledger.file.append(Buffer.from(separator + text)) + separator.length;
	}

	#locate(lines: readonly (readonly [number, string])[], begin: number): void {
		const { index } = this.#parts.ledger;
		let offset = begin;
		for (const [position] of lines) {
			index.setOffset(position, offset);
			offset += index.lengthAt(position) + 1;
		}
	}

	/** Brings file and index together again after whatever somebody else did to the file. */
	#settle(): void {
		const { ledger, report } = this.#parts;
		const { file } = ledger;
		const { path } = file;
		const state = file.look();
		if (state === "deleted" || state === "replaced") {
			const keptAs = state === "replaced" ? file.setAside() : undefined;
			file.rewrite();
			this.#migratesFrom = undefined;
			report(keptAs === undefined ? { type: "recreated", path } : { type: "set_aside", path, keptAs });
		} else if (this.#migratesFrom !== undefined) {
			const from = this.#migratesFrom;
			const keptAs = file.commitImage(`.v${from}-original`);
			this.#migratesFrom = undefined;
			report({ type: "migrated", path, from, keptAs });
		} else if (state === "grown") this.absorb();
		else if (state === "cut") this.#recover();
		if (this.#isDoubtful && file.exists) file.rewrite();
		this.#isDoubtful = false;
	}

	/** Another program appended: its entries belong to the session, too. */
	absorb(): void {
		const { ledger, withChecksums } = this.#parts;
		// What looked like half a record may have been one in the making.
		const from = ledger.file.measure() - (ledger.findings.torn?.bytes ?? 0);
		const { tail, torn, broken } = scanEntries(ledger.file, ledger.index, { from, withChecksums });
		ledger.hasUnnumberedDamage ||= broken.length > 0 || torn !== undefined;
		ledger.findings = { tail, broken: ledger.findings.broken, ...(torn && { torn }) };
	}

	/** The file became shorter: what is gone from it is written again, if it is still in memory. */
	#recover(): void {
		const { ledger, known, report, withChecksums } = this.#parts;
		const { file, index: former } = ledger;
		const { path } = file;
		file.measure();
		const present = new Skeleton();
		const head = readHeaderLine(file);
		if (head !== undefined) ledger.findings = scanEntries(file, present, { from: head.end, withChecksums });
		const rescued = positionsOf(former).filter((at) => present.positionOf(former.idAt(at)) === undefined);
		const entries = rescued.map((position) => known(position)).filter((entry) => entry !== undefined);
		ledger.index = present;
		ledger.unwritten.clear();
		this.#parts.forget();
		for (const entry of entries) this.hold(entry);
		report({ type: "truncated", path, lost: rescued.length - entries.length });
		if (head !== undefined) return;
		// Without a header the file is no session any more: begin it anew.
		if (file.size > 0) report({ type: "set_aside", path, keptAs: file.setAside() });
		file.forget();
	}
}

/** A header without line end: what follows must not join it. */
export function endsInNewline(ledger: Ledger): boolean {
	return readSpan(ledger.file, ledger.file.size - 1, 1)[0] === 0x0a;
}

function positionsOf(index: Skeleton): number[] {
	return Array.from({ length: index.size }, (_, at) => at);
}
