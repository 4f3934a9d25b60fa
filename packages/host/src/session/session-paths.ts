import { createHash } from "node:crypto";
import { resolve } from "node:path";
import type { SessionHeader } from "./entry.ts";

export const SESSION_FILE_ENDING: string = ".jsonl";

/** A folder name that every file system takes; the rest of a longer one is told by its key. */
const LONGEST_NAME_BYTES = 200;
const KEY_CHARACTERS = 16;
const KEYED_NAME = new RegExp(`^(--.*--)\\.([0-9a-f]{${KEY_CHARACTERS}})$`, "s");

/**
 * The name by which Pi knows the folder of a working directory (S01). Different directories can have the same one:
 * `/a/b` and `/a-b`.
 */
export function plainFolderName(cwd: string): string {
	return `--${cwd.replace(/^[/\\]/, "").replace(/[/\\:]/g, "-")}--`;
}

/** The name for a directory whose plain one is another's, or is too long for a name. */
export function keyedFolderName(cwd: string): string {
	const plain = plainFolderName(cwd);
	const name = isNameTooLong(plain) ? `--${cutBytes(plain.slice(2, -2), LONGEST_NAME_BYTES)}--` : plain;
	return `${name}.${folderKey(cwd)}`;
}

export function isNameTooLong(name: string): boolean {
	return Buffer.byteLength(name) > LONGEST_NAME_BYTES;
}

export function folderKey(cwd: string): string {
	return createHash("sha256").update(resolve(cwd)).digest("hex").slice(0, KEY_CHARACTERS);
}

/** The parts of a keyed name; undefined for any other. */
export function parseKeyedName(name: string): { plain: string; key: string } | undefined {
	const [, plain, key] = KEYED_NAME.exec(name) ?? [];
	return plain === undefined || key === undefined ? undefined : { plain, key };
}

/** Names begin with the time, so that a folder lists its sessions in order. */
export function sessionFileName(header: Pick<SessionHeader, "id" | "timestamp">): string {
	return `${header.timestamp.replace(/[:.]/g, "-")}_${header.id}${SESSION_FILE_ENDING}`;
}

/** The time and id that a file name gives, as `sessionFileName` made it. */
export function parseSessionFileName(name: string): Pick<SessionHeader, "id" | "timestamp"> | undefined {
	const parts = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-(\d{3}Z)_(.+)\.jsonl$/.exec(name);
	if (parts === null) return undefined;
	const [, hour = "", minute = "", second = "", rest = "", id = ""] = parts;
	return { id, timestamp: `${hour}:${minute}:${second}.${rest}` };
}

function cutBytes(text: string, limit: number): string {
	let bytes = 0;
	let kept = "";
	for (const character of text) {
		bytes += Buffer.byteLength(character);
		if (bytes > limit) break;
		kept += character;
	}
	return kept;
}
