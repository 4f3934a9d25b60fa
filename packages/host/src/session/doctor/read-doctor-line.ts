import { isRecord } from "../../base/is-record.ts";
import type { RawLine } from "../store/line-splitter.ts";
import { isMarkedFragment } from "../store/scan-entries.ts";

const NUL = 0x00;

/** An entry as far as the tree is concerned; it has fields of its own besides. */
export interface DoctorEntry {
	type: string;
	id: string;
	parentId: string | null;
	[field: string]: unknown;
}

export type DoctorLine =
	| { readonly type: "blank" }
	| { readonly type: "entry"; readonly entry: DoctorEntry; readonly padding: number; readonly text: Buffer }
	/** Half a record that a later append closed. */
	| { readonly type: "fragment"; readonly text: string }
	| { readonly type: "broken"; readonly text: string };

/** Reads a whole line, where opening a session reads only as much of it as it needs. */
export function readDoctorLine(line: RawLine): DoctorLine {
	let start = line.start;
	while (start < line.end && line.bytes[start] === NUL) start += 1;
	const bytes = line.bytes.subarray(start, line.end);
	const text = bytes.toString("utf8", 0, bytes.length);
	if (text.trim() === "" && start === line.start) return { type: "blank" };
	const entry = toEntry(text);
	if (entry !== undefined) return { type: "entry", entry, padding: start - line.start, text: Buffer.from(bytes) };
	return { type: isMarkedFragment(line) ? "fragment" : "broken", text };
}

/** What half a record still says of its place in the tree. */
export function salvagePlace(text: string): { id: string; parentId: string | null } | undefined {
	const id = /"id":"([^"\\]+)"/.exec(text)?.[1];
	const parent = /"parentId":(?:"([^"\\]+)"|null)/.exec(text);
	return id === undefined || parent === null ? undefined : { id, parentId: parent[1] ?? null };
}

function toEntry(text: string): DoctorEntry | undefined {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		return undefined; // told by its line
	}
	if (!isRecord(value) || typeof value["type"] !== "string" || value["type"] === "session") return undefined;
	const { id, parentId } = value;
	if (typeof id !== "string" || id === "") return undefined;
	return { ...value, type: value["type"], id, parentId: typeof parentId === "string" ? parentId : null };
}
