import { resolve } from "node:path";
import { formatDiagnostic } from "../../base/diagnostic.ts";
import { findLeaseOwner, tryLease } from "../../platform/file-lease.ts";
import { BRAND } from "../../platform/host-facts.ts";
import type { LeaseOwner } from "../../platform/lease-record.ts";
import { examineSessionFile, repairSessionFile } from "../../session/doctor/repair-session.ts";
import type { Examination } from "../../session/doctor/examine-session.ts";
import { isRepairable, type SessionFault } from "../../session/doctor/session-fault.ts";
import { describeReadFailure } from "../../session/errors.ts";

/** 0: nothing to repair, or repaired. 1: faults that a repair would mend. 2: no session that can be looked at. */
export type DoctorOutcome = 0 | 1 | 2;

type Write = (text: string) => void | Promise<void>;

const USAGE = `Usage: ${BRAND.name} session doctor FILE [--fix]\n`;

/**
 * Reports what is wrong with a session file and, with `--fix`, puts a repaired file in its place and keeps the original.
 * Writes one line for each fault. Resolves with the exit code; without `--fix` nothing is changed.
 */
export async function runSessionDoctor(args: readonly string[], write: Write): Promise<DoctorOutcome> {
	const files = args.filter((word) => !word.startsWith("-"));
	const options = args.filter((word) => word.startsWith("-"));
	const [file] = files;
	if (file === undefined || files.length > 1 || options.some((option) => option !== "--fix")) {
		await write(USAGE);
		return 2;
	}
	try {
		const path = resolve(file);
		const repairable = await report(path, write);
		if (repairable === 0) await write("Nothing to repair.\n");
		if (repairable === 0) return 0;
		if (options.length > 0) return await fix(path, write);
		await write(
			`${count(repairable, "fault")} to repair; nothing was changed. Repair with --fix; the original is kept.\n`,
		);
		return 1;
	} catch (error) {
		await write(`${describeReadFailure(resolve(file), error)}\n`);
		return 2;
	}
}

/** Returns how many faults a repair would mend. */
async function report(path: string, write: Write): Promise<number> {
	const examination = examineSessionFile(path);
	await write(`${describeSession(path, examination)}\n`);
	const owner = findLeaseOwner(path);
	if (owner !== undefined) await write(`${path}: ${describeUse(owner.owner)}\n`);
	for (const fault of examination.faults) await write(`${describeFault(path, fault)}\n`);
	return examination.faults.filter(isRepairable).length;
}

/** Nobody may write the session while another file takes its place. */
async function fix(path: string, write: Write): Promise<DoctorOutcome> {
	const attempt = tryLease(path, { program: `${BRAND.name} session doctor` });
	if (attempt.type === "owned") {
		await write(`Not repaired: ${describeUse(attempt.owner)}. End that first.\n`);
		return 1;
	}
	try {
		const { keptAs, after } = repairSessionFile(path);
		await write(`Repaired: ${count(after.entries, "entry")}. The original is kept as ${keptAs}\n`);
		return 0;
	} finally {
		attempt.lease.release();
	}
}

function describeSession(path: string, { header, version, entries }: Examination): string {
	return `${path}: session ${header.id}, format ${version}, ${count(entries, "entry")}`;
}

function describeUse(owner: LeaseOwner | undefined): string {
	if (owner === undefined) return "in use by a program that does not say who it is";
	return `in use by ${owner.program}, process ${owner.pid} on ${owner.host}, since ${owner.since}`;
}

function describeFault(path: string, fault: SessionFault): string {
	const severity = isRepairable(fault) ? "warning" : "info";
	const line = "line" in fault ? { line: fault.line } : {};
	return formatDiagnostic({ severity, path, ...line, message: messageOf(fault) });
}

function messageOf(fault: SessionFault): string {
	switch (fault.type) {
		case "damaged_header":
			return "the header is damaged; it is made anew from what is left and from the file's name";
		case "torn_tail":
			return `the last line is half a record (${count(fault.bytes, "byte")}); it is left out`;
		case "no_line_end":
			return "the last line lacks its end; it is added";
		case "broken_line":
			return `not an entry (${count(fault.bytes, "byte")}); it is left out`;
		case "padding":
			return `${count(fault.bytes, "NUL byte")} before the entry; they are left out`;
		case "repeated_entry":
			return `entry ${fault.id} is there already, the same; it is left out`;
		case "duplicate_id":
			return `another entry has the id ${fault.id}; this one gets a new one`;
		case "missing_parent":
			return `entry ${fault.id} hangs below ${fault.parentId}, which is not there; it moves to the nearest that is`;
		case "missing_target":
			return `entry ${fault.id} names ${fault.targetId}, which is not there; it has no effect and stays`;
		case "old_version":
			return `the format is an old one (${fault.version}); it is converted when the session goes on, or with a repair`;
	}
}

function count(number: number, word: string): string {
	if (number === 1) return `1 ${word}`;
	return `${number} ${word.endsWith("y") ? `${word.slice(0, -1)}ies` : `${word}s`}`;
}
