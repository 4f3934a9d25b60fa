import { existsSync, readFileSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { Fingerprint } from "./content-hash.ts";
import type { ModuleRecord } from "./module-record.ts";
import { type PackItem, PackReader, encodePack } from "./pack-format.ts";

/** Writes after which a file nobody loads any more leaves the pack. */
const IDLE_WRITES: number = 20;
/** How long one step of preparing a write may hold up the program. */
const SLICE_MS: number = 8;

/** The pack on disk. A pack that is damaged in any place is dropped as a whole and written anew. */
export class PackFile {
	readonly #path: string;
	readonly #key: string;
	#reader: PackReader | undefined;
	#isDamaged = false;

	constructor(path: string, key: string) {
		this.#path = path;
		this.#key = key;
		this.#reader = this.#open();
	}

	/** Whether the pack on disk must be replaced whatever happened since. */
	get isDamaged(): boolean {
		return this.#isDamaged;
	}

	take(path: string): ModuleRecord | undefined {
		const entry = this.#reader?.entries.get(path);
		const item = entry && this.#reader?.item(entry);
		if (entry === undefined || item === undefined) return undefined;
		return {
			path,
			compiled: { ...entry.compiled, code: item.code },
			fingerprint: Fingerprint.known(entry.hash),
			signature: entry.signature,
			readAt: entry.readAt,
			cachedData: item.cache.length > 0 ? item.cache : undefined,
		};
	}

	/** Frees the memory of the pack that was read; later look-ups find nothing. */
	release(): void {
		this.#reader = undefined;
	}

	/** Replaces the pack by these records and what else the old one holds of files that still exist. */
	async write(records: Iterable<ModuleRecord>): Promise<void> {
		const items = new Map<string, PackItem>();
		let sliceEnd = Date.now() + SLICE_MS;
		for (const record of records) {
			items.set(record.path, toItem(record));
			if (Date.now() < sliceEnd) continue;
			await new Promise((resolve) => setImmediate(resolve));
			sliceEnd = Date.now() + SLICE_MS;
		}
		this.#keepIdle(items);
		const temporary = `${this.#path}.${process.pid}-${Date.now().toString(36)}.tmp`;
		try {
			await mkdir(dirname(this.#path), { recursive: true });
			await writeFile(temporary, encodePack(this.#key, [...items.values()]));
			await rename(temporary, this.#path);
			this.#isDamaged = false;
		} finally {
			await rm(temporary, { force: true });
		}
	}

	/** Reads the disk again, as another process may have added to the pack since. */
	#keepIdle(items: Map<string, PackItem>): void {
		this.#reader = undefined;
		const reader = this.#open();
		for (const [path, entry] of reader?.entries ?? []) {
			if (items.has(path) || entry.idle >= IDLE_WRITES || !existsSync(path)) continue;
			items.set(path, { ...reader!.item(entry), entry: { ...entry, idle: entry.idle + 1 } });
		}
	}

	#open(): PackReader | undefined {
		let bytes: Buffer;
		try {
			bytes = readFileSync(this.#path);
		} catch {
			// No pack yet, or one we may not read: everything is compiled.
			return undefined;
		}
		try {
			return new PackReader(bytes, this.#key);
		} catch {
			// Damaged, or of another host version: it is never trusted, and replaced at the next write.
			this.#isDamaged = true;
			return undefined;
		}
	}
}

function toItem(record: ModuleRecord): PackItem {
	const { code, ...compiled } = record.compiled;
	const { path, signature, readAt } = record;
	const { hash } = record.fingerprint;
	const cache = record.script?.createCachedData() ?? record.cachedData ?? new Uint8Array();
	return { entry: { path, hash, signature, readAt, compiled, idle: 0 }, code, cache };
}
