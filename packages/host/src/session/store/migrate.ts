import { isRecord } from "../../base/is-record.ts";
import { SESSION_VERSION } from "../entry.ts";
import { type ByteSource, scanLines } from "./byte-source.ts";
import { fromEntryKey } from "./entry-key.ts";

/**
 * The session in the current format, as the bytes its file will have (S16). Version 1 was a list without ids, version
 * 2 named custom messages differently. Lines that are no entries stay as they are. Ids are given by line, so that the
 * same file always gets the same ones.
 */
export function migrateSession(source: ByteSource, version: number): Buffer {
	const lines: Buffer[] = [];
	const linear = version < 2 ? new LinearToTree() : undefined;
	scanLines(source, 0, ({ bytes, start, end, number }) => {
		const raw = Buffer.from(bytes.subarray(start, end));
		const value = parse(raw);
		if (value === undefined) linear?.skip();
		else if (number === 1) value["version"] = SESSION_VERSION;
		else migrateEntry(value, linear);
		lines.push(value === undefined ? raw : Buffer.from(JSON.stringify(value)));
	});
	return Buffer.concat(lines.flatMap((line) => [line, NEWLINE]));
}

const NEWLINE = Buffer.from("\n");

/** Steps of the migration for values in memory: what `migrateSession` does to lines. */
export function migrateValues(values: Record<string, unknown>[]): void {
	const [header] = values;
	if (header === undefined) return;
	const version = typeof header["version"] === "number" ? header["version"] : 1;
	if (version >= SESSION_VERSION) return;
	const linear = version < 2 ? new LinearToTree() : undefined;
	header["version"] = SESSION_VERSION;
	for (const value of values.slice(1)) migrateEntry(value, linear);
}

function migrateEntry(value: Record<string, unknown>, linear: LinearToTree | undefined): void {
	linear?.place(value);
	const message = value["message"];
	if (value["type"] === "message" && isRecord(message) && message["role"] === "hookMessage") message["role"] = "custom";
}

/** Gives the entries of a list ids and parents. */
class LinearToTree {
	/** By index in the file, the header being 0: old compactions name the first kept entry that way. */
	readonly #ids: (string | undefined)[] = [undefined];
	#last: string | null = null;

	/** A line that is no entry still counts as one. */
	skip(): void {
		this.#ids.push(undefined);
	}

	place(value: Record<string, unknown>): void {
		const id = fromEntryKey(this.#ids.length);
		value["id"] = id;
		value["parentId"] = this.#last;
		this.#ids.push(id);
		this.#last = id;
		const kept = value["firstKeptEntryIndex"];
		if (value["type"] !== "compaction" || typeof kept !== "number") return;
		value["firstKeptEntryId"] = this.#ids[kept] ?? id;
		delete value["firstKeptEntryIndex"];
	}
}

function parse(line: Buffer): Record<string, unknown> | undefined {
	try {
		const value: unknown = JSON.parse(line.toString("utf8", 0, line.length));
		return isRecord(value) ? value : undefined;
	} catch {
		return undefined; // kept as it is; the store reports it
	}
}
