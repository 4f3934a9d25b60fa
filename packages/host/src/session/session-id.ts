import { randomBytes, randomUUID } from "node:crypto";
import { invalidSessionId } from "./errors.ts";

const SESSION_ID = /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/;
const MOST_TRIES = 64;

/** Throws unless the id can be part of a file name everywhere (S14). */
export function assertValidSessionId(id: string): void {
	if (!SESSION_ID.test(id)) throw invalidSessionId();
}

/** A UUID of version 7: ids of later sessions sort behind earlier ones. */
export function createSessionId(now: number): string {
	const bytes = randomBytes(16);
	bytes.writeUIntBE(now, 0, 6);
	bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
	bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
	return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Where entry ids come from; tests count. */
export type EntryIdSource = () => string;

export function randomEntryId(): string {
	return randomBytes(4).toString("hex");
}

/** An id that the session does not have: eight digits, or a UUID when those keep colliding (S03). */
export function createEntryId(source: EntryIdSource, isTaken: (id: string) => boolean): string {
	for (let attempt = 0; attempt < MOST_TRIES; attempt += 1) {
		const id = source();
		if (!isTaken(id)) return id;
	}
	return randomUUID();
}
