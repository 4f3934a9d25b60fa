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
	/** Whether the code is a part of the text that most code of the pack stands in; else it has its own bytes. */
	readonly isLatin1: boolean;
	/** Where the code starts: in the text, or in the bytes after it. */
	readonly codeOffset: number;
	/** In bytes. */
	readonly codeLength: number;
	/** Where V8's cache starts in the bytes after the text. */
	readonly cacheOffset: number;
	readonly cacheLength: number;
	/** How often the pack was written without this file having been loaded. */
	readonly idle: number;
}

type Place = Pick<PackEntry, "isLatin1" | "codeOffset" | "codeLength" | "cacheOffset" | "cacheLength">;

/** An entry still without its place, and its bytes. */
export interface PackItem {
	readonly entry: Omit<PackEntry, keyof Place>;
	readonly code: string;
	readonly cache: Uint8Array;
}

interface PackIndex {
	readonly key: string;
	/** Of the text, which the other bytes follow at the next multiple of eight. */
	readonly textLength: number;
	/** Of everything after the index. */
	readonly checksum: number;
	readonly entries: readonly PackEntry[];
}

const MAGIC: string = "TAUPACK2";
/** Magic, length of the index, its checksum. */
const HEADER: number = 16;
/** V8 wants its caches at multiples of eight. */
const ALIGNMENT: number = 8;

export function encodePack(key: string, items: readonly PackItem[]): Uint8Array {
	const text = new Chunks();
	const rest = new Chunks();
	const entries = items.map(({ entry, code, cache }): PackEntry => {
		const isLatin1 = !/[^\x00-\xff]/.test(code);
		const bytes = Buffer.from(code, isLatin1 ? "latin1" : "utf16le");
		const codeOffset = isLatin1 ? text.add(bytes) : rest.add(bytes, ALIGNMENT);
		const cacheOffset = rest.add(cache, ALIGNMENT);
		return { ...entry, isLatin1, codeOffset, codeLength: bytes.length, cacheOffset, cacheLength: cache.length };
	});
	const textLength = text.length;
	const body = Buffer.concat([...text.padded(), ...rest.padded()]);
	const index = Buffer.from(JSON.stringify({ key, textLength, checksum: checksum(body), entries } satisfies PackIndex));
	const header = Buffer.alloc(HEADER);
	header.write(MAGIC, "latin1");
	header.writeUInt32LE(index.length, 8);
	header.writeUInt32LE(checksum(index), 12);
	return Buffer.concat([header, index, new Uint8Array(aligned(index.length) - index.length), body]);
}

/** Bytes one after another. */
class Chunks {
	readonly #chunks: Uint8Array[] = [];
	length = 0;

	/** Returns where they start. */
	add(bytes: Uint8Array, alignment: number = 1): number {
		const gap = (alignment - (this.length % alignment)) % alignment;
		this.#chunks.push(new Uint8Array(gap), bytes);
		const start = this.length + gap;
		this.length = start + bytes.length;
		return start;
	}

	/** All of them, up to the next multiple of eight. */
	padded(): Uint8Array[] {
		return [...this.#chunks, new Uint8Array(aligned(this.length) - this.length)];
	}
}

/** Reads from a pack's bytes, which are all checked before the first answer. */
export class PackReader {
	readonly entries: ReadonlyMap<string, PackEntry>;
	/** One string, of which each module's code is a slice: large strings lie outside V8's heap and are never moved. */
	readonly #text: string;
	readonly #rest: Buffer;

	/** Throws when the bytes are no intact pack with this key. */
	constructor(bytes: Buffer, key: string) {
		const length = bytes.length < HEADER ? -1 : bytes.readUInt32LE(8);
		const index = bytes.subarray(HEADER, HEADER + length);
		if (length < 0 || bytes.toString("latin1", 0, 8) !== MAGIC) throw new Error("not a pack");
		if (index.length !== length || checksum(index) !== bytes.readUInt32LE(12)) throw new Error("damaged index");
		const parsed = JSON.parse(index.toString()) as PackIndex;
		if (parsed.key !== key) throw new Error("pack of another configuration");
		const body = bytes.subarray(HEADER + aligned(length));
		if (checksum(body) !== parsed.checksum) throw new Error("damaged pack");
		this.entries = new Map(parsed.entries.map((entry) => [entry.path, entry]));
		this.#text = body.toString("latin1", 0, parsed.textLength);
		this.#rest = body.subarray(aligned(parsed.textLength));
	}

	/** Code and V8 cache of an entry. */
	item(entry: PackEntry): PackItem {
		const { isLatin1, codeOffset, codeLength, cacheOffset, cacheLength } = entry;
		const codeEnd = codeOffset + codeLength;
		return {
			entry,
			code: isLatin1 ? this.#text.slice(codeOffset, codeEnd) : this.#rest.toString("utf16le", codeOffset, codeEnd),
			cache: this.#rest.subarray(cacheOffset, cacheOffset + cacheLength),
		};
	}
}

function aligned(length: number): number {
	return Math.ceil(length / ALIGNMENT) * ALIGNMENT;
}
