import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { SessionSummary } from "./session-summary.ts";
import { scanLines } from "./store/byte-source.ts";
import { readSkeletonLine } from "./store/read-skeleton-line.ts";

/** What user and assistant said in a session, for searching; nothing when the file cannot be read any more. */
export function readSessionText(path: string): string {
	let file: number;
	try {
		file = openSync(path, "r");
	} catch {
		return ""; // gone since it was listed
	}
	try {
		const summary = new SessionSummary();
		const { size } = fstatSync(file);
		const readInto = (target: Uint8Array, position: number): number =>
			readSync(file, target, 0, target.length, position);
		scanLines({ size, readInto }, 0, (line) => {
			const row = readSkeletonLine(line);
			if (line.number > 1) summary.addLine(line, typeof row === "object" ? row.type : undefined);
		});
		return summary.takeText();
	} finally {
		closeSync(file);
	}
}
