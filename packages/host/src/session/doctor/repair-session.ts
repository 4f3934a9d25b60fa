import {
	closeSync,
	copyFileSync,
	existsSync,
	fsyncSync,
	linkSync,
	openSync,
	renameSync,
	rmSync,
	statSync,
	writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { type ByteSource, scanLines } from "../store/byte-source.ts";
import { nodeDisk } from "../store/disk.ts";
import { migrateSession } from "../store/migrate.ts";
import { SessionFile } from "../store/session-file.ts";
import { SESSION_VERSION } from "../entry.ts";
import { repairFailed } from "../errors.ts";
import { type Examination, examineSession } from "./examine-session.ts";
import { LineRepair } from "./repair-lines.ts";
import { isRepairable } from "./session-fault.ts";

export interface Repair {
	/** The original, byte for byte. */
	readonly keptAs: string;
	/** What the repaired file looks like. */
	readonly after: Examination;
}

/** Looks at a session file without changing anything. */
export function examineSessionFile(path: string): Examination {
	return withFile(path, (source) => examineSession(source, path));
}

/**
 * Puts a repaired file in the place of a damaged one. The original keeps its bytes under another name, and takes its
 * place back never: the repaired file is complete and on the disk before it gets the name.
 */
export function repairSessionFile(path: string): Repair {
	const temporary = `${path}.${process.pid}.repaired`;
	try {
		const before = withFile(path, (source) => write(source, { path, temporary }));
		const after = examineSessionFile(temporary);
		const isWhole = !after.faults.some(isRepairable) && after.entries === before.entries;
		if (!isWhole) throw repairFailed(path);
		const keptAs = keepOriginal(path);
		renameSync(temporary, path);
		syncPath(dirname(path));
		return { keptAs, after };
	} catch (error) {
		rmSync(temporary, { force: true });
		throw error;
	}
}

function write(file: ByteSource, { path, temporary }: { path: string; temporary: string }): Examination {
	const first = examineSession(file, path);
	// An old format is converted first: its entries have no ids that could be mended.
	const isOld = first.version < SESSION_VERSION;
	const source = isOld ? imageOf(migrateSession(file, first.version)) : file;
	const examination = isOld ? examineSession(source, path) : first;
	const repair = new LineRepair(examination);
	const target = openSync(temporary, "wx", statSync(path).mode);
	try {
		scanLines(source, 0, (line) => writeAll(target, repair.repair(line)));
		fsyncSync(target);
	} finally {
		closeSync(target);
	}
	return examination;
}

function withFile<T>(path: string, read: (source: ByteSource) => T): T {
	const file = new SessionFile(path, nodeDisk);
	file.open();
	try {
		return read(file);
	} finally {
		file.close();
	}
}

function imageOf(image: Buffer): ByteSource {
	return { size: image.length, readInto: (target, position) => image.copy(target, 0, position) };
}

function writeAll(target: number, bytes: Buffer | undefined): void {
	const { length } = bytes ?? [];
	for (let written = 0; bytes !== undefined && written < length;) written += writeSync(target, bytes, written);
}

/** The same file under a second name where the system can do that, a copy elsewhere. */
function keepOriginal(path: string): string {
	let number = 1;
	while (existsSync(`${path}.original-${number}`)) number += 1;
	const keptAs = `${path}.original-${number}`;
	try {
		linkSync(path, keptAs);
	} catch {
		copyFileSync(path, keptAs); // no second names here
		syncPath(keptAs);
	}
	return keptAs;
}

function syncPath(path: string): void {
	try {
		const descriptor = openSync(path, "r");
		try {
			fsyncSync(descriptor);
		} finally {
			closeSync(descriptor);
		}
	} catch {
		// Not every system opens folders; those keep names in order themselves.
	}
}
