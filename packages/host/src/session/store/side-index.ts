import { createHash } from "node:crypto";
import { realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { SessionEntry } from "../entry.ts";
import { SessionSummary, type SummaryState } from "../session-summary.ts";
import { isSameStamp, stampOf } from "./file-stamp.ts";
import { extendIndex, type IndexFacts, withIndex, writeIndex } from "./index-file.ts";
import type { IndexHeader } from "./index-format.ts";
import type { Ledger } from "./ledger.ts";
import type { Findings } from "./scan-entries.ts";
import type { Skeleton } from "./skeleton.ts";

/** Reading a file below this size takes no longer than reading its index. */
export const SMALLEST_INDEXED: number = 1 << 16;
/** Added frames make reading slower and old facts take room; then the index is written anew. */
const MOST_FRAMES = 256;
/** Appends come in bursts; the index follows behind them. */
const DELAY_MS = 500;

/** Where the index of a session file lies. Different files never share one; a link and its target do. */
export function indexPathOf(indexDir: string, realPath: string): string {
	const key = createHash("sha256").update(realPath).digest("hex").slice(0, 40);
	return join(indexDir, `${key}.index`);
}

/** What an index spared reading. */
export interface LoadedIndex {
	readonly index: Skeleton;
	readonly findings: Findings;
}

/** What the file holds of one index, as far as this process wrote or read it. */
interface Kept {
	readonly index: Skeleton;
	readonly header: IndexHeader;
	readonly adoptions: number;
	readonly types: number;
}

/** Keeps the index of one session on disk, behind the session and never in its way: it can always be made anew. */
export class SideIndex {
	readonly #indexDir: string;
	readonly #ledger: Ledger;
	readonly #readEach: (positions: Iterable<number>) => Iterable<SessionEntry>;
	#kept: Kept | undefined;
	/** Covers this many rows of the index. */
	#summary: { summary: SessionSummary; index: Skeleton; rows: number } | undefined;
	#timer: NodeJS.Timeout | undefined;
	#isGivenUp = false;

	constructor(indexDir: string, ledger: Ledger, readEach: (positions: Iterable<number>) => Iterable<SessionEntry>) {
		this.#indexDir = indexDir;
		this.#ledger = ledger;
		this.#readEach = readEach;
	}

	/** Nothing has been said yet, so what will be said is known from the start. */
	begin(): void {
		this.#summarise(undefined, this.#ledger.index);
	}

	/** What is kept of the file, if it is exactly about the file as it is now. */
	load(): LoadedIndex | undefined {
		const { file } = this.#ledger;
		if (file.size < SMALLEST_INDEXED) return undefined;
		const real = realpathSync(file.path);
		const stamp = stampOf(file.stats(), file);
		return withIndex(indexPathOf(this.#indexDir, real), ({ header, facts, readRows }) => {
			const index = facts.path === real && isSameStamp(header.stamp, stamp) ? readRows() : undefined;
			if (index === undefined) return undefined;
			this.#keep(index, header);
			if (facts.summary !== undefined) this.#summarise(facts.summary, index);
			const { tail, broken, torn } = facts;
			return { index, findings: { tail, broken, ...(torn && { torn }) } };
		});
	}

	/** There is something to keep; it is kept soon. */
	later(): void {
		if (this.#timer !== undefined || this.#isGivenUp) return;
		this.#timer = setTimeout(() => this.flush(), DELAY_MS);
		this.#timer.unref();
	}

	/** Keeps what is known now. An index that cannot be written is given up: the session does not need it. */
	flush(): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		if (this.#isGivenUp || !this.#isWorthKeeping()) return;
		try {
			this.#store(realpathSync(this.#ledger.file.path));
		} catch {
			this.#isGivenUp = true; // a full disk or a folder that is not ours: the next start reads the session
		}
	}

	/** Only a file whose every byte is known is worth an index. */
	#isWorthKeeping(): boolean {
		const { file, unwritten } = this.#ledger;
		return file.size >= SMALLEST_INDEXED && unwritten.size === 0 && file.isAsWritten && file.look() === "same";
	}

	#store(real: string): void {
		const path = indexPathOf(this.#indexDir, real);
		const { file, index, findings } = this.#ledger;
		const from = this.#kept?.index === index ? this.#kept.header.rows : 0;
		if (this.#ledger.hasUnnumberedDamage || !isInFileOrder(index, from)) return this.#giveUp(path);
		const stamp = stampOf(file.stats(), file);
		if (this.#kept?.index === index && isSameStamp(this.#kept.header.stamp, stamp)) return;
		this.#adopt(path, real);
		this.#catchUp();
		const { summary } = this.#summary ?? {};
		const facts: IndexFacts = { path: real, ...findings, summary: summary?.state };
		const header = this.#extend(path, { stamp, facts, rows: index, text: summary?.takeText() ?? "" });
		this.#keep(index, header);
	}

	#extend(path: string, content: Parameters<typeof writeIndex>[1]): IndexHeader {
		const kept = this.#kept;
		const fits = kept?.index === content.rows && kept.adoptions === content.rows.adoptions;
		if (fits && kept.header.frames < MOST_FRAMES) {
			const addition = { ...content, from: kept.header.rows, fromType: kept.types };
			const extended = extendIndex(path, kept.header, addition);
			if (extended !== undefined) return extended;
		}
		const earlier =
			kept && withIndex(path, ({ header, readText }) => (isSuccessor(header, kept) ? readText() : undefined));
		if (kept === undefined || earlier !== undefined)
			return writeIndex(path, { ...content, text: (earlier ?? "") + content.text });
		// What was said before cannot be told any more; whoever lists sessions next reads it.
		this.#summary = undefined;
		return writeIndex(path, { ...content, facts: { ...content.facts, summary: undefined }, text: "" });
	}

	/** Somebody who listed the sessions may have written an index in the meantime, with what was said. */
	#adopt(path: string, real: string): void {
		const { index, file } = this.#ledger;
		const kept = this.#kept;
		if (kept !== undefined && this.#summary !== undefined) return;
		const inode = file.stats().ino;
		withIndex(path, ({ header, facts, readRows }) => {
			const isOurs = facts.path === real && header.stamp.inode === inode && header.rows <= index.size;
			if (!isOurs || facts.summary === undefined || header.generation === kept?.header.generation) return;
			const rows = readRows();
			if (rows === undefined || !isBeginning(rows, index)) return;
			this.#kept = { index, header, adoptions: rows.adoptions, types: rows.typeCount };
			this.#summarise(facts.summary, index, header.rows);
		});
	}

	/** The summary takes in what was appended since. */
	#catchUp(): void {
		const { index } = this.#ledger;
		const known = this.#summary;
		if (known === undefined) return;
		if (known.index !== index) return void (this.#summary = undefined);
		const added = Array.from({ length: index.size - known.rows }, (_, at) => known.rows + at);
		for (const entry of this.#readEach(added)) {
			const position = index.positionOf(entry.id);
			known.summary.addEntry(entry, entry.type, position === undefined ? 0 : index.lengthAt(position));
		}
		known.rows = index.size;
	}

	#summarise(state: SummaryState | undefined, index: Skeleton, rows: number = index.size): void {
		this.#summary = { summary: new SessionSummary(state), index, rows };
	}

	#keep(index: Skeleton, header: IndexHeader): void {
		this.#kept = { index, header, adoptions: index.adoptions, types: index.typeCount };
	}

	/** Another program's lines came between ours: a file order that only reading the file tells. */
	#giveUp(path: string): void {
		this.#isGivenUp = true;
		rmSync(path, { force: true });
	}
}

function isSuccessor(header: IndexHeader, kept: Kept): boolean {
	return header.generation === kept.header.generation && header.end === kept.header.end;
}

function isBeginning(rows: Skeleton, index: Skeleton): boolean {
	const last = rows.size - 1;
	return last < 0 || (rows.offsetAt(last) === index.offsetAt(last) && rows.idAt(last) === index.idAt(last));
}

function isInFileOrder(index: Skeleton, from: number): boolean {
	for (let position = Math.max(from, 1); position < index.size; position += 1) {
		if (index.offsetAt(position) <= index.offsetAt(position - 1)) return false;
	}
	return true;
}
