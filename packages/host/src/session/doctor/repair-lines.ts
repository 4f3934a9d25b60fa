import type { RawLine } from "../store/line-splitter.ts";
import { createEntryId, randomEntryId } from "../session-id.ts";
import type { Examination } from "./examine-session.ts";
import { type DoctorEntry, readDoctorLine } from "./read-doctor-line.ts";
import type { SessionFault } from "./session-fault.ts";

const NEWLINE = Buffer.from("\n");

/** Fields that name another entry. */
const REFERENCES = ["parentId", "targetId", "firstKeptEntryId", "fromId"] as const;

/**
 * Makes the lines of the repaired file, one after the other. A line without fault comes out byte for byte; what is
 * left out stays in the original.
 */
export class LineRepair {
	readonly #examination: Examination;
	readonly #faults: ReadonlyMap<number, ReadonlySet<SessionFault["type"]>>;
	/** New ids of entries whose own was taken, for the lines behind them. */
	readonly #renamed = new Map<string, string>();
	readonly #given = new Set<string>();
	#previous: string | null = null;

	constructor(examination: Examination) {
		this.#examination = examination;
		this.#faults = groupByLine(examination.faults);
	}

	/** The line that takes this one's place; undefined leaves it out. */
	repair(line: RawLine): Buffer | undefined {
		const faults = this.#faults.get(line.number);
		if (line.number === 1) return this.#header(line, faults?.has("damaged_header") ?? false);
		const read = readDoctorLine(line);
		if (read.type !== "entry" || faults?.has("repeated_entry")) return undefined;
		const { entry } = read;
		const changed = this.#rename(entry, faults?.has("duplicate_id") ?? false);
		const isMoved = (faults?.has("missing_parent") ?? false) && this.#move(entry);
		this.#previous = entry.id;
		return Buffer.concat([changed || isMoved ? Buffer.from(JSON.stringify(entry)) : read.text, NEWLINE]);
	}

	#header(line: RawLine, isDamaged: boolean): Buffer {
		const { header } = this.#examination;
		const text = isDamaged ? Buffer.from(JSON.stringify(header)) : line.bytes.subarray(line.start, line.end);
		return Buffer.concat([text, NEWLINE]);
	}

	/** Names mean the last entry before them that bears them. */
	#rename(entry: DoctorEntry, isDuplicate: boolean): boolean {
		const { id } = entry;
		let isChanged = false;
		for (const field of REFERENCES) {
			const target = entry[field];
			const renamed = typeof target === "string" && target !== id ? this.#renamed.get(target) : undefined;
			if (renamed === undefined) continue;
			entry[field] = renamed;
			isChanged = true;
		}
		if (!isDuplicate) return isChanged;
		const fresh = createEntryId(randomEntryId, (taken) => this.#given.has(taken) || this.#examination.ids.has(taken));
		this.#given.add(fresh);
		this.#renamed.set(id, fresh);
		entry.id = fresh;
		if (entry["firstKeptEntryId"] === id) entry["firstKeptEntryId"] = fresh;
		return true;
	}

	/** Below the nearest ancestor that is there; failing that, below the entry that was written before. */
	#move(entry: DoctorEntry): boolean {
		const { salvaged } = this.#examination;
		const seen = new Set<string>();
		let parent: string | null = entry.parentId;
		while (parent !== null && salvaged.has(parent) && !seen.has(parent)) {
			seen.add(parent);
			parent = salvaged.get(parent) ?? null;
		}
		const isKnown = seen.size > 0 && (parent === null || this.#examination.ids.has(parent));
		entry.parentId = isKnown ? parent : this.#previous;
		return true;
	}
}

function groupByLine(faults: readonly SessionFault[]): Map<number, Set<SessionFault["type"]>> {
	const lines = new Map<number, Set<SessionFault["type"]>>();
	for (const fault of faults) {
		if (!("line" in fault)) continue;
		const types = lines.get(fault.line) ?? new Set();
		lines.set(fault.line, types.add(fault.type));
	}
	return lines;
}
