import { checksum } from "./content-hash.ts";
import type { FileSignature } from "./file-signature.ts";
import type { CompiledModule } from "./module-record.ts";

/** What the index of a pack says about one file. */
export interface PackEntry {
	readonly path: string;
	readonly hash: string;
	readonly signature: FileSignature;
	readonly readAt: number;
	readonly compiled: Omit<CompiledModule, "code">;
	readonly isLatin1: boolean;
	/** Where its bytes start after the index; the code first, V8's cache at the next multiple of eight. */
	readonly offset: number;
	readonly codeLength: number;
	readonly cacheLength: number;
	readonly checksum: number;
	/** How often the pack was written without this file having been loaded. */
	readonly idle: number;
}

/** An entry still without its place, and its bytes. */
export interface PackItem {
	readonly entry: Omit<PackEntry, "offset" | "codeLength" | "cacheLength" | "checksum" | "isLatin1">;
	readonly code: string;
	readonly cache: Uint8Array;
}

interface PackIndex {
	readonly key: string;
	readonly entries: readonly PackEntry[];
}

const MAGIC: string = "TAUPACK1";
/** Magic, length of the index, its checksum. */
const HEADER: number = 16;

export function encodePack(key: string, items: readonly PackItem[]): Uint8Array {
	const blobs: Uint8Array[] = [];
	const entries: PackEntry[] = [];
	let offset = 0;
	for (const { entry, code, cache } of items) {
		const isLatin1 = !/[^\x00-\xff]/.test(code);
		const text = Buffer.from(code, isLatin1 ? "latin1" : "utf16le");
		const blob = new Uint8Array(aligned(text.length) + aligned(cache.length));
		blob.set(text);
		blob.set(cache, aligned(text.length));
		blobs.push(blob);
		const lengths = { codeLength: text.length, cacheLength: cache.length };
		entries.push({ ...entry, isLatin1, offset, ...lengths, checksum: checksum(blob) });
		offset += blob.length;
	}
	const index = Buffer.from(JSON.stringify({ key, entries } satisfies PackIndex));
	const header = Buffer.alloc(HEADER);
	header.write(MAGIC, "latin1");
	header.writeUInt32LE(index.length, 8);
	header.writeUInt32LE(checksum(index), 12);
	const padding = new Uint8Array(aligned(index.length) - index.length);
	return Buffer.concat([header, index, padding, ...blobs]);
}

/** Reads from a pack's bytes; answers only what its checksums confirm. */
export class PackReader {
	readonly entries: ReadonlyMap<string, PackEntry>;
	readonly #bytes: Buffer;
	readonly #blobs: number;

	/** Throws when the bytes are no intact pack with this key. */
	constructor(bytes: Buffer, key: string) {
		const length = bytes.length < HEADER ? -1 : bytes.readUInt32LE(8);
		const index = bytes.subarray(HEADER, HEADER + length);
		if (length < 0 || bytes.toString("latin1", 0, 8) !== MAGIC) throw new Error("not a pack");
		if (index.length !== length || checksum(index) !== bytes.readUInt32LE(12)) throw new Error("damaged index");
		const parsed = JSON.parse(index.toString()) as PackIndex;
		if (parsed.key !== key) throw new Error("pack of another configuration");
		this.entries = new Map(parsed.entries.map((entry) => [entry.path, entry]));
		this.#bytes = bytes;
		this.#blobs = HEADER + aligned(length);
	}

	/** Code and V8 cache of an entry; throws when its bytes are damaged. */
	item(entry: PackEntry): PackItem {
		const start = this.#blobs + entry.offset;
		const cacheStart = aligned(entry.codeLength);
		const blob = this.#bytes.subarray(start, start + cacheStart + aligned(entry.cacheLength));
		if (blob.length < cacheStart + entry.cacheLength || checksum(blob) !== entry.checksum)
			throw new Error("damaged entry");
		return {
			entry,
			code: blob.toString(entry.isLatin1 ? "latin1" : "utf16le", 0, entry.codeLength),
			cache: blob.subarray(cacheStart, cacheStart + entry.cacheLength),
		};
	}
}

function aligned(length: number): number {
	return (length + 7) & ~7;
}
